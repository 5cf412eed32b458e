//! Tables of the study of methods: a row for each method, training size and value of each axis, and the documents that two of them predict differently.

use std::{collections::BTreeSet, sync::Arc};

use super::runs::differing_documents;
use crate::{MethodsState, Workspace};
use wordfield_core::study::{DifferenceFromBest, McNemarOfSeed, Row};
use wordfield_output::{Look, Place, Table, Tone};

/// Study table, by method, size and axes: mean and deviation of the test score, tests against the best, seconds, problem.
pub(super) fn study(workspace: &Workspace) -> Option<Table<'_>> {
    let MethodsState { shown, chosen, .. } = &workspace.methods;
    let shown = shown.as_deref()?;
    let rows = &shown.rows[..];
    let number = |of: fn(&Row) -> Option<f64>| move |row: usize| of(&rows[row]).unwrap_or(f64::NAN);
    let against = |of: fn(&DifferenceFromBest) -> Option<f64>| {
        move |row: usize| rows[row].against_best.as_ref().and_then(of).unwrap_or(f64::NAN)
    };
    let mut table = Table::new("study", rows.len())
        .text("method", |row| rows[row].label.as_str())
        .items(|row| row)
        .text("train", |row| rows[row].train.as_str())
        .wide(64.0)
        .hint("size of the training part: documents or pairs, or a share of them");
    let axes: BTreeSet<&String> = rows.iter().flat_map(|row| row.at.keys()).collect();
    for axis in axes {
        table = table.text(axis, move |row| rows[row].at.get(axis).map_or("", String::as_str)).wide(48.0);
    }
    let problem = |row: usize| rows[row].problem.as_deref().unwrap_or_default();
    let place = |row: usize| {
        let place = chosen.iter().position(|chosen| *chosen == row);
        place.map_or("", |place| ["first", "second"][place])
    };
    let table = table
        .number(shown.score(), 3, number(|row| row.mean))
        .wide(96.0)
        .hint("mean over the finished seeds")
        .number("± sd", 3, number(|row| row.sd))
        .wide(52.0)
        .hint("sample standard deviation over the finished seeds")
        .text("seeds", |row| format!("{} of {}", rows[row].finished(), rows[row].seeds.len()))
        .wide(56.0)
        .number("development", 3, number(|row| row.development))
        .wide(96.0)
        .hint("mean of the same score on the development part, which chooses the best method of each training size")
        .text("best", |row| if rows[row].best { "best" } else if rows[row].leads_test { "test" } else { "" })
        .wide(44.0)
        .hint("best: chosen by the development score, or several that tie; test: the best mean on the test part, which chooses nothing")
        .number("difference", 4, against(|against| Some(against.difference)))
        .hint("mean difference of the score from the best method")
        .only(Place::File)
        .number("p", 4, against(|against| Some(against.corrected_t?.p)))
        .wide(58.0)
        .hint("corrected resampled t-test against the best method over the seeds (Nadeau and Bengio 2003)")
        .number("p, Holm", 4, against(|against| against.p_holm))
        .wide(64.0)
        .hint("p adjusted by Holm's method for all methods that are compared with the best one")
        .number("p, documents and splits", 4, against(|against| Some(against.crossed?.p_holm)))
        .wide(64.0)
        .hint("test in which documents and splits vary together, from three seeds on; adjusted by Holm's method")
        .number("least difference", 4, against(|against| Some(against.crossed?.least_difference)))
        .wide(64.0)
        .hint("smaller differences could not have been significant: a row without a mark is not shown to be level")
        .text("McNemar p (least p) by seed", |row| mcnemar(&rows[row]))
        .hint("exact McNemar's test of each seed's test documents, and the least p that it could have found")
        .number("seconds", 1, number(|row| row.seconds))
        .wide(64.0)
        .hint("mean seconds of a cell: training and scores, on one thread")
        .text("chosen", place)
        .wide(60.0)
        .text("problem", problem);
    Some(table.styled(move |row| Look::from(Tone::Rejected).tip(problem(row))))
}

/// Text of McNemar's tests in a study's row, one for each seed.
fn mcnemar(row: &Row) -> String {
    let one = |test: &McNemarOfSeed| format!("{:.3} ({:.3})", test.p, test.least_p);
    let tests = row.against_best.iter().flat_map(|against| &against.mcnemar);
    tests.map(one).collect::<Vec<_>>().join("; ")
}

/// Table of test documents that the two chosen methods predict differently.
pub(super) fn documents(workspace: &Workspace) -> Option<Table<'_>> {
    let difference = workspace.methods.difference.as_ref()?;
    let side = |side: usize| (difference.cells[side].title(), Arc::clone(&difference.tests[side]));
    differing_documents("study documents", workspace, [side(0), side(1)], Arc::clone(&difference.differing))
}
