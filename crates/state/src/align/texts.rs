//! Two texts to align: read, cut into lines or sentences, and aligned in order. The command line aligns by the same steps.
//!
//! Cost: linear in the lines, about 45 s for 100,000. Memory: the lines, and about 5 kB for each while it is aligned.

use std::path::{Path, PathBuf};

use wordfield_align::{AlignOptions, Aligner, Cut, SrxError, SrxRules, lines};
use wordfield_core::corpus::{Cancel, CorpusError, Limits, read_text};

/// Two texts to align, in two languages, with the options of the alignment.
#[derive(Clone, Debug, Default)]
pub struct TextsToAlign {
    /// Paths of the source and the target text.
    pub files: [PathBuf; 2],
    /// Rules that cut lines into sentences; `None` if whole lines are aligned.
    pub cut: Option<Cut>,
    /// Language codes of source and target; fewer or empty where they are not known.
    pub languages: Vec<String>,
    /// Pairs of source and target lines known to correspond, counted from 0, ascending.
    pub anchors: Vec<(usize, usize)>,
}

/// Lines or sentences of source and target.
pub type SideLines = [Vec<String>; 2];

impl TextsToAlign {
    /// Reads the lines of both texts, with notes on their encodings.
    ///
    /// # Errors
    /// When one of the files cannot be read or is no text.
    pub fn read(&self, cancel: &Cancel) -> Result<(SideLines, Vec<String>), CorpusError> {
        let mut notes = Vec::new();
        let mut side = |side: usize| {
            let (text, note) = read_text(&self.files[side], None, Limits::default(), cancel)?;
            notes.extend(note);
            let language = self.languages.get(side).map(String::as_str).filter(|code| !code.is_empty());
            Ok(lines(&text, self.cut.as_ref(), language))
        };
        let sides = [side(0)?, side(1)?];
        Ok((sides, notes))
    }

    /// Creates an aligner of the lines of both texts.
    ///
    /// # Errors
    /// When an anchor is not a line of both texts, or anchors are not ascending; lines are counted from 1.
    pub fn aligner(&self, lines: [&[&str]; 2]) -> Result<Aligner, String> {
        Aligner::new(lines[0], lines[1], &self.anchors, &AlignOptions::default()).map_err(|error| {
            let (source, target) = (error.source_line + 1, error.target_line + 1);
            format!("{source}:{target}: it is {}: give lines of both texts, both ascending", error.problem)
        })
    }
}

/// Sentence rules of an SRX file, otherwise Unicode's.
///
/// # Errors
/// When the SRX file cannot be read or holds no rules; the message names it.
pub fn cut_by(srx: Option<&Path>) -> Result<Cut, String> {
    let Some(path) = srx else { return Ok(Cut::Unicode) };
    let named = |problem: String| format!("{}: {problem}", path.display());
    let (rules, _) = read_text(path, None, Limits::default(), &Cancel::default()).map_err(|error| error.to_string())?;
    let rules = SrxRules::read(&rules).map_err(|error: SrxError| named(error.to_string()))?;
    Ok(Cut::Srx(Box::new(rules)))
}

/// Parses an anchor, a line of each side from 1, as in `120:118`; the result counts from 0.
///
/// # Errors
/// When the text is not an anchor of two line numbers.
pub fn anchor(text: &str) -> Result<(usize, usize), String> {
    let line = |text: &str| text.trim().parse::<usize>().ok().and_then(|line| line.checked_sub(1));
    let lines = text.split_once(':').and_then(|(source, target)| line(source).zip(line(target)));
    lines.ok_or_else(|| "give two lines from 1, as in 120:118".to_owned())
}
