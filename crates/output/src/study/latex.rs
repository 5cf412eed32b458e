//! Tables of a study in LaTeX: a `tabular` for each corpus.

use std::fmt::Write as _;

use super::{
    layout::{Layout, title_of},
    unit::{differs, spread, title},
};
use crate::table::escaped;
use wordfield_core::study::LEVEL;

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
                let (mut shown, marks) = (spread(row, "$\\pm$"), differs(row));
                if row.leads_test {
                    shown = format!("\\underline{{{shown}}}");
                }
                if row.best {
                    return format!("\\textbf{{{shown}}}");
                }
                let of = ["$^\\dagger$", "$^\\ddagger$"].iter().zip(marks).filter(|(_, is)| *is).map(|(mark, _)| *mark);
                shown + &of.collect::<String>()
            });
            let _ = writeln!(text, "{} \\\\", [escaped(name)].into_iter().chain(cells).collect::<Vec<_>>().join(" & "));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
    }
    let _ = writeln!(
        text,
        "% Mean and standard deviation over seeds. Bold: best by the development score, or several that tie. Underlined: best mean on\n\
         % the test part. Dagger: differs from the first best, p <= {LEVEL} by the corrected resampled t-test; double dagger: by a test\n\
         % in which documents and splits vary together. Both are adjusted by Holm's method."
    );
    text
}
