//! Lines of a text, as read or cut into sentences, and known pairs of lines.

use std::{fs, ops::Range, path::Path};

use anyhow::{Context, anyhow, bail};
use csv::ReaderBuilder;

use super::super::output;
use wordfield_align::{SrxRules, sentences};
use wordfield_core::corpus::{Cancel, Limits, read_text};

/// How texts are cut into sentences.
pub(super) enum Cut {
    /// By Unicode's rules.
    Unicode,
    /// By the rules of an SRX file.
    Srx(Box<SrxRules>),
}

/// Lines of a text.
pub(super) struct Lines(Vec<String>);

impl Cut {
    /// Rules of a file, else Unicode's.
    pub fn new(srx: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = srx else { return Ok(Self::Unicode) };
        let named = || path.display().to_string();
        let rules = fs::read_to_string(path).with_context(named)?;
        Ok(Self::Srx(Box::new(SrxRules::read(&rules).with_context(named)?)))
    }

    fn sentences(&self, text: &str, language: Option<&str>) -> Vec<Range<usize>> {
        match self {
            Self::Unicode => sentences(text, language),
            Self::Srx(rules) => rules.sentences(text, language.unwrap_or_default()),
        }
    }
}

impl Lines {
    /// Reads the lines of a file, or the paragraphs of a text document; sentences instead of lines if they are cut.
    pub fn read(path: &Path, cut: Option<&Cut>, language: Option<&str>) -> anyhow::Result<Self> {
        let (text, note) = read_text(path, None, Limits::default(), &Cancel::default())?;
        if let Some(note) = note {
            output::note(note);
        }
        let lines = text.lines();
        let Some(cut) = cut else { return Ok(Self(lines.map(str::to_owned).collect())) };
        let of_line = |line: &str| -> Vec<String> {
            let texts = cut.sentences(line, language).into_iter().map(|range| line[range].trim());
            texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
        };
        Ok(Self(lines.flat_map(of_line).collect()))
    }

    /// The lines.
    pub fn texts(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// Lines joined by blanks.
    pub fn joined(&self, lines: Range<usize>) -> String {
        self.0[lines].join(" ").trim().to_owned()
    }
}

/// Known pairs of lines, from 0, of files with so many lines.
///
/// # Errors
/// When the file cannot be read, a line is no number or not in its file, or a line is in two pairs.
pub(super) fn known(path: &Path, counts: [usize; 2]) -> anyhow::Result<Vec<(usize, usize)>> {
    let file = path.display();
    let mut reader = ReaderBuilder::new()
        .delimiter(b'\t')
        .has_headers(false)
        .flexible(true)
        .from_path(path)
        .with_context(|| file.to_string())?;
    let (mut pairs, mut columns, mut taken) = (Vec::new(), [0, 1], [vec![false; counts[0]], vec![false; counts[1]]]);
    for (row, record) in reader.records().enumerate() {
        let record = record.with_context(|| file.to_string())?;
        let place = record.position().map_or(row as u64 + 1, csv::Position::line);
        let named = ["source line", "target line"].map(|name| record.iter().position(|title| title.trim() == name));
        if let (0, [Some(source), Some(target)]) = (row, named) {
            columns = [source, target];
            continue;
        }
        let line = |side: usize| {
            let text = record.get(columns[side]).unwrap_or_default().trim();
            let line = text.parse::<usize>().ok().filter(|line| (1..=counts[side]).contains(line));
            line.map(|line| line - 1).ok_or_else(|| {
                anyhow!(
                    "{file}:{place}: \"{text}\" is no line of the {}: give a number from 1 to {}",
                    ["source", "target"][side],
                    counts[side]
                )
            })
        };
        let pair = [line(0)?, line(1)?];
        for side in 0..2 {
            if std::mem::replace(&mut taken[side][pair[side]], true) {
                bail!("{file}:{place}: line {} is in two pairs: keep one of them", pair[side] + 1);
            }
        }
        pairs.push((pair[0], pair[1]));
    }
    if pairs.len() < 4 {
        bail!("{file}: holds {} pairs: give 4 at least, as two columns of line numbers", pairs.len());
    }
    Ok(pairs)
}
