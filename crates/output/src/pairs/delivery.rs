//! Delivery of reviewed pairs: kept pairs in the form of their original file or in another format.
//! The delivery lists omitted units with reasons, and has an account.
//!
//! Every unit of the original is counted: read = kept + rejected + left out.
//! Written files are read back before they appear at their paths.
//!
//! Cost: two passes over the pairs; in the form of the original, one over its files. Memory: the files, and the written bytes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use super::{
    Account, Correction, DeliveredPair, Omitted, OmittedUnits, PairReview, PairUnits, PairVerdict, Reasons, ReviewedPair,
    ReviewedPairs, read_back, unit_error::UnitError,
};
use crate::{ExportError, ExportKind, Exporter, Sink, Table, exporter::Format};
use wordfield_core::corpus::{LeftOutCause, Side, is_xml};

/// Rule that decides which reviewed pairs are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Keep {
    /// Keep all pairs except rejected ones.
    #[default]
    NotRejected,
    /// Keep accepted pairs only.
    Accepted,
    /// Keep accepted pairs, and unreviewed pairs whose score is above the given number.
    Above(f64),
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let above = || text.strip_prefix("score>")?.trim().parse().ok().filter(|score| (0.0..=1.0).contains(score));
        match text {
            "not-rejected" => Ok(Self::NotRejected),
            "accepted" => Ok(Self::Accepted),
            "score" => Ok(Self::Above(Self::SCORE)),
            _ => above()
                .map(Self::Above)
                .ok_or_else(|| "give not-rejected, accepted, or score> and a number from 0 to 1".to_owned()),
        }
    }
}

impl Keep {
    /// Default score above which an unreviewed pair is kept.
    pub const SCORE: f64 = 0.5;

    /// Reason why the rule omits a pair without a verdict; `None` if it is kept.
    /// `score` is `None` for a pair that is not checked.
    pub fn omits(self, score: Option<f64>) -> Option<OmissionCause> {
        match (self, score) {
            (Self::NotRejected, _) => None,
            (Self::Above(least), Some(score)) if score > least => None,
            (Self::Above(_), Some(score)) => Some(OmissionCause::Score(score)),
            (Self::Accepted | Self::Above(_), _) => Some(OmissionCause::NotAccepted),
        }
    }
}

/// Reason why a unit of the original file is omitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OmissionCause {
    /// Omitted because the reviewer rejected the pair.
    Rejected,
    /// Omitted because the pair has no verdict.
    NotAccepted,
    /// Omitted because the pair has no verdict and this score.
    Score(f64),
    /// Omitted because the pair is merged into an omitted pair.
    Merged,
    /// Omitted because the unit is no pair.
    LeftOut(LeftOutCause),
}

impl fmt::Display for OmissionCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected => f.write_str("rejected"),
            Self::NotAccepted => f.write_str("not accepted"),
            Self::Score(score) => write!(f, "score {score:.2}"),
            Self::Merged => f.write_str("merged into a pair that is not kept"),
            Self::LeftOut(cause) => write!(f, "{cause}"),
        }
    }
}

/// Verdict, correction and score of a pair, which decide whether it is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgedPair<'a> {
    /// Verdict of the reviewer; `None` without one.
    pub verdict: Option<PairVerdict>,
    /// Corrected texts, none if the pair is merged into the pair before it; `None` if the pair is not corrected.
    pub correction: Option<&'a [[String; 2]]>,
    /// Score of the pair, from a check of pairs; `None` if the pair is not checked.
    pub score: Option<f64>,
}

/// Division of the pairs of a file into kept and omitted ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    /// Each kept pair, and the target that it takes.
    pub kept: Vec<[usize; 2]>,
    /// Pairs whose texts are part of the kept pair before them.
    pub merged: Vec<usize>,
    /// Pairs that are omitted, each with the cause.
    pub omitted: Vec<(usize, OmissionCause)>,
    /// First pair that is merged into a pair without corrected texts.
    pub merged_without_correction: Option<usize>,
    /// Targets that several kept pairs take.
    pub doubled: BTreeSet<usize>,
}

impl Decisions {
    /// Divides pairs, each with its own target, into kept and omitted ones, in the order of their file.
    pub fn of<'a>(pairs: impl Iterator<Item = [usize; 2]>, judged: impl Fn(usize) -> JudgedPair<'a>, keep: Keep) -> Self {
        let mut decisions = Self::default();
        // Whether the last pair that is not merged is kept, and whether it has corrected texts.
        let mut before = (false, false);
        for [pair, own] in pairs {
            let JudgedPair { verdict, correction, score } = judged(pair);
            if correction.is_some_and(<[_]>::is_empty) {
                match before {
                    (true, true) => decisions.merged.push(pair),
                    (true, false) => decisions.merged_without_correction = decisions.merged_without_correction.or(Some(pair)),
                    (false, _) => decisions.omitted.push((pair, OmissionCause::Merged)),
                }
                continue;
            }
            let target = match verdict {
                Some(PairVerdict::Rejected) => Err(OmissionCause::Rejected),
                Some(PairVerdict::Accepted) => Ok(own),
                Some(PairVerdict::Partner(target)) => Ok(target),
                None => keep.omits(score).map_or(Ok(own), Err),
            };
            before = (target.is_ok(), correction.is_some());
            match target {
                Ok(target) => decisions.kept.push([pair, target]),
                Err(cause) => decisions.omitted.push((pair, cause)),
            }
        }
        let mut taken = BTreeSet::new();
        decisions.doubled = decisions.kept.iter().map(|pair| pair[1]).filter(|target| !taken.insert(*target)).collect();
        decisions
    }
}

