//! Picture of word vectors: marks, labels, caption; pointer and keys.

use std::sync::Arc;

use egui::{Align2, CursorIcon, FontId, Key, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo};

use super::{NAME, act, marks::Marks};
use crate::{
    camera::{Camera, Extent},
    field::{LabelFrame, Labels, nearest, rank},
    focus,
    style::TEXT,
    widgets::{counted, grouped, percent, picture_caption},
};
use wordfield_core::word_space::{STEPS, WordSpace};
use wordfield_state::{
    Action, ClickAdds, Drawn, NEIGHBOURS_COUNTED, Projection, SpaceAction, SpacePicture, SpaceState, Workspace,
};

/// Radii of marks in points: of a word, and of a word in the query.
const RADIUS: [f32; 2] = [1.8, 3.6];
/// Maximum distance between the pointer and the word that it selects, in points.
const REACHED: f32 = 10.0;
/// Number of regions along each side of the picture, whose words are labelled in turn.
const PARTS: usize = 7;

/// Picture of word vectors, with its camera.
#[derive(Default)]
pub(super) struct Canvas {
    camera: Camera,
    labels: Labels,
    drawn: Option<Prepared>,
    places: Vec<Pos2>,
    depths: Vec<f32>,
}

/// Picture of word vectors prepared for drawing, with the texts of its words.
struct Prepared {
    space: Arc<WordSpace>,
    picture: Arc<SpacePicture>,
    extent: Extent,
    texts: Vec<String>,
    ranked: Vec<u32>,
}

impl Prepared {
    fn of(space: &Arc<WordSpace>, picture: &Arc<SpacePicture>, last: Option<Self>) -> Self {
        let extent = Extent::of(&picture.of_base);
        // While the plane moves, the laid-out texts of its words are reused.
        let texts = match last.filter(|last| Arc::ptr_eq(&last.space, space) && last.picture.words == picture.words) {
            Some(last) => last.texts,
            None => picture.words.iter().map(|&word| space.word(word).to_owned()).collect(),
        };
        let ranked = ranks(picture, &extent);
        Self { space: Arc::clone(space), picture: Arc::clone(picture), extent, texts, ranked }
    }
}

/// Word indices in the order of their labels: the first word of every region of the picture, then the second, and so on.
fn ranks(picture: &SpacePicture, extent: &Extent) -> Vec<u32> {
    let at = &picture.at;
    let priority: Vec<f32> = (0..picture.words.len()).map(|place| -(place as f32)).collect();
    let part = |place: usize| {
        let [x, y] = [0, 1].map(|axis| at.get([place, axis]).map_or(0, |&value| extent.part(axis, value, PARTS)));
        (place < picture.base).then_some(x * PARTS + y)
    };
    rank(&priority, &(0..picture.words.len()).map(part).collect::<Vec<_>>())
}

