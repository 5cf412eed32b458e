//! Lessons on points: what their sentences say of colours holds for the drawn picture, and no number is shown before its question.

use egui::{CentralPanel, Color32, Context, RawInput, Rect, Shape, vec2};

use super::{SandboxTab, surface_picture::SurfacePicture, surroundings};
use crate::field::Raster;
use wordfield_core::{
    ldk::Embedding,
    sandbox::{Sandbox, Surface},
};
use wordfield_state::{
    Action, Effect, Language, LessonAction, SandboxAction, SetEdit, Wait, Workspace, lesson, lessons, quantities, update,
};

/// Least difference of the channels of a colour that a reader sees as coloured.
const COLOURED: u8 = 16;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tint {
    Grey,
    Blue,
    Orange,
}

fn tint(color: Color32) -> Tint {
    match (strength(color) < COLOURED, color.b() > color.r()) {
        (true, _) => Tint::Grey,
        (false, true) => Tint::Blue,
        (false, false) => Tint::Orange,
    }
}

fn strength(color: Color32) -> u8 {
    let channels = [color.r(), color.g(), color.b()];
    channels.iter().max().expect("channels") - channels.iter().min().expect("channels")
}

/// Reader of a lesson without a window, whose jobs are answered at once.
struct Reader(Workspace);

impl Reader {
    fn begin(id: &str) -> Self {
        let mut reader = Self(Workspace::default().beside());
        reader.lesson(LessonAction::Begin(lesson(id).expect("a lesson"), 0));
        reader
    }

    fn act(&mut self, action: Action) {
        for effect in update(&mut self.0, action) {
            if let Effect::Run(task) = effect {
                self.act(task.answer());
            }
        }
    }

    fn lesson(&mut self, action: LessonAction) {
        self.act(Action::Lesson(action));
    }

    fn sandbox(&mut self, action: SandboxAction) {
        self.act(Action::Sandbox(action));
    }

    fn step(&self) -> &'static str {
        let (lesson, place, _) = self.0.lesson.step().expect("a step");
        &lesson.steps[place].id
    }

    /// Begins a lesson at a step, with the task that its sentences presuppose.
    fn at(id: &str, step: &str) -> Self {
        let mut reader = Self::begin(id);
        while reader.step() != step {
            reader.lesson(LessonAction::Next);
        }
        match (id, step) {
            ("witness", "where") => reader.sandbox(SandboxAction::Edit(0, SetEdit::Shift([1.5, 0.0]))),
            ("characteristic", "rbf") => reader.sandbox(SandboxAction::Embedding(Embedding::Rbf { gamma: 1.0 })),
            ("where", "share") => reader.sandbox(SandboxAction::Edit(1, SetEdit::Erase([2.3, 1.5], 1.2))),
            _ => {}
        }
        reader
    }

    fn model(&self) -> &Sandbox {
        &self.0.sandbox.model
    }

    fn picture(&self) -> Option<Picture> {
        let mut picture = SurfacePicture::default();
        let look = surroundings::look(&self.0, true);
        picture.update(&Context::default(), self.model(), &self.0.sandbox.values, look);
        picture.drawn.map(|(raster, colors)| Picture { raster, colors })
    }

    /// Texts on the tab and in the step of the lesson.
    fn screen(&self) -> Vec<String> {
        let (mut tab, ctx) = (SandboxTab::default(), Context::default());
        let input =
            || RawInput { screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, vec2(1100.0, 900.0))), ..RawInput::default() };
        let mut shapes = Vec::new();
        for _ in 0..2 {
            let mut output = ctx.run_ui(input(), |ui| {
                CentralPanel::default().show(ui, |ui| tab.show(ui, &self.0, &mut Vec::new()));
            });
            output.textures_delta.clear();
            shapes = output.shapes;
        }
        let mut texts = Vec::new();
        for clipped in &shapes {
            collect(&clipped.shape, &mut texts);
        }
        let (lesson, place, _) = self.0.lesson.step().expect("a step");
        texts.push(quantities::fill(&Language::default().step(lesson, place).expect("texts").text, &self.0));
        texts
    }
}

