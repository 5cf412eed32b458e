//! Coarse-to-fine alignment: a band for the lines from paths over blocks of lines, as in Vecalign (Thompson and Koehn 2019).
//!
//! A path over all pairs of large blocks is refined in a band around it with blocks of a quarter of the size,
//! until blocks hold [`FINEST`] lines.
//! A pair of blocks scores the rare forms in both blocks, as a share of the maximum in its row,
//! minus the square root of its distance from the diagonal by length in blocks.
//! Paths far from the diagonal need evidence, and texts without evidence follow the diagonal.
//!
//! Time and memory are linear in the number of lines.

use crate::{
    band::Band,
    bead::SHAPES,
    lattice::Lattice,
    length::LengthModel,
    shared::{MAX_RARE_LINES, SharedModel},
    text::{Piece, Texts},
};

/// Number of blocks of the longer text at the coarsest level.
const BLOCKS: usize = 256;
/// Number of lines in a block at the finest level.
const FINEST: usize = 4;
/// Ratio between the block sizes of two levels.
const STEP: usize = 4;
/// Width of the next band, in blocks on each side of the previous level's path.
const RADIUS: usize = 12;
/// Score of a block of lines that has no partner.
const GAP: f64 = -0.2;
/// Score of the pair of blocks with the most rare forms in its row.
const BEST: f32 = 10.0;
/// Sum of scores of rare forms below which the best pair of a row scores less than the maximum.
const LEAST: f32 = 8.0;

/// Band of nodes over a piece of the texts, with at least `radius` lines on both sides of the coarse path.
pub(crate) fn band(texts: &Texts, piece: &Piece, length: &LengthModel, shared: &SharedModel, radius: usize) -> Band {
    let (rows, columns) = (piece.source.len(), piece.target.len());
    let longer = rows.max(columns);
    if longer <= 2 * radius {
        return Band::full(rows, columns);
    }
    let mut block = FINEST;
    while longer / block > BLOCKS {
        block *= STEP;
    }
    let mut band = Band::full(rows.div_ceil(block), columns.div_ceil(block));
    loop {
        let path = path(texts, piece, length, shared, band, block);
        let lines: Vec<_> = path.iter().map(|&(i, j)| ((i * block).min(rows), (j * block).min(columns))).collect();
        if block <= FINEST {
            return Band::around(&between(&lines), rows, columns, radius);
        }
        block /= STEP;
        let nodes: Vec<_> = lines.iter().map(|&(i, j)| (i.div_ceil(block), j.div_ceil(block))).collect();
        band = Band::around(&between(&nodes), rows.div_ceil(block), columns.div_ceil(block), RADIUS);
    }
}

/// Nodes of the best path over pairs of blocks of lines.
fn path(
    texts: &Texts,
    piece: &Piece,
    length: &LengthModel,
    shared: &SharedModel,
    band: Band,
    block: usize,
) -> Vec<(usize, usize)> {
    let Piece { source, target } = piece;
    let prior = SHAPES.map(|shape| match (shape.source, shape.target) {
        (1, 1) => 0.0,
        (1, 0) | (0, 1) => GAP,
        _ => f64::NEG_INFINITY,
    });
    let pairs = shared.pairs(texts, piece, &band, block, MAX_RARE_LINES);
    let share = texts.target.length(target) / texts.source.length(source).max(1.0);
    let share = if share > 0.0 { share } else { length.ratio };
    let diagonal = |row: usize| {
        let lines = source.start..source.end.min(source.start + row * block);
        let column = texts.target.line_at(target, share * texts.source.length(&lines));
        (column - target.start) as f64 / block as f64
    };
    let mut lattice = Lattice::new(band, &prior);
    for i in 0..lattice.band.rows() {
        let center = diagonal(i);
        let row = lattice.band.row(i);
        let at = |j: usize| lattice.band.cell(i, j).map_or(0.0, |cell| pairs[cell]);
        // A block's partner may lie half in the previous and half in the next block.
        let near: Vec<f32> = row.clone().map(|j| at(j) + 0.5 * (at(j + 1) + if j > 0 { at(j - 1) } else { 0.0 })).collect();
        let most = near.iter().copied().fold(LEAST, f32::max);
        let first = lattice.band.cell(i, row.start).unwrap_or_default();
        for ((j, near), scores) in row.zip(near).zip(&mut lattice.scores[first..]) {
            scores[0] += BEST * (near / most).sqrt() - (j as f64 - center).abs().sqrt() as f32;
        }
    }
    let steps = lattice.best_path();
    let mut nodes: Vec<_> = steps.iter().map(|step| step.from).collect();
    nodes.extend(steps.last().map(|step| step.to()));
    nodes
}

/// Path with the nodes between those given added, so that neighbours are at most one row and column apart.
pub(crate) fn between(path: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut nodes = Vec::with_capacity(path.len());
    nodes.extend(path.first());
    for pair in path.windows(2) {
        let [(i, j), (k, l)] = [pair[0], pair[1]];
        let steps = (k - i).max(l - j).max(1);
        nodes.extend((1..=steps).map(|step| (i + (k - i) * step / steps, j + (l - j) * step / steps)));
    }
    nodes
}
