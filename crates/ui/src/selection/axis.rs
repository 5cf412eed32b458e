//! Semantic axis: words ranked by projection on the line through two words, and selected beyond a limit.

use egui::{Context, Grid, ScrollArea, Slider, Ui, Window, vec2};

use super::{act, by};
use crate::{
    data_table, export,
    widgets::{ResponseExt, note, text_field},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, Axis, Choose, Message, Ranking, Rule, SelectionSet, SetOperation, Workspace};

/// Number of words listed at each end of the semantic axis.
const WORDS_PER_END: usize = 200;

/// Default semantic axis: through the first two selected words, otherwise from the inspected word.
/// The last resort are characteristic words of two classes or of the two ends of a rating.
pub(crate) fn proposed(workspace: &Workspace) -> Option<Axis> {
    let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let ends = |class: usize| basis.characteristic.get(class).and_then(|words| words.first()).copied();
    let rated = |high: bool| basis.ratings.as_ref().and_then(|ratings| ratings.most(0, high, 1).first().copied());
    let chosen: Vec<usize> = match &workspace.choices.selection {
        SelectionSet::Words(members) => members.iter().take(2).collect(),
        _ => Vec::new(),
    };
    let first = chosen.first().copied().or_else(|| rated(false)).or_else(|| ends(0)).unwrap_or(0);
    let others = [rated(true), ends(1), ends(0), Some(0), Some(1)];
    let second = chosen.get(1).copied().or_else(|| others.into_iter().flatten().find(|&word| word != first))?;
    (second < dataset.words.len()).then_some(Axis { first, second, limit: 1.0 })
}

/// Draws the window "Semantic axis" while it is open.
pub(super) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(axis), Some(dataset)) = (workspace.chooser.axis, &workspace.corpus.dataset) else { return };
    let mut open = true;
    let window = Window::new("Semantic axis").open(&mut open).collapsible(false).default_size(vec2(420.0, 440.0));
    window.default_pos(ctx.content_rect().left_top() + vec2(320.0, 150.0)).show(ctx, |ui| {
        words(ui, dataset, axis, actions);
        let mut limit = axis.limit;
        let slider = Slider::new(&mut limit, 0.0..=3.0).text("beyond").fixed_decimals(2);
        ui.add(slider)
            .on_hover_text("the two words lie at -1 and 1")
            .on_change(actions, || act(Choose::Axis(Some(Axis { limit, ..axis }))));
        match workspace.chooser.ranking() {
            Some(ranking) if ranking.0.is_empty() => note(ui, "The two words have the same position: no axis."),
            Some(ranking) => ends(ui, workspace, dataset, (axis, ranking), actions),
            None => note(ui, "Ranking the words …"),
        }
    });
    if !open {
        actions.push(act(Choose::Axis(None)));
    }
}

/// Draws text fields for the two words of the semantic axis.
fn words(ui: &mut Ui, dataset: &Dataset, axis: Axis, actions: &mut Vec<Action>) {
    Grid::new("axis words").num_columns(2).show(ui, |ui| {
        for second in [false, true] {
            let label = ui.label(if second { "to" } else { "from" });
            let now = if second { axis.second } else { axis.first };
            if let Some(typed) = text_field(ui, &label, &dataset.words[now], "a word") {
                let found = dataset.words.iter().position(|word| *word == typed);
                let found = found.or_else(|| dataset.words.iter().position(|word| word.to_lowercase() == typed.to_lowercase()));
                actions.push(match found {
                    Some(word) if second => act(Choose::Axis(Some(Axis { second: word, ..axis }))),
                    Some(word) => act(Choose::Axis(Some(Axis { first: word, ..axis }))),
                    None => Action::Message(Some(Message::error(format!("“{typed}” is not in the vocabulary")))),
                });
            }
            ui.end_row();
        }
    });
    ui.small_button("Swap")
        .on_click(actions, || act(Choose::Axis(Some(Axis { first: axis.second, second: axis.first, ..axis }))));
    export::button(ui, "axis", actions);
}

/// Draws the words at both ends of the semantic axis, outermost first, with buttons that select them.
fn ends(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, (axis, ranking): (Axis, &Ranking), actions: &mut Vec<Action>) {
    ui.columns(2, |columns| {
        for (second, ui) in [false, true].into_iter().zip(columns) {
            let end = &dataset.words[if second { axis.second } else { axis.first }];
            ui.strong(format!("towards {end}"));
            let beyond = ranking.beyond(second, axis.limit).len();
            ui.horizontal_wrapped(|ui| {
                for (name, how) in [("Select", SetOperation::Replace), ("Add", SetOperation::Add)] {
                    let button = ui.small_button(format!("{name} {beyond}"));
                    button
                        .on_hover_text("the words beyond the limit above")
                        .on_click(actions, || by(how, Rule::Beyond { second, limit: axis.limit }));
                }
            });
            let (height, count) = (ui.spacing().interact_size.y, ranking.0.len());
            let area = ScrollArea::vertical().id_salt(("axis", second)).auto_shrink(false);
            area.show_rows(ui, height, count.min(WORDS_PER_END), |ui, rows| {
                let places = rows.map(|row| if second { count - 1 - row } else { row });
                data_table::lines(ui, workspace, "axis", places, actions);
            });
        }
    });
}