fn collect(shape: &Shape, texts: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                collect(shape, texts);
            }
        }
        Shape::Text(text) => texts.push(text.galley.text().to_owned()),
        _ => {}
    }
}

/// Picture of a surface as it is drawn.
struct Picture {
    raster: Raster,
    colors: Vec<Color32>,
}

impl Picture {
    fn cell(&self, [x, y]: [f64; 2]) -> (usize, usize) {
        let grid = &self.raster.grid;
        let place =
            |along: f64, from: f64, length: f64, cells: usize| (((along - from) / length * cells as f64) as usize).min(cells - 1);
        (place(y, grid.bottom, grid.height, grid.rows), place(x, grid.left, grid.width, grid.columns))
    }

    fn color(&self, at: [f64; 2]) -> Color32 {
        let (row, column) = self.cell(at);
        self.colors[(self.raster.grid.rows - 1 - row) * self.raster.grid.columns + column]
    }

    fn value(&self, at: [f64; 2]) -> f32 {
        let (row, column) = self.cell(at);
        self.raster.values[row * self.raster.grid.columns + column]
    }

    /// Centres of all cells.
    fn cells(&self) -> impl Iterator<Item = [f64; 2]> {
        let grid = self.raster.grid;
        let centre = move |cell: usize, from: f64, length: f64, cells: usize| from + (cell as f64 + 0.5) * length / cells as f64;
        (0..grid.rows * grid.columns).map(move |cell| {
            [
                centre(cell % grid.columns, grid.left, grid.width, grid.columns),
                centre(cell / grid.columns, grid.bottom, grid.height, grid.rows),
            ]
        })
    }
}

/// Share of those points of a set that lie in a region and have a tint; 0 without such points.
fn share(of: &Reader, picture: &Picture, set: usize, region: impl Fn([f64; 2]) -> bool, wanted: Tint) -> f64 {
    let places: Vec<_> = of.model().sets[set].points.iter().map(|point| point.at).filter(|at| region(*at)).collect();
    let right = places.iter().filter(|at| tint(picture.color(**at)) == wanted).count();
    right as f64 / places.len().max(1) as f64
}

/// What the sentences of a step say of its colours.
struct Claim {
    lesson: &'static str,
    step: &'static str,
    /// Sets whose exchange makes the sentences false.
    sets: [usize; 2],
    holds: fn(&Reader, &Picture) -> bool,
}

