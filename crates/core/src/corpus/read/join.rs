//! Joins the documents of two sides to pairs, by identifiers or by order.
//!
//! Cost: one pass over the identifiers of both. Memory: a copy of the identifiers.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::Path,
};

use crate::corpus::{
    CorpusError, ErrorKind, LeftOut, LeftOutCause, PairUnit, RawDocument,
    format::collector::{Collector, place},
};

/// Document of one side of pairs, with its identifier and unit.
struct Member {
    id: String,
    unit: PairUnit,
    document: RawDocument,
}

/// Joined pair of documents: identifier, unit with the number of the source, and both documents.
pub(super) struct JoinedPair {
    pub id: String,
    pub unit: PairUnit,
    pub documents: [RawDocument; 2],
}

/// Pairs of two sides, and documents without a partner.
#[derive(Default)]
pub(super) struct Joined {
    pub pairs: Vec<JoinedPair>,
    pub alone: Vec<LeftOut>,
    /// Remark on how the sides were matched: by identifiers or by order.
    pub note: Option<String>,
}

impl JoinedPair {
    fn of(source: Member, target: Member) -> Self {
        let [from, to] = [source.unit, target.unit];
        let unit = PairUnit { bytes: [from.bytes[0].clone(), to.bytes[0].clone()], ..from };
        Self { id: source.id, unit, documents: [source.document, target.document] }
    }
}

/// Whether the identifiers of both sides agree up to the end of the shorter side.
pub(super) fn in_order(source: &Collector, target: &Collector) -> bool {
    source.ids.iter().zip(&target.ids).all(|(a, b)| a.is_empty() || b.is_empty() || a == b)
}

/// Joins the documents of two sides to pairs.
///
/// Sides of the same length whose identifiers agree are matched in order.
/// Other sides are matched by identifiers, if all documents of both sides have a unique one.
/// `whole` means that both files were read completely, `texts` that they hold lines of text, which can be aligned.
pub(super) fn join(
    files: [&Path; 2],
    source: Collector,
    target: Collector,
    whole: bool,
    texts: bool,
) -> Result<Joined, CorpusError> {
    let (sources, targets) = (source.documents.len(), target.documents.len());
    if in_order(&source, &target) && (sources == targets || !whole) {
        let pairs = members(source).zip(members(target)).map(|(source, target)| JoinedPair::of(source, target));
        return Ok(Joined { pairs: pairs.collect(), ..Joined::default() });
    }
    // Blank lines have no identifier and need none.
    let is_blank = |member: &Member| member.id.is_empty() && member.document.body.is_empty();
    let sides = [source, target].map(|side| members(side).filter(|member| !is_blank(member)).collect::<Vec<_>>());
    let without = |side: &[Member]| side.iter().find(|member| member.id.is_empty()).map(|member| member.unit.line);
    if sides.iter().any(|side| side.iter().all(|member| member.id.is_empty())) {
        let [source, target] = files;
        let target = target.display();
        if texts {
            let problem = format!("the text has {sources} lines and {target} {targets}");
            let remedy = "align them (Align… in the window, wordfield align), or bring both to the same lines";
            return Err(CorpusError::at(ErrorKind::Unaligned, source, None, problem, remedy));
        }
        let problem =
            format!("the file holds {sources} documents and {target} {targets}, and they have no identifiers to join them by");
        let remedy = "line for line they must belong together: add what is missing, or remove what is too much";
        return Err(CorpusError::pairs(source, None, problem, remedy));
    }
    for (file, side) in files.into_iter().zip(&sides) {
        if let Some(line) = without(side) {
            let problem = "there is no identifier, and the two files differ in order or length";
            let remedy = "give every document an identifier, or bring both files into the same order";
            return Err(CorpusError::pairs(file, line, problem, remedy));
        }
    }
    let [from, to] = sides;
    unique(files[0], &from)?;
    let mut places = unique(files[1], &to)?;
    let mut to: Vec<Option<Member>> = to.into_iter().map(Some).collect();
    let mut joined = Joined::default();
    for member in from {
        match places.remove(&member.id).and_then(|place| to[place].take()) {
            Some(partner) => joined.pairs.push(JoinedPair::of(member, partner)),
            None => joined.alone.push(alone(files[0], member, 0)),
        }
    }
    if joined.pairs.is_empty() {
        let id = joined.alone.first().map_or("", |unit| unit.id.as_str());
        let problem = format!("none of its identifiers (such as \"{id}\") stands in {}", files[1].display());
        return Err(CorpusError::pairs(files[0], None, problem, "choose two files that belong together"));
    }
    joined.alone.extend(to.into_iter().flatten().map(|member| alone(files[1], member, 1)));
    joined.note = Some("The two files are joined by their identifiers.".to_owned());
    Ok(joined)
}

/// Document of a side without a partner, as a unit that is left out.
fn alone(file: &Path, member: Member, side: usize) -> LeftOut {
    let Member { id, unit, document } = member;
    let (mut texts, mut bytes, own) = ([String::new(), String::new()], [0..0, 0..0], unit.bytes[0].clone());
    texts[side] = document.body.into_text();
    bytes[side] = own;
    let place = place(file, unit.line);
    LeftOut { unit: PairUnit { bytes, ..unit }, id, place, texts, cause: LeftOutCause::NoPartner }
}

/// Documents of one side of pairs with identifiers and units.
fn members(side: Collector) -> impl Iterator<Item = Member> {
    let documents = side.ids.into_iter().zip(side.units).zip(side.documents);
    documents.map(|((id, unit), document)| Member { id, unit, document })
}

/// Maps each identifier to the index of its document; a repeated identifier is an error.
fn unique(file: &Path, side: &[Member]) -> Result<HashMap<String, usize>, CorpusError> {
    let mut places = HashMap::new();
    for (place, member) in side.iter().enumerate() {
        match places.entry(member.id.clone()) {
            Entry::Vacant(free) => {
                free.insert(place);
            }
            Entry::Occupied(taken) => {
                let first = side[*taken.get()].unit.line;
                let id = &member.id;
                let problem = format!(
                    "the identifier \"{id}\" stands on line {first} already, and the two files differ in order or length"
                );
                let remedy = "give every document an identifier of its own, or bring both files into the same order";
                return Err(CorpusError::pairs(file, member.unit.line, problem, remedy));
            }
        }
    }
    Ok(places)
}
