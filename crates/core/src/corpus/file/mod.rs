//! Files as text: opening, gzip, container files, character encodings, lines and XML.

pub(super) mod bytes;
pub(super) mod companions;
pub(super) mod container;
pub(super) mod encoding;
pub(super) mod file_text;
pub(super) mod list;
pub(super) mod source;
pub(super) mod true_path;
pub(super) mod wrong_form;
pub(super) mod xml;

pub use file_text::{FileText, TextEdit, TextPart};