impl Canvas {
    /// Draws the picture of word vectors into the remaining space.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let state = &workspace.word_space;
        let text = summary(state);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("{NAME}: {text}")));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
        if let Some((picture, space)) = state.picture.as_ref().zip(state.space()) {
            let is_shown = |drawn: &Prepared| Arc::ptr_eq(&drawn.space, space) && Arc::ptr_eq(&drawn.picture, picture);
            if !self.drawn.as_ref().is_some_and(is_shown) {
                self.drawn = Some(Prepared::of(space, picture, self.drawn.take()));
            }
            self.camera.steer(ui, &response, picture.at.ncols() > 2);
            if let Some(drawn) = &self.drawn {
                self.camera.place(rect, &drawn.extent, &picture.at, &mut self.places, &mut self.depths);
            }
            let under = response.hover_pos().and_then(|at| nearest(&self.places, &[], at, REACHED));
            self.choose(ui, &response, under, workspace, actions);
            self.words(ui, rect, state, under);
        } else {
            self.drawn = None;
            let font = FontId::proportional(TEXT[1]);
            painter.text(rect.center(), Align2::CENTER_CENTER, empty_text(state), font, ui.visuals().weak_text_color());
        }
        picture_caption(ui, rect, &text);
        focus::frame(&painter, &response, 0.0);
    }

    /// Handles clicks and Enter: a click inspects a word and adds it to a list; Enter inspects the next word.
    fn choose(&self, ui: &Ui, response: &Response, under: Option<usize>, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(drawn) = &self.drawn else { return };
        let state = &workspace.word_space;
        let word = under.map(|place| drawn.picture.words[place]);
        if response.clicked() {
            if let (ClickAdds::List(list), Some(word)) = (state.click, word) {
                actions.push(act(SpaceAction::Toggle(list, word)));
            }
            actions.push(act(SpaceAction::Inspect(word)));
        }
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            let now = state.focus.and_then(|word| drawn.picture.place(word));
            let next = now.map_or(0, |now| (now + 1) % drawn.picture.words.len().max(1));
            actions.push(act(SpaceAction::Inspect(drawn.picture.words.get(next).copied())));
        }
        if word.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
    }

    /// Draws the three axes through the centre of the words.
    fn axes(&self, ui: &Ui, rect: Rect, extent: &Extent) {
        let (mut ends, mut depths) = (Vec::new(), Vec::new());
        self.camera.place(rect, extent, &extent.axes(), &mut ends, &mut depths);
        let stroke = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.5));
        for (axis, line) in ends.chunks_exact(2).enumerate() {
            ui.painter_at(rect).line_segment([line[0], line[1]], stroke);
            let font = FontId::proportional(TEXT[0]);
            ui.painter_at(rect).text(line[1], Align2::LEFT_BOTTOM, ["x", "y", "z"][axis], font, stroke.color);
        }
    }

    /// Draws the marks and labels of the words.
    fn words(&mut self, ui: &Ui, rect: Rect, state: &SpaceState, under: Option<usize>) {
        let Some(drawn) = &self.drawn else { return };
        let (painter, marks) = (ui.painter_at(rect), Marks::of(ui, state));
        let words = &drawn.picture.words;
        let visible = rect.expand(RADIUS[1]);
        let mark = |place: usize, radius: f32, alpha: f32| {
            Shape::circle_filled(self.places[place], radius, marks.mark(words[place]).gamma_multiply(alpha))
        };
        let inside = |place: &usize| visible.contains(self.places[*place]);
        let near = |place: usize| 1.0 - 0.6 * self.depths.get(place).copied().unwrap_or(0.0);
        if drawn.picture.at.ncols() > 2 {
            self.axes(ui, rect, &drawn.extent);
        }
        let plain = (0..words.len()).filter(|&place| !marks.is_marked(words[place])).filter(inside);
        painter.extend(plain.map(|place| mark(place, RADIUS[0] * near(place).max(0.7), near(place))));
        let own = (0..words.len()).filter(|&place| marks.is_marked(words[place])).filter(inside);
        painter.extend(own.map(|place| mark(place, RADIUS[1], 1.0)));
        let preferred: Vec<usize> = marks.labelled.iter().filter_map(|&word| drawn.picture.place(word)).collect();
        let focus = state.focus.and_then(|word| drawn.picture.place(word));
        let forced: Vec<usize> = under.into_iter().chain(focus).collect();
        let frame = LabelFrame {
            area: rect,
            blocked: &[],
            at: &self.places,
            words: &drawn.texts,
            ranked: &drawn.ranked,
            zoom: self.camera.zoom,
            forced: &forced,
            preferred: &preferred,
            gap: RADIUS[1] + 1.0,
            text: TEXT[0] + 0.5,
            background: ui.visuals().extreme_bg_color,
            depths: (&self.depths, 0.8),
            field: false,
        };
        let mut shapes = Vec::new();
        self.labels.draw(ui.ctx(), &frame, |place| marks.label(words[place]), &mut shapes);
        painter.extend(shapes);
    }
}

