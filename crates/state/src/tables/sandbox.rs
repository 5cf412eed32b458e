//! Tables of the sandbox: its points, and the random splits of its permutation test.

use crate::Workspace;
use wordfield_output::{Rows, Table, answers};

/// Table of every point with its set, weight and the value of the drawn surface; `None` without points.
pub(super) fn points(workspace: &Workspace) -> Option<Table<'_>> {
    let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
    let sets = model.sets.iter().enumerate();
    let rows: Rows<(usize, usize)> = sets.flat_map(|(set, of)| (0..of.points.len()).map(move |point| (set, point))).collect();
    if rows.is_empty() {
        return None;
    }
    let surface = model.surface.at(model, values, values.x.view());
    let point = |&(set, point): &(usize, usize)| model.sets[set].points[point];
    let table = Table::new("points", rows.len())
        .text("set", rows.cells(|&(set, _)| model.sets[set].name.as_str()))
        .number("x", 3, rows.cells(move |row| point(row).at[0]))
        .number("y", 3, rows.cells(move |row| point(row).at[1]))
        .number("weight", 2, rows.cells(move |row| point(row).weight));
    Some(match surface {
        Some(surface) => table.number("surface", 4, move |row| surface[row]).hint("value of the drawn surface at the point"),
        None => table,
    })
}

/// Table of MMD² for the compared point sets, then for every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    Some(answers::permutations("sandbox-permutations", workspace.sandbox.test()?.0))
}
