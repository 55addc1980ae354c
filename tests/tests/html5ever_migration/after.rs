//! The program with the imports of `sapwood_rcdom`.

use sapwood_rcdom::{
    Attribute, Handle, NodeData, ParseOpts, QualName, RcDom, SerializableHandle, expanded_name,
    interface, local_name, ns, parse_document, parse_fragment, serialize, tendril, tree_builder,
};

#[path = "../../../crates/rcdom/examples/moved/program.rs"]
#[expect(clippy::duplicate_mod, reason = "the same program with other imports")]
pub(crate) mod program;
