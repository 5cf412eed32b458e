//! Comparison of two runs side by side: word positions, differing parameters, words that moved most; table of all runs.

use egui::{
    Align2, Color32, ComboBox, Pos2, Rect, Response, Role, ScrollArea, Sense, Shape, Stroke, TextStyle, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use ndarray::Array2;

use crate::{
    data_table, timeline,
    widgets::{ResponseExt, color, counted, grouped, named, note, switch},
};
use wordfield_state::{Action, Differing, Focus, Look, Moment, RunDifference, RunRecord, TestAnswers, Time, Workspace};

/// Maximum height of a table in the comparison of runs, in points.
const HEIGHT: f32 = 440.0;
/// Number of labelled words in each picture of a run.
const NAMED: usize = 12;

/// Draws the comparison of two runs.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.run.latest.is_none() {
        ui.label("Nothing to compare yet.");
        return;
    }
    if workspace.run.earlier.is_empty() {
        note(
            ui,
            "A second run appears after a restart, a parameter change, or a continuation from an earlier \
             iteration. Until then, two iterations of this run can be compared.",
        );
    }
    for side in 0..2 {
        ui.horizontal_wrapped(|ui| choose_side(ui, workspace, side, actions));
    }
    let Some(apart) = &workspace.compare.runs.apart else {
        ui.weak("Select two runs.");
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let lines = switch(ui, workspace.compare.runs.lines, "lines in the word field", LINES);
        actions.extend(lines.map(|lines| Action::Time(Time::Lines(lines))));
        note(ui, format!("{}; {:.1} % unexplained", apart.described(), 100.0 * apart.similarity.left));
    });
    ScrollArea::vertical().id_salt("two runs").auto_shrink([false; 2]).show(ui, |ui| {
        let width = ui.available_width();
        let side = (0.5 * width - 6.0).clamp(120.0, 420.0);
        ui.horizontal(|ui| {
            for place in 0..2 {
                ui.vertical(|ui| {
                    ui.set_max_width(side);
                    ui.strong(name_of(workspace, apart.key[place]));
                    picture(ui, workspace, apart, place, side, actions);
                });
            }
        });
        ui.columns(2, |columns| {
            let [left, right] = columns else { return };
            differences(left, workspace, apart, actions);
            moved(right, workspace, actions);
        });
    });
}

const LINES: &str = "lines from each word's position in the first run to that in the second, if the second is the shown run";

fn name_of(workspace: &Workspace, (run, iteration): (u64, usize)) -> String {
    let present = if run == workspace.run.id { ", current" } else { "" };
    format!("run {run} at iteration {iteration}{present}")
}

/// Draws the controls that choose the run and iteration on one side of the comparison.
fn choose_side(ui: &mut Ui, workspace: &Workspace, side: usize, actions: &mut Vec<Action>) {
    let chosen = workspace.compare.runs.sides[side];
    let label = ui.label(if side == 0 { "first" } else { "second" });
    let name = |run: u64| if run == workspace.run.id { format!("run {run}, current") } else { format!("run {run}") };
    let text = chosen.map_or_else(|| "select".to_owned(), |moment| name(moment.run));
    let runs = workspace.run.earlier.iter().map(|past| past.run).chain([workspace.run.id]);
    let list = ComboBox::from_id_salt(("side", side)).selected_text(text).width(110.0).show_ui(ui, |ui| {
        for run in runs {
            ui.selectable_label(chosen.is_some_and(|moment| moment.run == run), described(workspace, run))
                .on_click(actions, || Action::Time(Time::Compare(side, Moment::end_of(run))));
        }
    });
    list.response.labelled_by(label.id);
    let Some(moment) = chosen else { return };
    let end = workspace.iteration_of(Moment::end_of(moment.run)).unwrap_or_default();
    let mut at = moment.iteration.unwrap_or(end).min(end);
    let drag = egui::DragValue::new(&mut at).range(0..=end).prefix("iteration ");
    let field = ui.add(drag);
    named(&field, Role::SpinButton, &format!("iteration of the {} run", if side == 0 { "first" } else { "second" }));
    if field.on_hover_text("drag, or type; the last iteration follows the run").changed() {
        let iteration = (at < end).then_some(at);
        actions.push(Action::Time(Time::Compare(side, Moment { iteration, ..moment })));
    }
    if moment.run != workspace.run.id {
        ui.button("Continue")
            .on_hover_text("starts a new run from this iteration")
            .on_click(actions, || Action::Time(Time::ForkFrom(moment)));
        ui.button("Delete").on_hover_text("deletes this run").on_click(actions, || Action::Time(Time::Forget(moment.run)));
    } else if let Some(at) = workspace.timeline.at
        && ui.button("Shown iteration").on_hover_text("compares the iteration shown in the timeline").clicked()
    {
        actions.push(Action::Time(Time::Compare(side, Moment { iteration: Some(at), ..moment })));
    }
}

