//! Lesson file: start of the lesson, its steps, their conditions and the views they set up.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{FieldOf, Layer, PairMode, Panel, SandboxTool, Tab, Tool};
use wordfield_core::{corpus::Builtin, sandbox::Sandbox};

/// All lesson files, in the order of the list: the tour of the window first. To add a lesson, add its file and a row.
const FILES: &[&str] = &[
    include_str!("../../assets/lessons/00-tour.json"),
    include_str!("../../assets/lessons/01-kernel.json"),
    include_str!("../../assets/lessons/02-bandwidth.json"),
    include_str!("../../assets/lessons/03-mean.json"),
    include_str!("../../assets/lessons/04-value.json"),
    include_str!("../../assets/lessons/05-mmd.json"),
    include_str!("../../assets/lessons/06-witness.json"),
    include_str!("../../assets/lessons/07-characteristic.json"),
    include_str!("../../assets/lessons/08-permutation.json"),
    include_str!("../../assets/lessons/09-where.json"),
    include_str!("../../assets/lessons/10-gram.json"),
    include_str!("../../assets/lessons/11-synonyms.json"),
    include_str!("../../assets/lessons/12-forces.json"),
    include_str!("../../assets/lessons/13-overfitting.json"),
    include_str!("../../assets/lessons/14-gp.json"),
    include_str!("../../assets/lessons/15-hubs.json"),
];

/// All lessons, in the order of the list. A file that cannot be read is left out; a test reads them all.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| FILES.iter().filter_map(|file| serde_json::from_slice(file.as_bytes()).ok()).collect());
    &LESSONS
}

/// Lesson with the given id, if it exists.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id == id)
}

/// First lesson of the list: the tour of the window.
pub fn tour() -> Option<&'static Lesson> {
    lessons().first()
}

/// Lesson as read from a lesson file: start and steps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Id of the lesson, by which its texts and its progress are stored.
    pub id: String,
    /// State of the window in which the lesson starts.
    #[serde(default)]
    pub start: Start,
    /// Steps of the lesson in order.
    pub steps: Vec<Step>,
}

/// State in which a lesson starts; without corpus and sandbox it uses the open workspace.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// Built-in corpus of the lesson.
    pub corpus: Option<Builtin>,
    /// Model parameters of the lesson, key to text, as after `--set`.
    pub model: BTreeMap<String, String>,
    /// Whether the run stops early, at its best iterate, when the development score no longer improves;
    /// absent: the model's default.
    pub early_stop: Option<bool>,
    /// Point sets of the tab *Sandbox* at the start of the lesson.
    pub sandbox: Option<Sandbox>,
    /// Tab in front at the start of the lesson.
    pub tab: Option<Tab>,
}

/// Step of a lesson: the condition that ends it, and the view it sets up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Id of the step, by which its texts are stored.
    pub id: String,
    /// Condition that ends the lesson step.
    pub wait: Wait,
    /// View that the lesson step sets up.
    #[serde(default)]
    pub show: ShowView,
}

/// Condition that ends a step of a lesson.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Wait {
    /// Step with a text but no task: `"read"`, or `"trained"` if the run must be paused at the step's iteration.
    Word(WaitWord),
    /// Condition: a quiz question is answered correctly, as in `{"answer": ["a", "b"], "right": "b"}`.
    Answer {
        /// Ids of the quiz question's choices.
        answer: Vec<String>,
        /// Id of the quiz question's correct choice.
        right: String,
    },
    /// Step until a number lies within bounds and no button is pressed: `{"quantity": "inner_ab", "above": 0.45, "below": 0.55}`.
    Quantity {
        /// Name of the quantity that the step waits for.
        quantity: String,
        /// Exclusive lower bound of the quantity; no bound if absent.
        above: Option<f64>,
        /// Exclusive upper bound of the quantity; no bound if absent.
        below: Option<f64>,
    },
}

/// Condition that ends a step without a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitWord {
    /// Condition: the reader has read the text of the step.
    Read,
    /// Condition: the run has reached the iteration of the step.
    Trained,
}

/// View that a step of a lesson sets up.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShowView {
    /// Point sets of the tab *Sandbox* from this step on.
    pub sandbox: Option<Sandbox>,
    /// Tab in front in this step.
    pub tab: Option<Tab>,
    /// Panels that the step opens or closes.
    pub panel: BTreeMap<Panel, bool>,
    /// Whether the window shows the numbers of the sandbox and of the small Gram matrices from this step on; a step that comes before
    /// a question about them hides them.
    pub numbers: Option<bool>,
    /// Hyper-parameters from this step on, key to text; changing them starts a new run.
    pub set: BTreeMap<String, String>,
    /// Iteration at which the run pauses from this step on.
    pub train: Option<usize>,
    /// Layers of the word field that the step shows or hides.
    pub layer: BTreeMap<Layer, bool>,
    /// Field that the step draws behind the words.
    pub field: Option<FieldOf>,
    /// Tool of the word field: the effect of dragging.
    pub tool: Option<Tool>,
    /// Tool of the sandbox: the effect of dragging.
    pub sandbox_tool: Option<SandboxTool>,
    /// Index of the active sandbox set, to which new points belong.
    pub active_set: Option<usize>,
    /// Task on pairs that the list of matches shows in this step.
    pub matches: Option<PairMode>,
    /// Words that the step selects.
    pub select: Option<SelectedWords>,
    /// Document that the step inspects, by its index in the corpus.
    pub document: Option<usize>,
    /// Two documents whose cell of the Gram matrix the step opens, by their indices in the corpus.
    pub cell: Option<[usize; 2]>,
}

/// Words that a step selects: one or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum SelectedWords {
    /// One word to inspect.
    One(String),
    /// Several words to select.
    Several(Vec<String>),
}

impl Lesson {
    /// Whether the lesson has its own documents or points, and therefore its own workspace.
    pub fn has_own_workspace(&self) -> bool {
        self.start.corpus.is_some() || self.start.sandbox.is_some()
    }

    /// Iteration at which the run pauses in a lesson step.
    pub fn trained(&self, place: usize) -> usize {
        self.steps.iter().take(place + 1).rev().find_map(|step| step.show.train).unwrap_or(0)
    }

    /// Whether a lesson step shows the numbers of the sandbox, apart from questions, which hide them until the answer.
    pub fn shows_numbers(&self, place: usize) -> bool {
        self.steps.iter().take(place + 1).rev().find_map(|step| step.show.numbers).unwrap_or(true)
    }

    /// Sandbox points that the lesson file specifies for a step.
    pub fn points(&self, place: usize) -> Option<&Sandbox> {
        let given = self.steps.iter().take(place + 1).rev().find_map(|step| step.show.sandbox.as_ref());
        given.or(self.start.sandbox.as_ref())
    }

    /// Step at which a reader resumes who had reached step `place`.
    /// In a sandbox lesson, the last step up to `place` for which the lesson file specifies points.
    /// Points drawn by the reader are lost.
    pub fn resumes_at(&self, place: usize) -> usize {
        let place = place.min(self.steps.len().saturating_sub(1));
        let given = |&at: &usize| self.start.sandbox.is_none() || self.steps[at].show.sandbox.is_some();
        (0..=place).rev().find(given).unwrap_or(0)
    }
}

impl SelectedWords {
    /// Words to select, one or several.
    pub fn words(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Several(words) => words,
        }
    }
}

#[cfg(test)]
mod tests;
