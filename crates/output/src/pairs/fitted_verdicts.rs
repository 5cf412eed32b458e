//! Verdicts of a table fitted to pairs: by their texts if the table has texts, else by unit and id.
//!
//! Of several pairs with the same texts a verdict belongs to the pair with its id and number.
//! Otherwise it belongs to the nearest pair without a verdict.
//! A verdict that fits no pair, or fits by number but not by texts, is stale.
//!
//! Cost: a few look-ups for each verdict. Memory: an index of the texts.

use std::{
    collections::{BTreeMap, HashMap},
    str::FromStr,
};

use super::verdicts::{PairKey, PairReview, PairVerdict, TargetKey, VerdictError, VerdictRow, VerdictTable};
use wordfield_core::corpus::{Corpus, PairFiles, Side};

/// Pair to which verdicts are fitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownPair<'a> {
    /// Number of the pair's unit in its file.
    pub unit: usize,
    /// Line of the pair in its file.
    pub line: usize,
    /// Identifier of the pair; empty if it has none.
    pub id: &'a str,
    /// Source and target text of the pair; empty if unknown.
    pub texts: [&'a str; 2],
}

/// Pairs to which verdicts are fitted, in the order of their files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownPairs<'a>(pub Vec<KnownPair<'a>>);

/// Treatment of verdicts that fit no pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stale {
    /// Verdicts that fit no pair are an error.
    #[default]
    Refuse,
    /// Verdicts that fit no pair are dropped and counted.
    Ignore,
    /// Verdicts that fit no pair are dropped and listed.
    Report,
}

impl FromStr for Stale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ignore" => Ok(Self::Ignore),
            "report" => Ok(Self::Report),
            _ => Err("give ignore or report".to_owned()),
        }
    }
}

/// Verdict of a table that fits no pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleVerdict {
    /// Line of the verdict in its table, from 1.
    pub row: usize,
    /// Reason why the verdict fits no pair.
    pub problem: String,
    /// Whether a pair has the number of the verdict, but other texts.
    pub has_other_texts: bool,
}

/// Verdicts by the index of their pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FittedVerdicts {
    /// Review of each judged pair.
    pub reviews: BTreeMap<usize, PairReview>,
    /// Verdicts that fit no pair.
    pub stale: Vec<StaleVerdict>,
}

/// Number of stale verdicts that a message lists.
const LISTED_VERDICTS: usize = 5;

impl<'a> KnownPairs<'a> {
    /// Pairs of files.
    pub fn of_files(files: &'a PairFiles) -> Self {
        let pair = |(pair, unit): (usize, &wordfield_core::corpus::PairUnit)| KnownPair {
            unit: unit.number,
            line: unit.line,
            id: files.id(pair),
            texts: [Side::Source, Side::Target].map(|side| files.text(pair, side)),
        };
        Self(files.units.iter().enumerate().map(pair).collect())
    }

    /// Pairs of a corpus by source document; a source without a partner has empty texts.
    pub fn of_corpus(corpus: &'a Corpus) -> Self {
        let Some(pairs) = corpus.task.pairs() else { return Self::default() };
        let text = |document: usize| corpus.texts.get(document).map_or("", String::as_str);
        let pair = |source: usize| KnownPair {
            unit: pairs.unit(source),
            line: pairs.line(source),
            id: pairs.id(source),
            texts: pairs.partner[source].map_or([""; 2], |target| [text(source), text(target)]),
        };
        Self((0..pairs.source_documents).map(pair).collect())
    }

    /// Whether the unit number of every pair is its line number, so that a line names a pair.
    fn are_lines(&self) -> bool {
        self.0.iter().all(|pair| pair.unit == pair.line)
    }
}

/// Text in the form in which verdicts compare it: without space around it, and with `\n` at line ends.
fn compared(text: &str) -> String {
    text.trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// Index of pairs by texts and numbers.
struct Index<'p> {
    pairs: &'p [KnownPair<'p>],
    are_lines: bool,
    by_texts: HashMap<[String; 2], Vec<usize>>,
    by_side: [HashMap<String, Vec<usize>>; 2],
    by_unit: HashMap<usize, usize>,
    taken: Vec<bool>,
}

impl<'p> Index<'p> {
    fn new(known: &'p KnownPairs<'p>) -> Self {
        let pairs = &known.0[..];
        let (mut by_texts, mut by_side) = (HashMap::<_, Vec<usize>>::new(), [HashMap::<_, Vec<usize>>::new(), HashMap::new()]);
        for (index, pair) in pairs.iter().enumerate().filter(|(_, pair)| !pair.texts[0].is_empty()) {
            let texts = pair.texts.map(compared);
            for side in 0..2 {
                by_side[side].entry(texts[side].clone()).or_default().push(index);
            }
            by_texts.entry(texts).or_default().push(index);
        }
        let by_unit = pairs.iter().enumerate().map(|(index, pair)| (pair.unit, index)).collect();
        Self { pairs, are_lines: known.are_lines(), by_texts, by_side, by_unit, taken: vec![false; pairs.len()] }
    }

