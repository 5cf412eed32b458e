//! Terms of pairs: distance, ranks, precision, doubt.

use super::{Term, show, values};
use crate::{Focus, Workspace, explain::Part};
use wordfield_core::{corpus::TaskKind, experiment::CheckedPair, model::pairs::MatchRow};

const PAIRED: &[TaskKind] = &[TaskKind::Pairs];

terms! {
    PAIRS:
    DISTANCE = Term::new(
        "Squared distance",
        "d",
        "Two documents are near if their kernel means are alike. The distance is 0 for equal means and grows with what only one of the \
         two texts contains.",
        "d_ij = S_ii + S_jj - 2 S_ij",
        distance,
    )
    .of(PAIRED)
    .seen(show::candidates)
    .taught("hubs");
    RANK = Term::new(
        "Rank",
        "",
        "The rank is the number of candidates that lie at most as far as the true partner, itself included. Rank 1 means that the \
         partner is the nearest of all.",
        "rank = number of j with d_ij ≤ d_i,partner",
        rank,
    )
    .of(PAIRED)
    .seen(show::candidates)
    .taught("hubs");
    REVERSE_RANK = Term::new(
        "Reverse rank",
        "",
        "The reverse rank looks from the partner back to the source document. A text that is near to everything has good ranks one way \
         only.",
        "reverse rank = number of i with d_ij ≤ d_own,j",
        reverse_rank,
    )
    .of(PAIRED)
    .seen(show::candidates);
    MATCH_MARGIN = Term::new(
        "Margin of a match",
        "",
        "The margin is how much farther the second candidate lies than the first. A small margin means that two candidates are almost \
         equally good.",
        "margin = d of the second - d of the first",
        margin,
    )
    .of(PAIRED)
    .seen(show::candidates);
    PRECISION = Term::new(
        "Precision@k",
        "P@k",
        "Precision@k is the share of documents whose true partner is among their k nearest candidates. Guessing gives k divided by \
         the number of candidates.",
        "P@k = documents with rank ≤ k / all documents",
        precision,
    )
    .of(PAIRED)
    .seen(show::evaluation)
    .taught("hubs");
    DOUBT = Term::new(
        "Doubt",
        "",
        "Models that were not trained on a pair give the probability that its two texts choose each other among all candidates. The \
         doubt is the negative logarithm of this probability.",
        "doubt = -ln P(target | source) - ln P(source | target)",
        |workspace| Some(doubt(workspace)),
    )
    .of(PAIRED)
    .seen(show::check);
}

/// The row of the examples: that of the compared or inspected document, or the first of the test part with a partner.
fn row(workspace: &Workspace) -> Option<&MatchRow> {
    let matched = workspace.matches()?;
    let compared = workspace.documents.view.pairs.compared.as_ref().map(|compared| compared.source);
    let focus = if let Focus::Document(document) = workspace.selection.focus { Some(document) } else { None };
    let own = compared.into_iter().chain(focus).find_map(|document| matched.row(document));
    let test = || Part::Test.documents(values::dataset(workspace)?).iter().find_map(|&document| matched.row(document));
    own.or_else(test).or(matched.rows.first())
}

/// The open pair as judged by a model that was not trained on it, if the comparison is that model's.
fn held_out(workspace: &Workspace) -> Option<&CheckedPair> {
    Some(&workspace.documents.view.pairs.compared.as_ref()?.held_out.as_ref()?.pair)
}

fn distance(workspace: &Workspace) -> Option<String> {
    if let Some(compared) = &workspace.documents.view.pairs.compared {
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
    let found = [workspace.documents.part, Part::Test, Part::Train].into_iter();
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
