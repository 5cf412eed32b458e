//! Command line shared by the measuring examples.

use anyhow::{Context, Result, bail};
use wordfield_core::model::Preset;

/// Files, splits, parameters.
pub struct Common {
    /// Input files.
    pub files: Vec<String>,
    /// Splits measured.
    pub seeds: u64,
    /// The first split's seed.
    pub first: u64,
    /// Latent dimensions.
    pub q: usize,
    /// Preset of the parameters.
    pub preset: Preset,
    /// Iterations of each run.
    pub iterations: usize,
    /// Parameters set one by one.
    pub set: Vec<(String, String)>,
    /// Whether every evaluation is printed.
    pub trace: bool,
}

/// The words of the command line after an option.
pub struct Words(std::iter::Skip<std::env::Args>);

impl Words {
    /// The value of `option`.
    pub fn value(&mut self, option: &str) -> Result<String> {
        self.0.next().with_context(|| format!("{option} wants a value"))
    }

    /// The value of `option` as a number.
    pub fn number<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(&mut self, option: &str) -> Result<T> {
        let text = self.value(option)?;
        text.parse().with_context(|| format!("{option} wants a number, not {text}"))
    }
}

impl Common {
    /// Parses the command line; `own` handles options of one example and returns whether it knows the option.
    pub fn read(iterations: usize, mut own: impl FnMut(&str, &mut Words) -> Result<bool>) -> Result<Self> {
        let mut common =
            Self { files: vec![], seeds: 1, first: 0, q: 2, preset: Preset::Default, iterations, set: vec![], trace: false };
        let mut words = Words(std::env::args().skip(1));
        while let Some(word) = words.0.next() {
            match word.as_str() {
                "--seeds" => common.seeds = words.number(&word)?,
                "--first" => common.first = words.number(&word)?,
                "--q" => common.q = words.number(&word)?,
                "--iterations" => common.iterations = words.number(&word)?,
                "--trace" => common.trace = true,
                "--preset" => {
                    common.preset = match words.value(&word)?.as_str() {
                        "paper" => Preset::Paper,
                        "default" => Preset::Default,
                        other => bail!("--preset wants paper or default, not {other}"),
                    }
                }
                "--set" => {
                    let text = words.value(&word)?;
                    let (key, value) = text.split_once('=').context("--set wants key=value")?;
                    common.set.push((key.into(), value.into()));
                }
                option if own(option, &mut words)? => {}
                other if other.starts_with("--") => bail!("unknown option {other}"),
                _ => common.files.push(word),
            }
        }
        Ok(common)
    }
}