    /// Pairs with the texts of a key; those with its id come first.
    fn with_texts(&self, key: &PairKey) -> Option<Vec<usize>> {
        let [source, target] = key.texts.as_ref()?.each_ref().map(|text| compared(text));
        let found = if target.is_empty() { self.by_side[0].get(&source) } else { self.by_texts.get(&[source, target]) };
        let found = found.cloned().unwrap_or_default();
        let id = key.id.as_deref().unwrap_or_default();
        let same: Vec<usize> = found.iter().copied().filter(|&index| !id.is_empty() && self.pairs[index].id == id).collect();
        Some(if same.is_empty() { found } else { same })
    }

    /// Whether a pair has the number of a key: its unit, or else its line.
    fn has_number(&self, index: usize, key: &PairKey) -> bool {
        let pair = &self.pairs[index];
        key.unit.map_or_else(|| key.line == Some(pair.line), |unit| unit == pair.unit)
    }

    /// Pair with the number of a key, unless the number is that of a line which may belong to another unit.
    fn with_number(&self, key: &PairKey) -> Option<usize> {
        let number = key.unit.or(key.line.filter(|_| self.are_lines))?;
        self.by_unit.get(&number).copied()
    }

    fn stale(&self, row: &VerdictRow) -> StaleVerdict {
        let has_other_texts = row.key.texts.is_some() && self.with_number(&row.key).is_some();
        let problem = match (&row.key.texts, has_other_texts) {
            (_, true) => format!("{} has other texts now", row.key.name()),
            (Some(_), false) => format!("no pair has the texts of {} any more", row.key.name()),
            (None, _) if self.with_number(&row.key).is_some() => format!("{} has another id now", row.key.name()),
            (None, _) => format!("{} is no pair", row.key.name()),
        };
        StaleVerdict { row: row.row, problem, has_other_texts }
    }

    /// Both readings of a line in a file whose units are not lines.
    fn readings(&self, line: usize) -> String {
        let in_line = self.pairs.iter().find(|pair| pair.line == line);
        let other =
            in_line.map_or_else(|| "no unit begins in that line".to_owned(), |pair| format!("unit {} in that line", pair.unit));
        format!("line {line} can be unit {line} of the file or {other}: name pairs by the column unit, or give both texts")
    }
}

impl VerdictTable {
    /// Index of the pair of each row; the reason for a row that fits no pair.
    ///
    /// # Errors
    /// Returns an error if two rows judge one pair, or the table names pairs by lines of a file whose units are not lines.
    pub fn fit(&self, known: &KnownPairs<'_>) -> Result<Vec<Result<usize, StaleVerdict>>, VerdictError> {
        self.fit_index(&mut Index::new(known))
    }

    fn fit_index(&self, index: &mut Index<'_>) -> Result<Vec<Result<usize, StaleVerdict>>, VerdictError> {
        let wrong = |row: &VerdictRow, problem| VerdictError::Row { path: self.path.clone(), line: row.row, problem };
        let mut found: Vec<Option<usize>> = vec![None; self.rows.len()];
        // Pairs that have kept both number and texts are matched before further pairs with the same texts.
        for (place, row) in self.rows.iter().enumerate() {
            let exact = match index.with_texts(&row.key) {
                // Only the number of a unit names one pair; several pairs with the same texts may begin in a line.
                Some(texts) => texts.into_iter().find(|&pair| {
                    let names_one = row.key.unit.is_some() || index.are_lines;
                    (names_one || !index.taken[pair]) && index.has_number(pair, &row.key)
                }),
                None if row.key.unit.is_none() && !index.are_lines => {
                    return Err(wrong(row, index.readings(row.key.line.unwrap_or_default())));
                }
                None => index.with_number(&row.key).filter(|&pair| match row.key.id.as_deref() {
                    None | Some("") => true,
                    Some(id) => index.pairs[pair].id == id,
                }),
            };
            if let Some(pair) = exact {
                if std::mem::replace(&mut index.taken[pair], true) {
                    return Err(wrong(row, format!("{} is judged twice: keep one of the rows", row.key.name())));
                }
                found[place] = Some(pair);
            }
        }
        let mut fitted = Vec::with_capacity(found.len());
        for (row, found) in self.rows.iter().zip(found) {
            let free = || {
                let texts = index.with_texts(&row.key)?;
                let distance = |pair: &usize| {
                    let pair = &index.pairs[*pair];
                    key_distance(&row.key, pair)
                };
                texts.into_iter().filter(|&pair| !index.taken[pair]).min_by_key(distance)
            };
            let pair = found.or_else(free);
            if let Some(pair) = pair {
                index.taken[pair] = true;
            }
            fitted.push(pair.ok_or_else(|| index.stale(row)));
        }
        Ok(fitted)
    }

