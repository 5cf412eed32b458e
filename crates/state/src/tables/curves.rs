//! Tables of a run's curves.

use crate::Workspace;
use wordfield_output::Table;

/// Table of the objective by iteration.
pub(super) fn objective(workspace: &Workspace) -> Option<Table<'_>> {
    let curve = Some(&workspace.run.curves.objective[..]).filter(|curve| !curve.is_empty())?;
    let table = Table::new("objective", curve.len()).integer("iteration", |row| Some(curve[row][0] as usize)).number(
        "objective",
        4,
        |row| curve[row][1],
    );
    Some(table)
}

/// Table of the parts' scores by iteration.
pub(super) fn scores(workspace: &Workspace) -> Option<Table<'_>> {
    let curves = &workspace.run.curves;
    let parts = [("train", &curves.train[..]), ("development", &curves.dev[..]), ("test", &curves.test[..])];
    // The three parts are evaluated at the same iterations, unless a part is empty.
    let longest = parts.map(|(_, curve)| curve).into_iter().max_by_key(|curve| curve.len())?;
    let metric = workspace.choices.settings.params.kind().info().metric.name();
    let mut table = Table::new("scores", longest.len()).integer("iteration", |row| Some(longest[row][0] as usize));
    for (name, curve) in parts {
        table = table.number(format!("{metric} {name}"), 4, move |row| {
            let place = curve.binary_search_by(|point| point[0].total_cmp(&longest[row][0]));
            place.map_or(f64::NAN, |place| curve[place][1])
        });
    }
    Some(table)
}