const ANYWHERE: fn([f64; 2]) -> bool = |_| true;
const CLAIMS: &[Claim] = &[
    Claim { lesson: "value", step: "look", sets: [0, 1], holds: blue_and_orange },
    // One word lies deep inside orange.
    Claim { lesson: "value", step: "edge", sets: [0, 1], holds: blue_and_orange },
    Claim {
        lesson: "witness",
        step: "look",
        sets: [0, 1],
        holds: |of, picture| {
            share(of, picture, 0, ANYWHERE, Tint::Blue) > 0.8 && share(of, picture, 1, |at| at[0] > 0.5, Tint::Orange) > 0.8
        },
    },
    // "Look for orange": not between the two clusters of B but in them, on the sides that A does not cover.
    Claim {
        lesson: "witness",
        step: "where",
        sets: [0, 1],
        holds: |of, picture| {
            tint(picture.color([0.5, 0.0])) != Tint::Orange
                && share(of, picture, 1, |at| (at[0] - 0.5).abs() > 1.3, Tint::Orange) > 0.5
        },
    },
    Claim {
        lesson: "mmd",
        step: "linear",
        sets: [0, 1],
        holds: |of, picture| strong(picture) && share(of, picture, 0, |at| at[0].hypot(at[1]) < 0.5, Tint::Blue) > 0.8,
    },
    Claim {
        lesson: "characteristic",
        step: "rbf",
        sets: [0, 1],
        holds: |of, picture| {
            strong(picture)
                && share(of, picture, 0, |at| at[1].abs() > 1.0, Tint::Blue) > 0.2
                && share(of, picture, 0, |at| at[1].abs() > 1.0, Tint::Orange) < 0.01
                && share(of, picture, 1, ANYWHERE, Tint::Orange) > 0.4
        },
    },
    // Strong colour at the upper right; elsewhere nothing that only B has.
    Claim {
        lesson: "where",
        step: "guess",
        sets: [0, 1],
        holds: |of, picture| {
            let group = |at: [f64; 2]| at[0] > 1.8 && at[1] > 1.0;
            strong(picture)
                && share(of, picture, 1, group, Tint::Orange) > 0.5
                && share(of, picture, 0, ANYWHERE, Tint::Orange) < 0.1
        },
    },
    // Sets of class + on one side of the border, those of class - on the other.
    Claim {
        lesson: "gram",
        step: "svm",
        sets: [0, 2],
        holds: |_, picture| {
            [[-1.5, 1.0], [-1.2, -0.6]].iter().all(|at| picture.value(*at) > 0.3)
                && [[1.4, 0.8], [1.6, -0.9]].iter().all(|at| picture.value(*at) < -0.3)
        },
    },
];

/// Whether the side of A is blue and the side of B orange.
fn blue_and_orange(_: &Reader, picture: &Picture) -> bool {
    tint(picture.color([-1.5, 0.0])) == Tint::Blue && tint(picture.color([1.5, 0.0])) == Tint::Orange
}

/// Whether the strongest colours have at least half of the strength of a set's colour behind marks.
fn strong(picture: &Picture) -> bool {
    picture.cells().any(|at| strength(picture.color(at)) > 50)
}

/// Shares of the tints at the points of each set.
fn tints(of: &Reader) -> Vec<[f64; 3]> {
    let picture = of.picture();
    let of_set = |set: usize| {
        [Tint::Grey, Tint::Blue, Tint::Orange]
            .map(|tint| picture.as_ref().map_or(0.0, |picture| share(of, picture, set, ANYWHERE, tint)))
    };
    (0..of.model().sets.len()).map(of_set).collect()
}

