//! Table of the word field: every word with its coordinates, ranked by how characteristic it is.
//!
//! Cost: a sort of all words per corpus; only visible rows are drawn.

use std::sync::Arc;

use eframe::egui::Ui;

use super::plot_table::{self, PlotTable};
use crate::state::{Action, Basis, Focus, Look, Memo, Same, Scene};

/// Name of the word field in the accessibility tree.
pub const NAME: &str = "word field";
/// Maximum number of coordinates per word.
const SHOWN: usize = 4;

/// The table and the order of its words.
#[derive(Default)]
pub struct FieldTable {
    order: Memo<Same<Basis>, Vec<usize>>,
}

impl FieldTable {
    /// Draws the table into the remaining space.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
        let basis: &Arc<Basis> = &scene.basis;
        let order = self.order.of(Same::of(basis), || by_rank(&basis.priority));
        let (words, coordinates) = (scene.latent.nrows(), scene.latent.ncols().min(SHOWN));
        if order.len() != words {
            return;
        }
        let cell = |row: usize, column: usize| {
            let word = order[row];
            match column {
                0 => basis.words[word].clone(),
                1 => basis.word_class.get(word).and_then(|&class| basis.class_names.get(class)).cloned().unwrap_or_default(),
                _ => format!("{:.3}", scene.latent[[word, column - 2]]),
            }
        };
        let mut table = PlotTable::new(["word", "class"], words, cell).of_links();
        table.columns.extend((1..=coordinates).map(|axis| format!("x{axis}")));
        let height = ui.available_height();
        if let Some(row) = plot_table::table(ui, NAME, height, &table) {
            actions.push(Action::Look(Look::Select(Focus::Word(order[row]))));
        }
    }
}

/// Words in order of decreasing priority.
fn by_rank(priority: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..priority.len()).collect();
    order.sort_by(|&a, &b| priority[b].total_cmp(&priority[a]).then(a.cmp(&b)));
    order
}
