//! Export of the kernel sandbox's state as JSON text.

use super::{ExportKind, exporter::Format};

/// State of the kernel sandbox as JSON text.
#[derive(Clone, Copy, Debug)]
pub struct SandboxText<'a>(pub &'a str);

impl ExportKind for SandboxText<'static> {
    type Contents<'a> = SandboxText<'a>;

    const FORMATS: &'static [Format<Self>] = &[Format::<Self>::file(
        ["sandbox", "sandbox"],
        "State of the sandbox, a small JSON text",
        "Wordfield, text editors, authors of lessons",
        |text, to| to.write_all(text.0.as_bytes()),
    )];
}
