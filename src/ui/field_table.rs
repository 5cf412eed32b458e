//! The table twin of the word field: every word with its place, the most characteristic first.
//!
//! Cost: an order of all words, once a corpus; only visible rows are drawn.

use std::sync::Arc;

use eframe::egui::Ui;

use super::plot_table::{self, PlotTable};
use crate::state::{Action, Basis, Focus, Look, Memo, Same, Scene};

/// What the word field is called.
pub const NAME: &str = "word field";
/// Coordinates shown of a word.
const SHOWN: usize = 4;

/// The order of the words.
#[derive(Default)]
pub struct FieldTable {
    order: Memo<Same<Basis>, Vec<usize>>,
}

impl FieldTable {
    /// Draws it into what is left of the panel.
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
        let mut table = PlotTable::new(["word", "most of"], words, cell).of_links();
        table.columns.extend((1..=coordinates).map(|axis| format!("x{axis}")));
        let height = ui.available_height();
        if let Some(row) = plot_table::table(ui, NAME, height, &table) {
            actions.push(Action::Look(Look::Select(Focus::Word(order[row]))));
        }
    }
}

/// Words from the most to the least characteristic.
fn by_rank(priority: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..priority.len()).collect();
    order.sort_by(|&a, &b| priority[b].total_cmp(&priority[a]).then(a.cmp(&b)));
    order
}
