//! Glossary terms of pairs: distance, ranks, precision, doubt.

use super::{Term, View, values};
use crate::{Focus, PairMode, Tab, Workspace, explain::Part};
use wordfield_core::{corpus::TaskKind, experiment::CheckedPair, model::pairs::MatchRow};

const PAIRED: &[TaskKind] = &[TaskKind::Pairs];

pub(super) static PAIRS: &[&Term] = &[&DISTANCE, &RANK, &REVERSE_RANK, &MATCH_MARGIN, &PRECISION, &DOUBT];

pub static DISTANCE: Term = Term::new("distance", distance).of(PAIRED).seen(View::Pairs(PairMode::Find)).taught("hubs");
pub static RANK: Term = Term::new("rank", rank).of(PAIRED).seen(View::Pairs(PairMode::Find)).taught("hubs");
pub static REVERSE_RANK: Term = Term::new("reverse-rank", reverse_rank).of(PAIRED).seen(View::Pairs(PairMode::Find));
pub static MATCH_MARGIN: Term = Term::new("match-margin", margin).of(PAIRED).seen(View::Pairs(PairMode::Find));
pub static PRECISION: Term = Term::new("precision", precision).of(PAIRED).seen(View::Tab(Tab::Evaluation)).taught("hubs");
pub static DOUBT: Term = Term::new("doubt", |workspace| Some(doubt(workspace))).of(PAIRED).seen(View::Pairs(PairMode::Check));

/// Match row of the glossary's examples: of the compared or inspected document, or of the first test document with a partner.
fn row(workspace: &Workspace) -> Option<&MatchRow> {
    let matched = workspace.matches()?;
    let compared = workspace.matches.view.compared.as_ref().map(|compared| compared.source);
    let focus = if let Focus::Document(document) = workspace.choices.focus { Some(document) } else { None };
    let own = compared.into_iter().chain(focus).find_map(|document| matched.row(document));
    let test = || Part::Test.documents(values::dataset(workspace)?).iter().find_map(|&document| matched.row(document));
    own.or_else(test).or(matched.rows.first())
}

/// Open pair with its scores by a held-out model, if the comparison is by that model.
fn held_out(workspace: &Workspace) -> Option<&CheckedPair> {
    Some(&workspace.matches.view.compared.as_ref()?.held_out.as_ref()?.pair)
}

fn distance(workspace: &Workspace) -> Option<String> {
    if let Some(compared) = &workspace.matches.view.compared {
        let [source, target] = [compared.source, compared.target].map(|document| values::title(workspace, document));
        return Some(format!("{source} and {target}: d = {}", values::number(compared.distance)));
    }
    let row = row(workspace)?;
    let [source, best] = [row.document, row.best].map(|document| values::title(workspace, document));
    Some(format!("{source} and its nearest candidate {best}: d = {}", values::number(row.best_distance)))
}

fn rank(workspace: &Workspace) -> Option<String> {
    let (document, rank) = match held_out(workspace) {
        Some(pair) => (pair.source, pair.rank),
        None => row(workspace).and_then(|row| Some((row.document, row.rank?)))?,
    };
    Some(format!("{}: its partner has rank {rank}", values::title(workspace, document)))
}

fn reverse_rank(workspace: &Workspace) -> Option<String> {
    let (document, rank) = match held_out(workspace) {
        Some(pair) => (pair.source, pair.reverse_rank),
        None => row(workspace).and_then(|row| Some((row.document, row.reverse_rank?)))?,
    };
    Some(format!("{}: rank {rank} among the partner's candidates", values::title(workspace, document)))
}

fn margin(workspace: &Workspace) -> Option<String> {
    let (document, first, margin) = match held_out(workspace) {
        Some(pair) => (pair.source, pair.candidates.first()?.1, pair.margin()?),
        None => row(workspace).filter(|row| row.margin.is_finite()).map(|row| (row.document, row.best_distance, row.margin))?,
    };
    let [second, first, margin] = [first + margin, first, margin].map(values::number);
    Some(format!("{}: {second} - {first} = {margin}", values::title(workspace, document)))
}

fn precision(workspace: &Workspace) -> Option<String> {
    let derived = workspace.derived()?;
    let found = [workspace.choices.part, Part::Test, Part::Train].into_iter();
    let (part, precision) = found.into_iter().find_map(|part| Some((part, derived.precision(part)?)))?;
    let at = |k: usize| format!("P@{k} = {:.1} %", 100.0 * precision.there.get(k - 1).copied().unwrap_or(1.0));
    let deciding = values::deciding(workspace);
    Some(format!("{} part, {} pairs: {}, {}{deciding}", part.name(), precision.pairs, at(1), at(5)))
}

fn doubt(workspace: &Workspace) -> String {
    let example = "a doubt of 0.69 is a probability of 0.5";
    let checked = held_out(workspace).or_else(|| workspace.checked_pair(row(workspace)?.document));
    checked.map_or_else(
        || format!("not checked yet; {example}"),
        |pair| {
            let [doubt, probability] = [pair.doubt, (-pair.doubt).exp()].map(values::number);
            format!("{}: doubt {doubt}, a probability of {probability}", values::title(workspace, pair.source))
        },
    )
}
