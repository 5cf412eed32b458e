//! Window for a typed document: its words and its prediction, updated while typing.

use egui::{Context, Grid, Role, TextEdit, Ui, Window, vec2};

use super::{
    data_table,
    widgets::{ResponseExt, class_label, escaped, link, named, note, signed},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, EditWords, Focus, Look, TypedAnalysis, TypedPrediction, Typing, Workspace};

/// Maximum height of the typed document's table of words, in points.
const HEIGHT: f32 = 240.0;

/// Draws the window for a typed document while it is open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let typed = &workspace.interventions.typed;
    let Some(dataset) = workspace.corpus.dataset.as_ref().filter(|_| typed.open) else { return };
    let mut open = true;
    // The window's position leaves the ringed words in the word field visible.
    let at = ctx.content_rect().right_top() + vec2(-660.0, 120.0);
    Window::new("Type a document").open(&mut open).default_pos(at).default_size(vec2(330.0, 420.0)).show(ctx, |ui| {
        if dataset.corpus.task.pairs().is_some() {
            ui.horizontal(|ui| {
                ui.label("in");
                for (target, name) in [(false, &dataset.corpus.classes[0]), (true, &dataset.corpus.classes[1])] {
                    ui.selectable_label(typed.target == target, name)
                        .on_click(actions, || Action::Edit(EditWords::Type(Typing::Target(target))));
                }
            });
        }
        let mut text = typed.text.clone();
        let field = TextEdit::multiline(&mut text).hint_text("Type or paste a text").desired_rows(4).desired_width(f32::INFINITY);
        let response = ui.add(field).focused_first("typed document");
        named(&response, Role::MultilineTextInput, "text of the document");
        if escaped(&response) {
            actions.push(Action::Edit(EditWords::Type(Typing::Open(false))));
        }
        response.on_change(actions, || Action::Edit(EditWords::Type(Typing::Text(text))));
        match &typed.analysis {
            _ if typed.text.trim().is_empty() => {
                note(ui, "The words of the text are ringed in the word field; the prediction appears here.");
            }
            Some(analysis) => prediction(ui, workspace, dataset, analysis, actions),
            None => note(ui, "No model yet."),
        }
    });
    if !open {
        actions.push(Action::Edit(EditWords::Type(Typing::Open(false))));
    }
}

fn prediction(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, analysis: &TypedAnalysis, actions: &mut Vec<Action>) {
    if !analysis.unknown.is_empty() {
        let all: Vec<&str> = analysis.unknown.iter().map(String::as_str).collect();
        let more = if all.len() > 12 { format!(" and {} more", all.len() - 12) } else { String::new() };
        note(ui, format!("not in the vocabulary: {}{more}", all[..all.len().min(12)].join(", ")));
    }
    match &analysis.verdict {
        TypedPrediction::Wordless => {
            ui.label("No word of the text is in the vocabulary: no prediction.");
        }
        TypedPrediction::Unread(text) => {
            ui.colored_label(ui.visuals().error_fg_color, text);
        }
        TypedPrediction::Nothing => note(ui, "No prediction yet."),
        TypedPrediction::Class { predicted, votes, decisions, pair, .. } => {
            let classes = &dataset.corpus.classes;
            class_label(ui, *predicted, &classes[*predicted]);
            let Some(pair) = pair else { return words(ui, dataset, analysis, actions) };
            Grid::new("votes").num_columns(2).striped(true).show(ui, |ui| {
                let mut order: Vec<usize> = (0..votes.len()).filter(|&class| votes[class] > 0).collect();
                order.sort_by_key(|&class| std::cmp::Reverse(votes[class]));
                for class in order.into_iter().take(8) {
                    class_label(ui, class, &classes[class]);
                    ui.label(format!("{} of {} votes", votes[class], classes.len() - 1));
                    ui.end_row();
                }
            });
            let ((first, second), decision) = decisions[*pair];
            ui.strong(format!("{} against {}: {}", classes[first], classes[second], signed(decision)));
            data_table::full_height(ui, workspace, "typed-shares", HEIGHT, actions);
        }
        TypedPrediction::Rating { means, deviations, rating, .. } => {
            let names = workspace.corpus.basis.as_ref().map(|basis| &basis.rating_names);
            for (b, mean) in means.iter().enumerate() {
                let name = names.and_then(|names| names.get(b)).map_or("rating", String::as_str);
                let deviation = deviations.as_ref().map_or_else(String::new, |deviations| format!(" ± {:.2}", deviations[b]));
                ui.strong(format!("{name}: {mean:.2}{deviation}"));
            }
            let name = names.and_then(|names| names.get(*rating)).map_or("rating", String::as_str);
            let rated = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
            let offset = rated.map_or("training mean", |rated| rated.offset_name());
            ui.label(format!("shares of {name} relative to the {offset}"));
            data_table::full_height(ui, workspace, "typed-shares", HEIGHT, actions);
        }
        TypedPrediction::Partners { nearest, among: (some, all) } => {
            ui.strong("Nearest documents on the other side");
            if some < all {
                note(ui, format!("among {some} of {all} documents"));
            }
            words(ui, dataset, analysis, actions);
            data_table::lines(ui, workspace, "typed-partners", 0..nearest.len(), actions);
        }
    }
}

/// Draws the words of the typed document with their weights, for models without shares.
fn words(ui: &mut Ui, dataset: &Dataset, analysis: &TypedAnalysis, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        for &(word, weight) in analysis.words.iter().take(20) {
            let word_link = link(ui, format!("{} {weight:.2}", dataset.words[word]));
            word_link.on_click(actions, || Action::Look(Look::Select(Focus::Word(word))));
        }
    });
}
