//! Glossary terms of the comparison of two sets: discrepancy, test, witness function.

use super::{Term, View, values};
use crate::{SetsFound, Tab, Workspace};
use wordfield_core::metric::{Mmd, MmdTest};

pub(super) static SETS: &[&Term] = &[&MMD, &P_VALUE, &PERMUTATIONS, &WITNESS];

pub static MMD: Term = Term::new("mmd", mmd).seen(View::Tab(Tab::Compare)).taught("mmd");
pub static P_VALUE: Term = Term::new("p-value", p_value).seen(View::Tab(Tab::Compare)).taught("permutation");
pub static PERMUTATIONS: Term =
    Term::new("permutations", |workspace| Some(permutations(workspace))).seen(View::Tab(Tab::Compare)).taught("permutation");
pub static WITNESS: Term = Term::new("witness", witness).seen(View::Tab(Tab::Compare)).taught("witness");

fn found(workspace: &Workspace) -> Option<(String, &SetsFound)> {
    let (dataset, found) = (values::dataset(workspace)?, workspace.compare.sets.study.found()?);
    let [first, second] = [0, 1].map(|place| found.key.sets[place].name(dataset));
    Some((format!("{first} and {second}"), found))
}

fn mmd(workspace: &Workspace) -> Option<String> {
    let (names, found) = found(workspace)?;
    Some(discrepancy(&names, found.test.mmd))
}

/// MMD² of two named sets.
pub(super) fn discrepancy(names: &str, mmd: Mmd) -> String {
    let unbiased = mmd.unbiased.map_or_else(String::new, |mmd| format!(", unbiased {}", values::number(mmd)));
    format!("{names}: MMD² = {}{unbiased}", values::number(mmd.biased))
}

fn p_value(workspace: &Workspace) -> Option<String> {
    Some(counted(&found(workspace)?.1.test))
}

/// The p-value of a permutation test, with the counts put into its formula.
pub(super) fn counted(test: &MmdTest) -> String {
    let (splits, far, p) = (test.null.len(), test.as_far(), values::number(test.p));
    if test.exact {
        format!("p = {far} / {splits} = {p}, of all splits")
    } else {
        format!("p = (1 + {far}) / (1 + {splits}) = {p}")
    }
}

fn permutations(workspace: &Workspace) -> String {
    let count = workspace.choices.compared.permutations;
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
