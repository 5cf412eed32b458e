//! Known pairs of lines for `align`, read from a table.

use std::path::Path;

use anyhow::{anyhow, bail};

use wordfield_core::corpus::{Cancel, read_rows};

/// Reads known pairs of lines (from 0) between files with the given numbers of lines.
///
/// # Errors
/// If the file cannot be read, a line number is invalid, or a line is in two pairs.
pub(super) fn known(path: &Path, counts: [usize; 2]) -> anyhow::Result<Vec<(usize, usize)>> {
    let file = path.display();
    let (header, rows) = read_rows(path, &Cancel::default())?;
    let named = ["source line", "target line"].map(|name| header.cells.iter().position(|title| title.text() == name));
    let is_named = named.iter().all(Option::is_some);
    let columns = if is_named { named.map(Option::unwrap_or_default) } else { [0, 1] };
    let (mut pairs, mut taken) = (Vec::new(), [vec![false; counts[0]], vec![false; counts[1]]]);
    for row in [header].into_iter().chain(rows).skip(usize::from(is_named)) {
        let place = row.line;
        let line = |side: usize| {
            let text = row.text(columns[side]).trim();
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
