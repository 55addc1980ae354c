//! The program with the imports of html5ever.

use html5ever_v0_39::{
    Attribute, ParseOpts, QualName, expanded_name, interface, local_name, ns, parse_document,
    parse_fragment, serialize, tendril, tree_builder,
};
use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};

#[path = "../../../crates/rcdom/examples/moved/program.rs"]
pub(crate) mod program;