/// Reviewed pairs to be delivered, with the files that they are from.
pub struct Delivery<'a> {
    /// Files of the pairs.
    pub units: &'a PairUnits,
    /// Kept pairs, in the order of their files.
    pub kept: Vec<DeliveredPair<'a>>,
    /// Kept pairs with their texts and reviews.
    pub pairs: ReviewedPairs<'a>,
    /// Units that are not delivered, in the order of their files.
    pub omitted: Vec<Omitted<'a>>,
    /// Numbers of units and pairs.
    pub account: Account,
    /// Treatment of omitted units in the form of the original.
    pub treatment: OmittedUnits,
    /// Whether invalid bytes may become U+FFFD in formats other than the original form.
    pub is_lossy: bool,
}

impl<'a> Delivery<'a> {
    /// Divides the units into delivered and omitted ones, by the reviews of the pairs,
    /// a rule about pairs without a verdict, and findings of rules.
    ///
    /// # Errors
    /// Returns an error if a pair is merged into one without corrected texts.
    pub fn new(
        units: &'a PairUnits,
        reviews: &'a BTreeMap<usize, PairReview>,
        keep: Keep,
        reasons: &Reasons,
    ) -> Result<Self, ExportError> {
        let files = &units.files;
        let judged = |pair: usize| {
            let review = |review: &'a PairReview| JudgedPair {
                verdict: review.verdict,
                correction: review.correction.as_deref(),
                score: review.score,
            };
            reviews.get(&pair).map_or_else(JudgedPair::default, review)
        };
        let decisions = Decisions::of((0..files.pairs()).map(|pair| [pair; 2]), judged, keep);
        if let Some(pair) = decisions.merged_without_correction {
            let name = units.name(&files.units[pair]);
            return Err(ExportError::Unsuitable(UnitError::Merged(name).to_string()));
        }
        let correction = |pair: usize| reviews.get(&pair).and_then(|review| review.correction.as_deref());
        let own = |[pair, target]: [usize; 2]| [files.text(pair, Side::Source), files.text(target, Side::Target)];
        let mut account = Account {
            read: files.units.len() + files.left_out.len(),
            kept: decisions.kept.len() + decisions.merged.len(),
            merged: decisions.merged.len(),
            rejected: decisions.omitted.len(),
            left_out: files.left_out.len(),
            doubled: decisions.doubled.iter().map(|&target| units.name(&files.units[target])).collect(),
            ..Account::default()
        };
        let (mut kept, mut pairs) = (Vec::new(), Vec::new());
        for &[pair, target] in &decisions.kept {
            let (own, review) = (own([pair, target]), reviews.get(&pair));
            let rows = Correction::rows(correction(pair));
            account.edited += usize::from(matches!(rows[..], [Correction::Edited(_)]));
            account.split += usize::from(matches!(rows[..], [Correction::Split(_), ..]));
            for row in rows {
                let changed = |texts: [&'a str; 2]| [0, 1].map(|side| Some(texts[side]).filter(|text| *text != own[side]));
                kept.push(DeliveredPair { pair, target, texts: row.texts().map_or([None; 2], changed) });
                pairs.push(ReviewedPair {
                    titles: [files.title(pair, Side::Source), files.title(target, Side::Target)],
                    texts: Some(row.texts().unwrap_or(own)),
                    id: files.id(pair),
                    units: Some([pair, target].map(|pair| files.units[pair].number)),
                    lines: Some([pair, target].map(|pair| files.units[pair].line)),
                    accepted: review.and_then(|review| review.verdict).map(|_| true),
                    note: review.map_or("", |review| &review.note),
                    category: review.map_or("", |review| &review.category),
                    ..ReviewedPair::default()
                });
            }
        }
        account.written = kept.len();
        let omitted = omitted(units, &decisions, reviews, reasons);
        // If units are numbered consecutively, the last number shows whether the reader has skipped a unit.
        let last = omitted.iter().map(|omitted| omitted.unit).chain(files.units.iter().map(|unit| unit.number)).max();
        let passed_over = files.files.len() == 1 && !units.are_lines && last != Some(account.read);
        if passed_over || account.read != account.kept + account.rejected + account.left_out {
            return Err(ExportError::Unsuitable(format!("the account of the pairs does not add up: {account:?}")));
        }
        Ok(Self {
            units,
            kept,
            pairs: ReviewedPairs { sides: files.sides(), pairs, accept_below: Some(f64::INFINITY) },
            omitted,
            account,
            treatment: OmittedUnits::default(),
            is_lossy: false,
        })
    }

