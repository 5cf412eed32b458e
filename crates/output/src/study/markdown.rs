//! Tables of a study in Markdown.

use std::fmt::Write as _;

use wordfield_core::study::{LEVEL, McNemarOfSeed, Row};

use super::{
    layout::{CorpusTable, Layout, title_of},
    unit::{difference, differs, number, spread, title},
};

/// Markdown table for each corpus of a study, followed by the differences from the best rows.
pub(super) fn write(layout: &Layout<'_>) -> String {
    let mut text = String::new();
    for table in &layout.corpora {
        let _ = writeln!(text, "### {}: {}\n", table.corpus, title(table.metric));
        let columns = table.columns.iter().map(|column| title_of(column));
        line(&mut text, [layout.across].into_iter().chain(columns));
        line(&mut text, (0..=table.columns.len()).map(|_| "---"));
        for (name, cells) in &table.rows {
            let cell = |row: Option<&Row>| {
                let Some(row) = row else { return String::new() };
                let (mut shown, marks) = (spread(row, "±"), differs(row));
                if row.leads_test {
                    shown = format!("<u>{shown}</u>");
                }
                if row.best {
                    return format!("**{shown}**");
                }
                let of = [" †", " ‡"].iter().zip(marks).filter(|(_, is)| *is).map(|(mark, _)| *mark);
                shown + &of.collect::<String>()
            };
            line(&mut text, [name.clone()].into_iter().chain(cells.iter().copied().map(cell)));
        }
        text.push('\n');
        differences(&mut text, table);
    }
    let _ = writeln!(
        text,
        "Mean ± standard deviation over seeds. Bold: chosen on development scores, the best of its corpus and training size, or \
         several that tie; a method that chooses its iteration on these scores too has an advantage there. Underlined: the best \
         mean on the test part, which chooses nothing. †: differs from the first best, p ≤ {LEVEL} by the corrected resampled \
         t-test, which finds little where the test part is many times larger than the training part. ‡: by a test in which \
         documents and splits vary together, from three seeds on. Both are adjusted by Holm's method. A row without a mark is not \
         shown to be level: smaller differences than the least one given could not be marked. McNemar's tests hold for one split \
         each."
    );
    text
}

/// Markdown table of a corpus's tests against its best rows.
fn differences(text: &mut String, table: &CorpusTable<'_>) {
    if table.compared().next().is_none() {
        return;
    }
    let titles = [
        "against the best",
        "column",
        "difference",
        "p, corrected t",
        "p, Holm",
        "p, documents and splits, Holm",
        "least difference marked",
        "p, McNemar by seed",
        "least p by seed",
    ];
    line(text, titles);
    line(text, titles.map(|_| "---"));
    for (name, column, row) in table.compared() {
        let Some(against) = &row.against_best else { continue };
        let p = |p: Option<f64>| p.map_or_else(|| "–".to_owned(), p_value);
        let by_seed =
            |of: fn(&McNemarOfSeed) -> f64| against.mcnemar.iter().map(|test| p_value(of(test))).collect::<Vec<_>>().join(" ");
        let t = p(against.corrected_t.map(|test| test.p));
        let least = against.crossed.map_or_else(|| "–".to_owned(), |test| number(&row.metric, test.least_difference));
        let crossed = p(against.crossed.map(|test| test.p_holm));
        let difference = difference(&row.metric, against.difference);
        let (mcnemar, least_p) = (by_seed(|test| test.p), by_seed(|test| test.least_p));
        line(text, [name.to_owned(), column.to_owned(), difference, t, p(against.p_holm), crossed, least, mcnemar, least_p]);
    }
    text.push('\n');
}

/// P-value as text with three decimals.
fn p_value(p: f64) -> String {
    if p < 0.0005 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

fn line<T: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = T>) {
    for cell in cells {
        let _ = write!(text, "| {} ", cell.as_ref().replace('|', "\\|").replace(['\n', '\r'], " "));
    }
    text.push_str("|\n");
}