/// Text shown in an empty picture.
fn empty_text(state: &SpaceState) -> String {
    let text = match (state.drawn, state.projection) {
        (Drawn::Found, _) if state.drawn_count() == 0 => "No words found: type into the search.",
        (Drawn::Lists, _) if state.drawn_count() == 0 => "No words in the lists: type or click some.",
        (_, Projection::Learned(_)) if !state.is_settled() => "The plane is computed after all words are read.",
        (_, Projection::Learned(_)) if state.drawn_count() < 3 => {
            "A plane needs three words: draw more, or choose principal axes."
        }
        (_, Projection::Learned(_)) => "The plane is computed…",
        (_, Projection::Principal(_)) => match state.axes_problem() {
            Some(problem) => return format!("The principal axes were not computed: {problem}."),
            None => "The principal axes are computed…",
        },
    };
    text.to_owned()
}

/// Description of the picture of word vectors.
fn summary(state: &SpaceState) -> String {
    let Some((picture, space)) = state.picture.as_ref().zip(state.space()) else { return empty_text(state) };
    let of = match state.drawn {
        Drawn::Frequent => format!("the first {} words of {}", grouped(picture.base), grouped(space.len())),
        Drawn::Found => format!("{} found", counted(picture.base, "word")),
        Drawn::Lists => format!("{} of both lists", counted(picture.base, "word")),
    };
    let file = space.origin.name();
    let shares: Vec<String> = picture.shares.iter().map(|&share| percent(share)).collect();
    let how = match picture.step {
        None => format!("principal axes with {} of the variance", shares.join(", ")),
        Some(step) if step < STEPS => format!("learned plane, iteration {step} of {STEPS}"),
        Some(_) => "learned plane".to_owned(),
    };
    let kept = state
        .neighbours_kept()
        .map_or_else(String::new, |kept| format!("; {} of {NEIGHBOURS_COUNTED} nearest words kept", percent(kept)));
    let listed: Vec<u32> = state.lists.iter().flat_map(|list| list.words.iter().copied()).collect();
    let missing = listed.iter().filter(|&&word| picture.place(word).is_none()).count();
    // Learned planes contain the drawn words only.
    let missing = if missing > 0 {
        format!("; {missing} of {} listed words are not drawn: draw lists A and B", listed.len())
    } else {
        String::new()
    };
    format!("{file}, {} numbers a word: {of}; {how}{kept}{missing}", space.dimension())
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use wordfield_state::{Effect, SpacePlace, update};

    /// A workspace with an open file and answered jobs. Equal words of two files have different vectors.
    fn opened(words: &[&str], at: impl Fn((usize, usize)) -> f32) -> Workspace {
        let mut workspace = Workspace::default();
        let open = SpaceAction::Open(SpacePlace::First, "words.vec".into());
        update(&mut workspace, Action::Space(open));
        let job = workspace.word_space.reading(SpacePlace::First).expect("a file that is read").job;
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let space = WordSpace::from_rows("words.vec", &words, Array2::from_shape_fn((words.len(), 3), at).view());
        let mut waiting = update(&mut workspace, Action::Space(SpaceAction::Read { job, space: Ok(Arc::new(space)) }));
        while let Some(effect) = waiting.pop() {
            let Effect::Run(query) = effect else { continue };
            waiting.extend(update(&mut workspace, query.answer()));
        }
        workspace
    }

    #[test]
    fn labels_are_those_of_the_open_file() {
        let mut drawn = None;
        for words in [["the", "cat", "dog"], ["the", "lion", "wolf"]] {
            let workspace = opened(&words, |(i, j)| ((3 * i + 5 * j) % 7) as f32);
            let (space, picture) = (workspace.word_space.space(), workspace.word_space.picture.as_ref());
            let now = Prepared::of(space.expect("a file"), picture.expect("a picture"), drawn.take());
            assert_eq!(now.texts, words);
            drawn = Some(now);
        }
    }

    #[test]
    fn an_empty_picture_names_its_reason() {
        let workspace = opened(&["the", "cat", "dog"], |_| f32::NAN);
        let text = empty_text(&workspace.word_space);
        assert!(text.contains("were not computed"), "{text}");
        assert_eq!(empty_text(&SpaceState::default()), "The principal axes are computed…");
    }
}
