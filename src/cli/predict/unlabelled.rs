//! Documents without classes: every line of a text file is one.
//!
//! Memory: a file's bytes and its text at once.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use encoding_rs::{Encoding, UTF_8};
use flate2::read::MultiGzDecoder;

use crate::corpus::{Body, Cancel, Format, RawDocument, ReadOptions, preview, read as read_corpus, read_side};

/// The documents of files; of text files every line that is not empty.
pub(super) fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> anyhow::Result<Vec<RawDocument>> {
    let mut documents = Vec::new();
    for path in paths {
        match form(path, options) {
            Format::Lines | Format::Plain => lines(path, options.encoding.as_deref(), &mut documents)?,
            Format::Csv | Format::Tsv | Format::JsonLines | Format::Identified => {
                documents.extend(read_side(path, options, cancel)?);
            }
            // The others have more than documents in their very form.
            _ => documents.extend(read_corpus(std::slice::from_ref(path), options, cancel)?.documents),
        }
    }
    if documents.is_empty() {
        bail!("{}: holds no document; choose a file with one document a line", paths[0].display());
    }
    Ok(documents)
}

/// The form said, else seen; what cannot be seen is taken for lines.
fn form(path: &Path, options: &ReadOptions) -> Format {
    match options.format {
        Some(format) => format,
        None if path.is_dir() => Format::Folder,
        None => {
            let open = ReadOptions { task: None, ..options.clone() };
            preview(path, &open).map_or(Format::Lines, |preview| preview.format)
        }
    }
}

fn lines(path: &Path, encoding: Option<&str>, documents: &mut Vec<RawDocument>) -> anyhow::Result<()> {
    let text = text(path, encoding)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    documents.extend(lines.map(|(number, line)| RawDocument {
        title: format!("{}:{}", path.display(), number + 1),
        label: String::new(),
        body: Body::Text(line.to_owned()),
    }));
    Ok(())
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
