//! LaTeX format of a table: a `tabular` with the rules of booktabs; numbers have the decimals that the window shows.
//!
//! Cost and memory: one row at a time.

use std::{borrow::Cow, io};

use super::Table;

/// Writes a table as a LaTeX `tabular`.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub(crate) fn latex(table: &Table<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    let columns = 0..table.columns.len();
    let alignment: String = table.columns.iter().map(|column| if column.cells.are_numbers() { 'r' } else { 'l' }).collect();
    writeln!(to, "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{alignment}}}\n\\toprule")?;
    let line =
        |cells: Vec<Cow<'_, str>>| format!("{} \\\\", cells.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & "));
    writeln!(to, "{}\n\\midrule", line(table.columns.iter().map(|column| column.title.as_str().into()).collect()))?;
    for place in 0..table.len() {
        writeln!(to, "{}", line(columns.clone().map(|column| table.shown(place, column)).collect()))?;
    }
    writeln!(to, "\\bottomrule\n\\end{{tabular}}")
}

/// Text on one line, with the characters escaped that LaTeX reads as commands.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_rules_alignment_and_no_stray_command() {
        let words = ["a&b", "50 %", "\\x_{1}\n~"];
        let table = Table::new("words", 3).text("word", |row| words[row]).number("share", 2, |row| row as f64 / 3.0);
        let mut bytes = Vec::new();
        latex(&table, &mut bytes).expect("a buffer");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1..5], ["\\begin{tabular}{lr}", "\\toprule", "word & share \\\\", "\\midrule"]);
        let rows = ["a\\&b & 0.00 \\\\", "50 \\% & 0.33 \\\\", "\\textbackslash{}x\\_\\{1\\} \\textasciitilde{} & 0.67 \\\\"];
        assert_eq!(lines[5..8], rows);
        assert_eq!(lines[8..], ["\\bottomrule", "\\end{tabular}"]);
    }
}
