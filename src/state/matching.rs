//! Looking through matches: which documents are listed and in which order, and two documents compared.
//!
//! Cost: a list is one pass and a sort over the rows; a comparison one row of distances, made again only when the rows
//! or the two documents change. Memory: the words of one part's target documents.

use std::sync::Arc;

use ndarray::Array2;

use super::{
    Basis, FieldOf, Selection, Workspace,
    explain::Part,
    reviews::{Reviews, Verdict},
};
use crate::{
    corpus::{Dataset, Side},
    model::{
        Matched,
        matching::{self, MatchModel, MatchRow, Means, WordShare},
    },
};

/// Candidates listed of a source document.
pub const CANDIDATES: usize = 20;

/// What the documents are listed by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchSort {
    /// Their place in the corpus.
    #[default]
    Document,
    /// The rank of the true partner.
    Rank,
    /// The distance of the nearest candidate.
    Distance,
    /// How much farther the runner-up is.
    Margin,
    /// The rank of the document seen from its partner.
    Reverse,
    /// What a person said.
    Verdict,
}

/// Which documents are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// All.
    #[default]
    All,
    /// Those whose true partner is not the nearest.
    Wrong,
    /// The quarter with the smallest margins.
    LowMargin,
    /// Those nobody has judged.
    Unreviewed,
}

impl MatchFilter {
    /// All filters.
    pub const ALL: [Self; 4] = [Self::All, Self::Wrong, Self::LowMargin, Self::Unreviewed];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Wrong => "wrong only",
            Self::LowMargin => "low margin",
            Self::Unreviewed => "unreviewed",
        }
    }
}

/// A gesture on matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAction {
    /// List by this; by the same again: the other way round.
    Sort(MatchSort),
    /// List only these.
    Filter(MatchFilter),
    /// List only documents of this part; `None`: of all.
    OfPart(Option<Part>),
    /// Compare the source document looked at with this target document.
    Compare(usize),
    /// Look at the next document listed.
    Next,
    /// Look at the one before.
    Previous,
    /// Accept or reject the match looked at.
    Judge(Verdict),
    /// Write a remark on it.
    Note(String),
    /// Take the last verdict or remark back.
    Undo,
    /// Make it again.
    Redo,
}

/// What is being looked at in a matching.
#[derive(Clone, Debug, Default)]
pub struct MatchView {
    /// What the documents are listed by.
    pub sort: MatchSort,
    /// Whether the largest come first.
    pub descending: bool,
    /// Which are listed.
    pub filter: MatchFilter,
    /// The part they are of.
    pub part: Option<Part>,
    /// What a person said.
    pub reviews: Reviews,
    /// The target document chosen to compare with; `None`: the nearest.
    pub chosen: Option<usize>,
    /// The two documents compared.
    pub compared: Option<Arc<Compared>>,
    pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Forgets what was compared: the words it was compared by are no longer those of the corpus.
    pub(super) fn forget(&mut self) {
        (self.compared, self.pool, self.chosen) = (None, None, None);
    }
}

/// A source document beside a candidate.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The source document.
    pub source: usize,
    /// The target document.
    pub target: usize,
    /// The squared distance of their kernel means.
    pub distance: f64,
    /// Target documents nearest to the source with their squared distances, nearest first.
    pub candidates: Vec<(usize, f64)>,
    /// Each word's share of the squared distance, the largest first; they sum to it.
    pub shares: Vec<WordShare>,
    /// The witness `m(X_i) - m(Y_j)` as a weight for each word (V).
    pub witness: Arc<Vec<f64>>,
    /// The weight of each word in the source document and in the target document (V × 2).
    pub spread: Arc<Array2<f64>>,
    rows: Arc<Vec<MatchRow>>,
}

/// The candidates of one part.
#[derive(Debug)]
struct Pool {
    dataset: Arc<Dataset>,
    part: Option<Part>,
    targets: Vec<usize>,
    weights: crate::corpus::Csr,
}

