//! What can be wrong with a file: each error names the file, the line where there is one, and the remedy.

/// What can be wrong with a file or with the choices made for it.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// Reading was cancelled by the user.
    #[error("reading was cancelled")]
    Cancelled,
}