    /// Table of the omitted units with their reasons.
    pub fn omitted_table(&self) -> Table<'_> {
        let omitted = &self.omitted;
        let sides = self.units.files.sides();
        Table::new("rejected pairs", omitted.len())
            .integer("unit", |row| Some(omitted[row].unit))
            .text("id", |row| omitted[row].id)
            .integer("line", |row| Some(omitted[row].line))
            .text("cause", |row| omitted[row].cause.as_str())
            .text("reasons", |row| omitted[row].reasons.as_str())
            .text("hints", |row| omitted[row].hints.as_str())
            .text("note", |row| omitted[row].note)
            .text(format!("{} text", sides[0]), |row| omitted[row].texts[0])
            .text(format!("{} text", sides[1]), |row| omitted[row].texts[1])
            .text("category", |row| omitted[row].category)
    }

    /// Refuses texts that formats other than the original form cannot hold.
    fn check_texts(&self, exporter: &Exporter) -> Result<(), ExportError> {
        if let Some((file, places, line)) = self.units.files.damaged.first().filter(|_| !self.is_lossy) {
            let problem = format!(
                "{}: {places} places hold invalid bytes, the first in line {line}: keep them in the form of the original, or let \
                 them become U+FFFD by --lossy",
                file.display()
            );
            return Err(ExportError::Unsuitable(problem));
        }
        let pairs = self.kept.iter().zip(&self.pairs.pairs).filter(|_| exporter.name == "tmx");
        let mut forbidden = pairs.filter_map(|(kept, pair)| {
            let letter = pair.texts?.into_iter().flat_map(str::chars).find(|letter| !is_xml(*letter))?;
            Some(UnitError::Forbidden(self.units.name(&self.units.files.units[kept.pair]), letter))
        });
        forbidden.next().map_or(Ok(()), |error| Err(ExportError::Unsuitable(error.to_string())))
    }
}

/// Units that are not delivered, in the order of their files.
fn omitted<'a>(
    units: &'a PairUnits,
    decisions: &Decisions,
    reviews: &'a BTreeMap<usize, PairReview>,
    reasons: &Reasons,
) -> Vec<Omitted<'a>> {
    let files = &units.files;
    let rejected = decisions.omitted.iter().map(|&(pair, cause)| {
        let (unit, review) = (&files.units[pair], reviews.get(&pair));
        let omitted = Omitted {
            pair: Some(pair),
            unit: unit.number,
            id: files.id(pair),
            line: unit.line,
            cause: cause.to_string(),
            reasons: reasons.text(pair, true),
            hints: reasons.text(pair, false),
            note: review.map_or("", |review| &review.note),
            category: review.map_or("", |review| &review.category),
            texts: [files.text(pair, Side::Source), files.text(pair, Side::Target)],
        };
        (unit.bytes.each_ref().map(|bytes| bytes.start), omitted)
    });
    let left_out = files.left_out.iter().map(|unit| {
        let omitted = Omitted {
            unit: unit.unit.number,
            id: &unit.id,
            line: unit.unit.line,
            cause: OmissionCause::LeftOut(unit.cause).to_string(),
            texts: unit.texts.each_ref().map(String::as_str),
            ..Omitted::default()
        };
        (unit.unit.bytes.each_ref().map(|bytes| bytes.start), omitted)
    });
    let mut omitted: Vec<_> = rejected.chain(left_out).collect();
    omitted.sort_by_key(|(begin, omitted)| (omitted.unit, *begin));
    omitted.into_iter().map(|(_, omitted)| omitted).collect()
}

impl ExportKind for Delivery<'static> {
    type Contents<'a> = Delivery<'a>;

    const FORMATS: &'static [Format<Self>] = &[Format::<Self>::files(
        ["original", ""],
        "The form of the original file, byte for byte",
        "the programs that wrote it",
        original,
    )];

    /// Export formats of a delivery: the form of the original file, and the formats of reviewed pairs.
    fn formats() -> Vec<&'static Exporter> {
        [Self::own_formats(), ReviewedPairs::formats()].concat()
    }

    fn write(delivery: &Delivery<'_>, exporter: &Exporter, mut sink: Sink<'_>) -> Result<(), ExportError> {
        if exporter.is_of::<Self>() {
            original(delivery, &mut sink)?;
        } else {
            delivery.check_texts(exporter)?;
            ReviewedPairs::fill(&delivery.pairs, exporter, &mut sink)?;
        }
        read_back::check(delivery, exporter, &mut sink)?;
        delivery.account.sentences().into_iter().for_each(|sentence| sink.remark(sentence));
        sink.commit()
    }
}

fn original(delivery: &Delivery<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    delivery.units.write(&delivery.kept, &delivery.omitted, delivery.treatment, sink)
}