/// The rows listed, in order.
pub fn listed(view: &MatchView, basis: &Basis, said: &Matched) -> Vec<MatchRow> {
    let in_part = |row: &&MatchRow| view.part.is_none_or(|part| basis.parts[row.document] == Some(part));
    let mut rows: Vec<MatchRow> = said.rows.iter().filter(in_part).copied().collect();
    match view.filter {
        MatchFilter::All => {}
        MatchFilter::Wrong => rows.retain(|row| row.rank.is_some_and(|rank| rank > 1)),
        MatchFilter::Unreviewed => {
            rows.retain(|row| view.reviews.get(row.document).and_then(|review| review.verdict).is_none());
        }
        MatchFilter::LowMargin => {
            let mut margins: Vec<f64> = rows.iter().map(|row| row.margin).collect();
            margins.sort_by(f64::total_cmp);
            let most = margins.get(margins.len() / 4).copied().unwrap_or(f64::INFINITY);
            rows.retain(|row| row.margin <= most);
        }
    }
    let verdict = |row: &MatchRow| match view.reviews.get(row.document).and_then(|review| review.verdict) {
        Some((Verdict::Accepted, _)) => 0,
        Some((Verdict::Rejected, _)) => 1,
        None => 2,
    };
    rows.sort_by(|a, b| {
        let order = match view.sort {
            MatchSort::Document => a.document.cmp(&b.document),
            MatchSort::Rank => a.rank.cmp(&b.rank),
            MatchSort::Distance => a.best_distance.total_cmp(&b.best_distance),
            MatchSort::Margin => a.margin.total_cmp(&b.margin),
            MatchSort::Reverse => a.reverse_rank.cmp(&b.reverse_rank),
            MatchSort::Verdict => verdict(a).cmp(&verdict(b)),
        };
        let order = if view.descending { order.reverse() } else { order };
        order.then(a.document.cmp(&b.document))
    });
    rows
}

/// Precision@R for R = 1 to `most` of one part (T 6.15), source to target and back; none for a part without pairs.
pub fn precision(basis: &Basis, said: &Matched, part: Part, most: usize) -> Option<[Vec<f64>; 2]> {
    let rows = || said.rows.iter().filter(|row| basis.parts[row.document] == Some(part));
    let ranks: [Vec<usize>; 2] =
        [rows().filter_map(|row| row.rank).collect(), rows().filter_map(|row| row.reverse_rank).collect()];
    let share = |ranks: &[usize], r: usize| ranks.iter().filter(|&&rank| rank <= r).count() as f64 / ranks.len().max(1) as f64;
    let curve = |ranks: &Vec<usize>| (1..=most).map(|r| share(ranks, r)).collect();
    (!ranks[0].is_empty()).then(|| [curve(&ranks[0]), curve(&ranks[1])])
}

/// Applies a gesture.
pub fn apply(workspace: &mut Workspace, action: MatchAction) {
    match action {
        MatchAction::Sort(sort) => {
            let view = &mut workspace.matches;
            view.descending = view.sort == sort && !view.descending;
            view.sort = sort;
        }
        MatchAction::Filter(filter) => workspace.matches.filter = filter,
        MatchAction::OfPart(part) => workspace.matches.part = part,
        MatchAction::Compare(target) => {
            workspace.matches.chosen = Some(target);
            compare(workspace);
        }
        MatchAction::Next => walk(workspace, 1),
        MatchAction::Previous => walk(workspace, -1),
        MatchAction::Judge(verdict) => {
            if let Some(compared) = workspace.matches.compared.clone() {
                workspace.matches.reviews.judge(compared.source, compared.target, verdict);
            }
        }
        MatchAction::Note(note) => {
            if let Some(compared) = workspace.matches.compared.clone() {
                workspace.matches.reviews.note(compared.source, note);
            }
        }
        MatchAction::Undo | MatchAction::Redo => {
            let reviews = &mut workspace.matches.reviews;
            let about = if action == MatchAction::Undo { reviews.undo() } else { reviews.redo() };
            if let Some(source) = about {
                look_at(workspace, source);
            }
        }
    }
}

/// Looks at the next or previous document listed.
fn walk(workspace: &mut Workspace, by: isize) {
    let (Some(basis), Some(said)) = (&workspace.basis, workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()))
    else {
        return;
    };
    let rows = listed(&workspace.matches, basis, said);
    let now = workspace.matches.compared.as_ref().map(|compared| compared.source);
    let place = rows.iter().position(|row| Some(row.document) == now);
    let next = match place {
        Some(place) => place.saturating_add_signed(by).min(rows.len().saturating_sub(1)),
        None => 0,
    };
    if let Some(row) = rows.get(next) {
        look_at(workspace, row.document);
    }
}

fn look_at(workspace: &mut Workspace, source: usize) {
    workspace.selection = Selection::Document(source);
    workspace.document = Some(source);
    select(workspace, source);
}

