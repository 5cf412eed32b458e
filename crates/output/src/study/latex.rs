//! Tables of a study in LaTeX: a `tabular` for each corpus.

use std::fmt::Write as _;

use super::{
    layout::{Layout, title_of},
    unit::{LEVEL, differs, spread, title},
};
use crate::table::escaped;

/// LaTeX table for each corpus of a study, with the rules of booktabs.
pub(super) fn write(layout: &Layout<'_>) -> String {
    let mut text = String::from("% \\usepackage{booktabs}\n");
    for table in &layout.corpora {
        let _ = writeln!(text, "% {}: {}", table.corpus.replace('\n', " "), title(table.metric));
        let _ = writeln!(text, "\\begin{{tabular}}{{l{}}}\n\\toprule", "r".repeat(table.columns.len()));
        let titles = [escaped(table.corpus)].into_iter().chain(table.columns.iter().map(|column| escaped(title_of(column))));
        let _ = writeln!(text, "{} \\\\\n\\midrule", titles.collect::<Vec<_>>().join(" & "));
        for (name, cells) in &table.rows {
            let cells = cells.iter().map(|row| {
                let Some(row) = row else { return String::new() };
                let (shown, mark) = (spread(row, "$\\pm$"), if differs(row) { "$^\\dagger$" } else { "" });
                if row.best { format!("\\textbf{{{shown}}}") } else { format!("{shown}{mark}") }
            });
            let _ = writeln!(text, "{} \\\\", [escaped(name)].into_iter().chain(cells).collect::<Vec<_>>().join(" & "));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
    }
    let _ = writeln!(
        text,
        "% Mean and standard deviation over seeds. Bold: best by the development score. Dagger: differs from the best, p <= {LEVEL} by\n\
         % the corrected resampled t-test, adjusted by Holm's method."
    );
    text
}