#[test]
fn colours_named_in_lessons_are_seen_in_the_region_named() {
    let mut wrong = Vec::new();
    for claim in CLAIMS {
        let mut reader = Reader::at(claim.lesson, claim.step);
        let mut check = |reader: &Reader, expected: bool, sets: &str| {
            if reader.picture().is_some_and(|picture| (claim.holds)(reader, &picture)) != expected {
                wrong.push(format!("{} {}, {sets}: {:.2?}", claim.lesson, claim.step, tints(reader)));
            }
        };
        check(&reader, true, "as in the lesson");
        let replace = |reader: &mut Reader, change: &dyn Fn(&mut Sandbox)| {
            let mut model = reader.model().clone();
            change(&mut model);
            reader.sandbox(SandboxAction::Replace(Box::new(model)));
        };
        let [a, b] = claim.sets;
        replace(&mut reader, &|model: &mut Sandbox| {
            let points = std::mem::take(&mut model.sets[a].points);
            model.sets[a].points = std::mem::replace(&mut model.sets[b].points, points);
        });
        check(&reader, false, "exchanged");
        replace(&mut reader, &|model: &mut Sandbox| model.sets.iter_mut().for_each(|set| set.points.clear()));
        check(&reader, false, "emptied");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_test_is_grey_where_chance_may_be_the_cause() {
    let grey = |reader: &Reader| {
        let picture = reader.picture().expect("a picture");
        picture.cells().all(|at| tint(picture.color(at)) == Tint::Grey)
    };
    // Means alone do not tell a ring from two clusters; without the group, no difference is left.
    assert!(grey(&Reader::at("characteristic", "look")) && !grey(&Reader::at("characteristic", "rbf")));
    let reader = Reader::at("where", "share");
    let picture = reader.picture().expect("a picture");
    assert!((0..2).all(|set| share(&reader, &picture, set, ANYWHERE, Tint::Grey) > 0.99));
}

#[test]
fn colours_of_tests_and_of_growing_functions_end_with_the_points() {
    let mut coloured = 0;
    for lesson in lessons().iter().filter(|lesson| lesson.start.sandbox.is_some()) {
        let mut reader = Reader::begin(&lesson.id);
        for _ in &lesson.steps {
            let model = reader.model();
            let clipped = model.surface == Surface::Ratio || model.embedding.gamma().is_none();
            if let Some(picture) = reader.picture().filter(|_| clipped) {
                let points: Vec<_> = model.sets.iter().flat_map(|set| &set.points).map(|point| point.at).collect();
                let between = |axis: usize, at: f64| {
                    points.iter().any(|point| point[axis] >= at) && points.iter().any(|point| point[axis] <= at)
                };
                for at in picture.cells().filter(|at| tint(picture.color(*at)) != Tint::Grey) {
                    assert!(between(0, at[0]) && between(1, at[1]), "{} {}: {at:?}", lesson.id, reader.step());
                    coloured += 1;
                }
            }
            reader.lesson(LessonAction::Next);
        }
    }
    assert!(coloured > 0);
}

/// Whether a text has a number with at least two decimals that is `value` to these decimals.
fn shows(text: &str, value: f64) -> bool {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).any(|part| {
        let part = part.trim_end_matches('.');
        let decimals = part.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        decimals >= 2 && part.parse::<f64>().is_ok() && part == format!("{value:.decimals$}")
    })
}

#[test]
fn no_number_that_a_question_asks_for_is_shown_before() {
    let mut asked = 0;
    for lesson in lessons().iter().filter(|lesson| lesson.start.sandbox.is_some()) {
        let mut reader = Reader::begin(&lesson.id);
        let values = |workspace: &Workspace| -> Vec<Option<f64>> {
            quantities::QUANTITIES.iter().map(|quantity| quantity.value(workspace)).collect()
        };
        // Texts on the screen so far, each with the values of all quantities at this time.
        let mut seen = Vec::new();
        for (place, step) in lesson.steps.iter().enumerate() {
            seen.push((&step.id, values(&reader.0), reader.screen()));
            if let Wait::Answer { answer, right } = &step.wait {
                let texts = Language::default().step(lesson, place).expect("texts");
                let replies = texts.choices.values().flat_map(|choice| quantities::names(&choice.reply)).map(|name| (name, 0));
                // The kernel of a point with itself is 1, as gamma and the end of the scale happen to be.
                let count = |texts: &[String], value: f64| texts.iter().filter(|text| shows(text, value)).count();
                let itself = ("inner_aa", count(&reader.screen(), 1.0));
                for (name, others) in replies.chain((lesson.id == "kernel" && step.id == "self").then_some(itself)) {
                    let row = quantities::QUANTITIES.iter().position(|quantity| quantity.name == name).expect("a quantity");
                    let now = values(&reader.0)[row].expect("a value");
                    for (at, then, texts) in &seen {
                        let same = then[row].is_some_and(|then: f64| (then - now).abs() < 1e-9);
                        let shown = count(texts, now);
                        assert!(!same || shown <= others, "{} {}: {name} stands in step {at}: {texts:?}", lesson.id, step.id);
                    }
                    asked += 1;
                }
                let right = answer.iter().position(|id| id == right).expect("a choice");
                reader.lesson(LessonAction::Answer(right));
                seen.push((&step.id, values(&reader.0), reader.screen()));
            }
            reader.lesson(LessonAction::Next);
        }
    }
    assert!(asked > 8, "{asked}");
}
