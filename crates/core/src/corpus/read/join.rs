//! Joins the documents of two sides to pairs, by identifiers or in their order.
//!
//! Cost: one pass over the identifiers of both. Memory: a copy of the identifiers.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::Path,
};

use crate::corpus::{CorpusError, ErrorKind, RawDocument, format::collector::Collector};

/// Document of one side of pairs, with its identifier and line.
struct Member {
    id: String,
    line: usize,
    document: RawDocument,
}

/// Joined pair of documents: its identifier, the line of the source, and both documents.
pub(super) struct JoinedPair {
    pub id: String,
    pub line: usize,
    pub documents: [RawDocument; 2],
}

/// Whether the identifiers of both sides agree up to the end of the shorter side.
pub(super) fn in_order(source: &Collector, target: &Collector) -> bool {
    source.ids.iter().zip(&target.ids).all(|(a, b)| a.is_empty() || b.is_empty() || a == b)
}

/// Joins the documents of two sides to pairs, with a note on documents without a partner.
///
/// Sides of the same length whose identifiers agree are taken in order; others are joined by identifiers, where all
/// documents of both sides have one of their own; `whole` means that both files were read completely, `texts` that they hold
/// lines of text, which can be aligned.
pub(super) fn join(
    files: [&Path; 2],
    source: Collector,
    target: Collector,
    whole: bool,
    texts: bool,
) -> Result<(Vec<JoinedPair>, Option<String>), CorpusError> {
    let (sources, targets) = (source.documents.len(), target.documents.len());
    if in_order(&source, &target) && (sources == targets || !whole) {
        let lines = source.lines.into_iter().zip(source.ids);
        let documents = source.documents.into_iter().zip(target.documents);
        let couple = |((line, id), (a, b))| JoinedPair { id, line, documents: [a, b] };
        return Ok((lines.zip(documents).map(couple).collect(), None));
    }
    let sides = [members(source), members(target)];
    let without = |side: &[Member]| side.iter().find(|member| member.id.is_empty()).map(|member| member.line);
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
    let count = to.len();
    let mut to: Vec<Option<Member>> = to.into_iter().map(Some).collect();
    let (mut couples, mut alone) = (Vec::new(), None::<(usize, String)>);
    for member in from {
        match places.remove(&member.id).and_then(|place| to[place].take()) {
            Some(partner) => {
                couples.push(JoinedPair { id: member.id, line: member.line, documents: [member.document, partner.document] });
            }
            None => alone.get_or_insert((0, member.id)).0 += 1,
        }
    }
    if couples.is_empty() {
        let id = alone.map(|(_, id)| id).unwrap_or_default();
        let problem = format!("none of its identifiers (such as \"{id}\") stands in {}", files[1].display());
        return Err(CorpusError::pairs(files[0], None, problem, "choose two files that belong together"));
    }
    let left = (alone.as_ref().map_or(0, |(count, _)| *count), count - couples.len());
    let first = alone.map(|(_, id)| id).or_else(|| to.into_iter().flatten().next().map(|member| member.id));
    let rest = first.map_or_else(String::new, |first| {
        let (sources, targets) = left;
        format!("; {sources} of the source's documents and {targets} of the target's have no partner and are left out (the first: {first})")
    });
    Ok((couples, Some(format!("The two files are joined by their identifiers{rest}."))))
}

/// Documents of one side of pairs with identifiers and line numbers, without blank lines.
fn members(side: Collector) -> Vec<Member> {
    let documents = side.ids.into_iter().zip(side.lines).zip(side.documents);
    let member = |((id, line), document)| Member { id, line, document };
    documents.map(member).filter(|member| !member.id.is_empty() || !member.document.body.is_empty()).collect()
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
                let first = side[*taken.get()].line;
                let id = &member.id;
                let problem = format!(
                    "the identifier \"{id}\" stands on line {first} already, and the two files differ in order or length"
                );
                let remedy = "give every document an identifier of its own, or bring both files into the same order";
                return Err(CorpusError::pairs(file, member.line, problem, remedy));
            }
        }
    }
    Ok(places)
}
