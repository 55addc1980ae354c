//! With the imports changed.

use sapwood_rcdom::{
    Attribute, Handle, NodeData, ParseOpts, QualName, RcDom, SerializableHandle, expanded_name,
    interface, local_name, ns, parse_document, parse_fragment, serialize, tendril, tree_builder,
};

#[path = "../../../crates/rcdom/examples/moved/program.rs"]
#[expect(clippy::duplicate_mod, reason = "that is what is shown")]
pub(crate) mod program;
