//! XML by XML5.

pub use xml_tokenizer as tokenizer;
