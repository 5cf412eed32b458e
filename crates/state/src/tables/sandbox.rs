//! Tables of the sandbox: its points, and the random splits of its permutation test.

use std::sync::Arc;

use crate::Workspace;
use wordfield_output::{Table, answers};

/// Table of every point with its set, weight and the value of the drawn surface; `None` without points.
pub(super) fn points(workspace: &Workspace) -> Option<Table<'_>> {
    let (model, values) = (workspace.sandbox.model(), workspace.sandbox.values());
    let rows: Arc<Vec<(usize, usize)>> = Arc::new(
        model.sets.iter().enumerate().flat_map(|(set, of)| (0..of.points.len()).map(move |point| (set, point))).collect(),
    );
    if rows.is_empty() {
        return None;
    }
    let surface = model.surface.at(model, values, values.x.view());
    let at = || {
        let rows = Arc::clone(&rows);
        move |row: usize| rows[row]
    };
    let (set, x, y, weight) = (at(), at(), at(), at());
    let point = move |(set, point): (usize, usize)| model.sets[set].points[point];
    let table = Table::new("points", rows.len())
        .text("set", move |row| model.sets[set(row).0].name.as_str())
        .number("x", 3, move |row| point(x(row)).at[0])
        .number("y", 3, move |row| point(y(row)).at[1])
        .number("weight", 2, move |row| point(weight(row)).weight);
    Some(match surface {
        Some(surface) => table.number("surface", 4, move |row| surface[row]).hint("value of the drawn surface at the point"),
        None => table,
    })
}

/// Table of MMD² for the compared point sets, then for every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    Some(answers::permutations("sandbox-permutations", workspace.sandbox.test()?.0))
}
