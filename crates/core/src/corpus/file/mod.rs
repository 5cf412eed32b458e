//! Files as text: opening, gzip, character encodings, lines and XML.

pub(super) mod bytes;
pub(super) mod companions;
pub(super) mod encoding;
pub(super) mod source;
pub(super) mod true_path;
pub(super) mod xml;