/// Description of a run in one line: origin, iterations, test score, stop reason.
fn described(workspace: &Workspace, run: u64) -> String {
    let metric = workspace.choices.settings.params.kind().info().metric;
    let Some(past) = workspace.run.earlier.get(run) else {
        return format!("run {run}, current, iteration {}", workspace.newest());
    };
    let from = past.forked.map_or_else(String::new, |(run, at)| format!(", from iteration {at} of run {run}"));
    let score = past.scores.test.map_or_else(String::new, |score| format!(", test {} {}", metric.name(), metric.show(score)));
    let stop = past.stop.map_or_else(String::new, |stop| format!(", {}", timeline::stop_reason(stop)));
    format!("run {run}{from}, {} iterations{score}{stop}", past.end)
}

/// Draws the word positions of one of the two compared runs, at their common scale.
fn picture(ui: &mut Ui, workspace: &Workspace, apart: &RunDifference, place: usize, side: f32, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(side, 0.8 * side), Sense::click());
    let described = format!("word positions of {}; the list of words has the same content", name_of(workspace, apart.key[place]));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, described.as_str()));
    let visuals = ui.visuals();
    let (ink, paper) = (visuals.strong_text_color(), visuals.extreme_bg_color);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, paper);
    let Some(frame) = Frame::around(&apart.pictures, &apart.drawn, rect) else { return };
    let points = &apart.pictures[place];
    let (radius, basis) = (1.6, workspace.corpus.basis.as_ref());
    let of_word = |word: usize| basis.and_then(|basis| basis.word_class.get(word)).map_or(ink, |&class| color(ui, class));
    let marks = apart.drawn.iter().map(|&word| {
        let corner = Rect::from_center_size(frame.at(points, word), Vec2::splat(2.0 * radius));
        Shape::rect_filled(corner, radius, of_word(word).gamma_multiply(0.75))
    });
    painter.extend(marks);
    let font = TextStyle::Small.resolve(ui.style());
    let mut named: Vec<Rect> = Vec::new();
    let mut ring = |word: usize, color: Color32| {
        let at = frame.at(points, word);
        painter.circle_stroke(at, 4.5, Stroke::new(1.5, color));
        let text = basis.and_then(|basis| basis.words.get(word)).cloned().unwrap_or_default();
        let galley = painter.layout_no_wrap(text, font.clone(), color);
        let place = Align2::LEFT_CENTER.anchor_size(at + vec2(6.0, 0.0), galley.size());
        // Of overlapping labels only the first is drawn.
        if named.iter().all(|other| !other.intersects(place)) {
            painter.galley(place.min, galley, color);
            named.push(place);
        }
    };
    if let Focus::Word(word) = workspace.choices.focus
        && word < points.nrows()
    {
        ring(word, visuals.selection.stroke.color);
    }
    apart.moved.iter().take(NAMED).for_each(|&(word, _)| ring(word, ink.gamma_multiply(0.8)));
    point_at(ui, workspace, apart, (points, &frame), &response, actions);
}

