//! Arguments on rules, which give reasons against pairs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args;

use wordfield_rules::{Dismissed, RuleSet};

/// Rules, and findings that were dismissed.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct RuleArgs {
    /// Your own rules, thresholds and switches, as TOML
    #[arg(long, value_name = "TOML")]
    rules: Option<PathBuf>,
    /// Leave out findings that were dismissed: a TSV with the columns rule, source and target
    #[arg(long, value_name = "TSV")]
    dismissed: Option<PathBuf>,
}

impl RuleArgs {
    /// Paths of the rule files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.rules, &self.dismissed].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Reads the rules and the dismissed findings.
    pub(crate) fn read(&self) -> anyhow::Result<(RuleSet, Dismissed)> {
        let rules = self.rules.as_deref().map(RuleSet::read).transpose()?.unwrap_or_default();
        let Some(path) = &self.dismissed else { return Ok((rules, Dismissed::default())) };
        let named = || path.display().to_string();
        let table = fs::read_to_string(path).with_context(named)?;
        Ok((rules, Dismissed::parse(&table).with_context(named)?))
    }
}