/// Takes note of a document chosen: a source document is compared with its nearest candidate, a target document with
/// the source it belongs to.
pub fn select(workspace: &mut Workspace, document: usize) {
    let Some(pairs) = workspace.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs()) else { return };
    let source = match pairs.side(document) {
        Side::Source => Some(document),
        Side::Target => pairs.partner.get(document).copied().flatten(),
    };
    let chosen = (pairs.side(document) == Side::Target).then_some(document);
    let Some(source) = source else { return };
    let same = workspace.matches.compared.as_ref().is_some_and(|compared| compared.source == source);
    if !same || chosen.is_some() {
        workspace.matches.chosen = chosen;
    }
    workspace.document = Some(source);
    workspace.layers.field = true;
    compare(workspace);
}

/// Compares the document looked at with its candidate under the present machine.
pub fn compare(workspace: &mut Workspace) {
    let Some(source) = workspace.document else { return };
    let (Some(dataset), Some(basis)) = (&workspace.dataset, &workspace.basis) else { return };
    let Some(said) = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()) else { return };
    let part = basis.parts.get(source).copied().flatten();
    let known = workspace.matches.pool.as_ref().filter(|pool| Arc::ptr_eq(&pool.dataset, dataset) && pool.part == part);
    let pool = known.map_or_else(|| Arc::new(Pool::of(dataset, basis, part)), Arc::clone);
    let compared = Compared::new(dataset, said, &pool, source, workspace.matches.chosen);
    workspace.matches.pool = Some(pool);
    if let Some(compared) = compared {
        workspace.layers.field_of = FieldOf::Witness { source, target: compared.target };
        workspace.matches.compared = Some(Arc::new(compared));
        workspace.redraw();
    }
}

/// Brings the comparison up to date with a new snapshot: the candidates are looked for again only with new rows.
pub fn refresh(workspace: &mut Workspace) {
    let Some(compared) = workspace.matches.compared.as_ref() else { return };
    let Some(said) = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()) else { return };
    if !Arc::ptr_eq(&compared.rows, &said.rows) {
        compare(workspace);
    }
}

impl Pool {
    fn of(dataset: &Arc<Dataset>, basis: &Basis, part: Option<Part>) -> Self {
        let documents: Vec<usize> = (0..dataset.corpus.len()).filter(|&i| basis.parts[i] == part).collect();
        let found = matching::Part::of(dataset, &documents);
        Self { dataset: Arc::clone(dataset), part, targets: found.targets, weights: found.sides.target }
    }
}

impl Compared {
    fn new(dataset: &Dataset, said: &Matched, pool: &Pool, source: usize, chosen: Option<usize>) -> Option<Self> {
        let machine: &MatchModel = &said.machine;
        if machine.words.len() != dataset.words.len() {
            return None;
        }
        let candidates = machine.means(Side::Target, pool.weights.clone());
        let query = alone(dataset, machine, source);
        let near: Vec<(usize, f64)> =
            machine.candidates(&query, 0, &candidates, CANDIDATES).into_iter().map(|(at, d)| (pool.targets[at], d)).collect();
        let target = chosen.or_else(|| near.first().map(|&(target, _)| target))?;
        let other = alone(dataset, machine, target);
        let distance = machine.between(&query, &other)[[0, 0]];
        let weights = machine.witness(&query, 0, &other, 0);
        let mut shares = machine.shares(&weights);
        shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        let witness = Arc::new(machine.coefficients(&weights).into_raw_vec_and_offset().0);
        let side = |word: usize, side: Side| if machine.side_of(word) == side { witness[word].abs() } else { 0.0 };
        let spread = Arc::new(Array2::from_shape_fn((witness.len(), 2), |(word, column)| {
            side(word, if column == 0 { Side::Source } else { Side::Target })
        }));
        Some(Self { spread, source, target, distance, candidates: near, shares, witness, rows: Arc::clone(&said.rows) })
    }
}

/// One document by itself.
fn alone(dataset: &Dataset, machine: &MatchModel, document: usize) -> Means {
    let found = matching::Part::of(dataset, &[document]);
    if found.sources.is_empty() {
        machine.means(Side::Target, found.sides.target)
    } else {
        machine.means(Side::Source, found.sides.source)
    }
}

#[cfg(test)]
#[path = "matching_tests.rs"]
mod tests;