    /// Verdicts by the index of their pair.
    ///
    /// # Errors
    /// Returns the errors of [`VerdictTable::fit`], and when verdicts are stale and `stale` refuses them.
    pub fn fitted(&self, known: &KnownPairs<'_>, stale: Stale) -> Result<FittedVerdicts, VerdictError> {
        let mut index = Index::new(known);
        let rows = self.fit_index(&mut index)?;
        let mut fitted = FittedVerdicts::default();
        for (row, pair) in self.rows.iter().zip(rows) {
            let pair = match pair {
                Ok(pair) => pair,
                // A score alone is not a verdict of a reviewer.
                Err(_) if (PairReview { score: None, ..row.review.clone() }) == PairReview::default() => continue,
                Err(stale) => {
                    fitted.stale.push(stale);
                    continue;
                }
            };
            let mut review = row.review.clone();
            if let (Some(PairVerdict::Partner(_)), Some(key)) = (review.verdict, &row.key.target) {
                let moved = !index.has_number(pair, &row.key);
                let target = target(&index, key, moved).map_err(|problem| VerdictError::Row {
                    path: self.path.clone(),
                    line: row.row,
                    problem,
                })?;
                let Some(target) = target else {
                    let problem = "the target that it names is no pair any more".to_owned();
                    fitted.stale.push(StaleVerdict { row: row.row, problem, has_other_texts: true });
                    continue;
                };
                review.verdict = Some(if target == pair { PairVerdict::Accepted } else { PairVerdict::Partner(target) });
            }
            fitted.reviews.insert(pair, review);
        }
        match stale {
            Stale::Refuse => self.refuse(&fitted.stale).map(|()| fitted),
            Stale::Ignore | Stale::Report => Ok(fitted),
        }
    }

    /// Refuses a table with stale verdicts.
    ///
    /// # Errors
    /// Returns an error if there is a stale verdict; the first five are listed.
    pub fn refuse(&self, stale: &[StaleVerdict]) -> Result<(), VerdictError> {
        let listed = FittedVerdicts::listed(stale);
        listed.map_or(Ok(()), |problem| Err(VerdictError::Stale { path: self.path.clone(), problem }))
    }
}

impl FittedVerdicts {
    /// Clause on the verdicts that fit no pair, with the first five of them; `None` if all fit.
    pub fn stale_verdicts(&self) -> Option<String> {
        Self::listed(&self.stale)
    }

    fn listed(stale: &[StaleVerdict]) -> Option<String> {
        let listed = stale.iter().take(LISTED_VERDICTS).map(|one| format!("row {}: {}", one.row, one.problem));
        let listed = listed.collect::<Vec<_>>().join("; ");
        let fit = if stale.len() == 1 { "fits no pair" } else { "fit no pair" };
        let first = if stale.len() > LISTED_VERDICTS { ", the first" } else { "" };
        (!stale.is_empty()).then(|| format!("{} of the verdicts {fit}{first} ({listed})", stale.len()))
    }
}

/// Distance of a pair from the number of a key.
fn key_distance(key: &PairKey, pair: &KnownPair<'_>) -> usize {
    match (key.unit, key.line) {
        (Some(unit), _) => unit.abs_diff(pair.unit),
        (None, Some(line)) => line.abs_diff(pair.line),
        (None, None) => pair.unit,
    }
}

/// Index of the pair whose target a key names; `None` without such a pair.
/// `moved`: whether the pair of the verdict has another number.
fn target(index: &Index<'_>, key: &TargetKey, moved: bool) -> Result<Option<usize>, String> {
    let number = |pair: &KnownPair<'_>| if key.is_unit { pair.unit } else { pair.line };
    if let Some(text) = &key.text {
        let found = index.by_side[1].get(&compared(text)).into_iter().flatten().copied();
        return Ok(found.min_by_key(|&pair| number(&index.pairs[pair]).abs_diff(key.number)));
    }
    if !key.is_unit && !index.are_lines {
        return Err(index.readings(key.number));
    }
    Ok(index.by_unit.get(&key.number).copied().filter(|_| !moved))
}

#[cfg(test)]
mod tests;
