//! Documents without classes: every line of a text file is one.
//!
//! Memory: a file's bytes and its text at once.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use encoding_rs::{Encoding, UTF_8};
use flate2::read::MultiGzDecoder;

use crate::corpus::{Body, Format, RawDocument, ReadOptions, preview};

/// Whether the files are plain lines: neither said nor seen to be of another form.
pub(super) fn are_lines(paths: &[PathBuf], options: &ReadOptions) -> bool {
    match options.format {
        Some(format) => format == Format::Lines,
        None => {
            !paths.iter().any(|path| path.is_dir() || preview(path, options).is_ok_and(|preview| preview.format != Format::Lines))
        }
    }
}

/// The documents of files with one document a line; empty lines are left out.
pub(super) fn read(paths: &[PathBuf], options: &ReadOptions) -> anyhow::Result<Vec<RawDocument>> {
    let mut documents = Vec::new();
    for path in paths {
        let text = text(path, options.encoding.as_deref())?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        documents.extend(lines.map(|(number, line)| RawDocument {
            title: format!("{}:{}", path.display(), number + 1),
            label: String::new(),
            body: Body::Text(line.to_owned()),
        }));
    }
    if documents.is_empty() {
        bail!("{}: holds no document; choose a file with one document a line", paths[0].display());
    }
    Ok(documents)
}

fn text(path: &Path, encoding: Option<&str>) -> anyhow::Result<String> {
    let file = path.display();
    let mut bytes = fs::read(path).map_err(|error| anyhow!("{file}: cannot be read ({error}); check the path"))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut plain)
            .map_err(|error| anyhow!("{file}: the gzip file is damaged ({error}); download or copy it again"))?;
        bytes = plain;
    }
    let encoding = match encoding {
        None => UTF_8,
        Some(name) => Encoding::for_label(name.trim().as_bytes())
            .ok_or_else(|| anyhow!("there is no character encoding named \"{name}\"; use a name such as \"utf-8\""))?,
    };
    let (text, used, wrong) = encoding.decode(&bytes);
    if wrong {
        bail!("{file}: the bytes are not {}; name the right encoding with --encoding", used.name());
    }
    Ok(text.into_owned())
}