/// Draws the label of the word under the pointer; a click inspects the word.
fn point_at(
    ui: &Ui,
    workspace: &Workspace,
    apart: &RunDifference,
    (points, frame): (&Array2<f64>, &Frame),
    response: &Response,
    actions: &mut Vec<Action>,
) {
    let Some(pointer) = response.hover_pos() else { return };
    let near = apart.drawn.iter().map(|&word| (word, frame.at(points, word).distance_sq(pointer)));
    let Some((word, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, square)| *square < 100.0) else { return };
    response.on_click(actions, || Action::Look(Look::Select(Focus::Word(word))));
    let name = workspace.corpus.basis.as_ref().and_then(|basis| basis.words.get(word)).map_or("", String::as_str);
    let text = format!("{name}: distance {:.2}", apart.distance(word));
    let at = pointer + vec2(10.0, -10.0);
    ui.painter().text(at, Align2::LEFT_BOTTOM, text, TextStyle::Body.resolve(ui.style()), ui.visuals().strong_text_color());
}

/// Region of the plane that the pictures of both runs show.
struct Frame {
    middle: [f64; 2],
    scale: f64,
    rect: Rect,
}

impl Frame {
    fn around(pictures: &[Array2<f64>; 2], drawn: &[usize], rect: Rect) -> Option<Self> {
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for (picture, &word) in pictures.iter().flat_map(|picture| drawn.iter().map(move |word| (picture, word))) {
            for (axis, [low, high]) in ends.iter_mut().enumerate() {
                let value = picture[[word, axis]];
                (*low, *high) = (low.min(value), high.max(value));
            }
        }
        let size = (0..2).map(|axis| (ends[axis][1] - ends[axis][0]).max(1e-12));
        let space = [f64::from(rect.width()) - 24.0, f64::from(rect.height()) - 24.0];
        let scale = size.zip(space).map(|(size, space)| space / size).fold(f64::INFINITY, f64::min);
        let middle = ends.map(|[low, high]| 0.5 * (low + high));
        (scale.is_finite() && middle.iter().all(|value| value.is_finite())).then_some(Self { middle, scale, rect })
    }

    fn at(&self, points: &Array2<f64>, word: usize) -> Pos2 {
        let [x, y] = [0, 1].map(|axis| ((points[[word, axis]] - self.middle[axis]) * self.scale) as f32);
        let centre = self.rect.center();
        pos2(centre.x + x, centre.y - y)
    }
}

/// Draws the parameters in which two runs differ, and their scores.
fn differences(ui: &mut Ui, workspace: &Workspace, apart: &RunDifference, actions: &mut Vec<Action>) {
    ui.strong("Parameters that differ");
    if apart.parameters.is_empty() {
        ui.weak("none");
    }
    data_table::full_height(ui, workspace, "run-differences", HEIGHT, actions);
}

/// Draws the table of words with the largest displacement between two runs.
fn moved(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.strong("Words that differ most");
    note(
        ui,
        "Distance between the two positions, relative to the root mean square distance of the second run's words from their mean.",
    );
    data_table::full_height(ui, workspace, "moved-words", HEIGHT, actions);
}

/// Share of the tab's height for the table of runs.
const RUNS: f32 = 0.4;

/// Draws the table of runs and the table of test documents on which two runs differ.
pub(super) fn table(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.run_records().is_empty() {
        ui.label("Nothing to compare yet.");
        return;
    }
    note(ui, "Every run of this corpus. The last two clicked are compared on their common test documents.");
    let height = RUNS * ui.available_height();
    data_table::show(ui, workspace, "runs", height, actions);
    ui.separator();
    let Some(([first, second], differing)) = workspace.run_differences() else {
        ui.weak("Train another model, or restart, to compare two runs.");
        return;
    };
    let name = |record: &RunRecord| format!("run {} ({})", record.run, record.params.kind().info().label);
    ui.label(difference_text([name(&first), name(&second)], [&first.test, &second.test], &differing));
    let height = ui.available_height();
    data_table::show(ui, workspace, "run-documents", height, actions);
}

/// Text with the number of common test documents that two models predict differently, with McNemar's test for classes.
pub(crate) fn difference_text([one, other]: [String; 2], [first, second]: [&TestAnswers; 2], differing: &[Differing]) -> String {
    let (count, both) = (grouped(differing.len()), counted(first.common(second), "test document"));
    let differ = format!("{one} and {other} differ on {count} of the {both} of both");
    match first.mcnemar(differing) {
        Some(test) => format!(
            "{differ}: {} right by the first alone, {} by the second alone; exact McNemar p = {:.4}.",
            test.only_first,
            test.only_second,
            test.p()
        ),
        None => format!("{differ}."),
    }
}
