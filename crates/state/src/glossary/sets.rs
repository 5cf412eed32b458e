//! Terms of the comparison of two sets: discrepancy, test, witness.

use super::{Term, show, values};
use crate::{SetsFound, Workspace};

terms! {
    SETS:
    MMD = Term::new(
        "Maximum mean discrepancy",
        "MMD²",
        "MMD² is the squared distance of the means of two sets in the kernel's space. The unbiased estimate leaves out each document's \
         similarity with itself, so it may fall below 0.",
        "MMD² = ‖m_A - m_B‖²",
        mmd,
    )
    .seen(show::compare)
    .taught("mmd");
    P_VALUE = Term::new(
        "Permutation p-value",
        "p",
        "The documents of both sets are mixed and split at random many times. The p-value is the share of splits that differ at least \
         as much as the two sets do.",
        "p = (1 + splits ≥ observed) / (1 + splits)",
        p_value,
    )
    .seen(show::compare)
    .taught("permutation");
    PERMUTATIONS = Term::new(
        "Permutations",
        "",
        "Each permutation is one random split of the pooled documents into two sets of the same sizes. More of them give a finer \
         p-value and take longer.",
        "smallest p = 1 / (1 + permutations)",
        |workspace| Some(permutations(workspace)),
    )
    .seen(show::compare)
    .taught("permutation");
    WITNESS = Term::new(
        "Witness",
        "m_A - m_B",
        "The witness is, among all functions of norm 1, the one whose means over two sets differ most. It is positive where the first \
         set is denser and negative where the second is.",
        "w(x) = m_A(x) - m_B(x)",
        witness,
    )
    .seen(show::compare)
    .taught("witness");
}

fn found(workspace: &Workspace) -> Option<(String, &SetsFound)> {
    let (dataset, found) = (values::dataset(workspace)?, workspace.compare.sets.study.found()?);
    let [first, second] = [0, 1].map(|place| found.key.sets[place].name(dataset));
    Some((format!("{first} and {second}"), found))
}

fn mmd(workspace: &Workspace) -> Option<String> {
    let (names, found) = found(workspace)?;
    let unbiased = found.test.mmd.unbiased.map_or_else(String::new, |mmd| format!(", unbiased {}", values::number(mmd)));
    Some(format!("{names}: MMD² = {}{unbiased}", values::number(found.test.mmd.biased)))
}

fn p_value(workspace: &Workspace) -> Option<String> {
    let test = &found(workspace)?.1.test;
    let (splits, far, p) = (test.null.len(), test.as_far(), values::number(test.p));
    Some(if test.exact {
        format!("p = {far} / {splits} = {p}, of all splits")
    } else {
        format!("p = (1 + {far}) / (1 + {splits}) = {p}")
    })
}

fn permutations(workspace: &Workspace) -> String {
    let count = workspace.compare.sets.permutations;
    match found(workspace).map(|(_, found)| &found.test).filter(|test| test.exact) {
        Some(test) => format!("all {} splits are counted", test.null.len()),
        None => format!("1 / (1 + {count}) = {}", values::number(1.0 / (1 + count) as f64)),
    }
}

fn witness(workspace: &Workspace) -> Option<String> {
    let (names, found) = found(workspace)?;
    let largest = found.shares.iter().max_by(|a, b| a.weight.abs().total_cmp(&b.weight.abs()))?;
    let word = values::quoted(workspace, largest.word);
    Some(format!("{names}: the largest weight is that of {word}, {}", values::number(largest.weight)))
}
