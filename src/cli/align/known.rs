//! Known pairs of lines for `align`, read from a table.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use csv::ReaderBuilder;

/// Reads known pairs of lines (from 0) between files with the given numbers of lines.
///
/// # Errors
/// If the file cannot be read, a line is no number or not in its file, or a line is in two pairs.
pub(super) fn known(path: &Path, counts: [usize; 2]) -> anyhow::Result<Vec<(usize, usize)>> {
    let file = path.display();
    let mut reader = ReaderBuilder::new()
        .delimiter(b'\t')
        .has_headers(false)
        .flexible(true)
        .from_path(path)
        .with_context(|| file.to_string())?;
    let (mut pairs, mut columns, mut taken) = (Vec::new(), [0, 1], [vec![false; counts[0]], vec![false; counts[1]]]);
    for (row, record) in reader.records().enumerate() {
        let record = record.with_context(|| file.to_string())?;
        let place = record.position().map_or(row as u64 + 1, csv::Position::line);
        let named = ["source line", "target line"].map(|name| record.iter().position(|title| title.trim() == name));
        if let (0, [Some(source), Some(target)]) = (row, named) {
            columns = [source, target];
            continue;
        }
        let line = |side: usize| {
            let text = record.get(columns[side]).unwrap_or_default().trim();
            let line = text.parse::<usize>().ok().filter(|line| (1..=counts[side]).contains(line));
            line.map(|line| line - 1).ok_or_else(|| {
                anyhow!(
                    "{file}:{place}: \"{text}\" is no line of the {}: give a number from 1 to {}",
                    ["source", "target"][side],
                    counts[side]
                )
            })
        };
        let pair = [line(0)?, line(1)?];
        for side in 0..2 {
            if std::mem::replace(&mut taken[side][pair[side]], true) {
                bail!("{file}:{place}: line {} is in two pairs: keep one of them", pair[side] + 1);
            }
        }
        pairs.push((pair[0], pair[1]));
    }
    if pairs.len() < 4 {
        bail!("{file}: holds {} pairs: give 4 at least, as two columns of line numbers", pairs.len());
    }
    Ok(pairs)
}
