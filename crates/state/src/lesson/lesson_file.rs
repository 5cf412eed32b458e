//! The file of a lesson: start, steps, the condition of each step and the view it sets up.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{FieldOf, Layer, PairMode, Panel, SandboxTool, Tab, Tool};
use wordfield_core::{corpus::Builtin, sandbox::Sandbox};

/// Every file, in the order of the list: the tour of the window first. To add a lesson, add its file and a row.
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

/// Every lesson, in the order of the list. A file that cannot be read is left out; a test reads them all.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| FILES.iter().filter_map(|file| serde_json::from_str(file).ok()).collect());
    &LESSONS
}

/// The lesson of this id.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id == id)
}

/// The tour of the window: the first lesson of the list.
pub fn tour() -> Option<&'static Lesson> {
    lessons().first()
}

/// Lesson of a lesson file: view, steps and tasks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Id: key of its texts and of the progress.
    pub id: String,
    /// State in which it starts.
    #[serde(default)]
    pub start: Start,
    /// Steps in order.
    pub steps: Vec<Step>,
}

/// State in which a lesson starts. Without corpus and sandbox the lesson uses the open workspace.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// Built-in corpus.
    pub corpus: Option<Builtin>,
    /// Parameters of the model, key to text, as after `--set`.
    pub model: BTreeMap<String, String>,
    /// Whether the run ends, with its best iterate, when the development score no longer improves; absent: as usual for the model.
    pub early_stop: Option<bool>,
    /// Point sets of the tab *Sandbox*.
    pub sandbox: Option<Sandbox>,
    /// Tab in front.
    pub tab: Option<Tab>,
}

/// A step of a lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Id: key of its texts.
    pub id: String,
    /// Condition of its end.
    pub wait: Wait,
    /// View that it sets up.
    #[serde(default)]
    pub show: ShowView,
}

/// Condition of the end of a step.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Wait {
    /// A text without a task: `"read"`, or `"trained"` where the run must rest at the step's iteration.
    Word(WaitWord),
    /// A question: `{"answer": ["a", "b"], "right": "b"}`.
    Answer {
        /// Choices of the question.
        answer: Vec<String>,
        /// Correct choice.
        right: String,
    },
    /// A number lies within bounds while nothing is held: `{"quantity": "inner_ab", "above": 0.45, "below": 0.55}`.
    Quantity {
        /// Name of the quantity.
        quantity: String,
        /// Largest value that does not suffice; no bound if absent.
        #[serde(default)]
        above: Option<f64>,
        /// Smallest value that does not suffice; no bound if absent.
        #[serde(default)]
        below: Option<f64>,
    },
}

/// Condition of a step without a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitWord {
    /// The text is read.
    Read,
    /// The run rests at the iteration of the step.
    Trained,
}

/// The view that a step sets up.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShowView {
    /// Point sets of the tab *Sandbox*.
    pub sandbox: Option<Sandbox>,
    /// Tab in front.
    pub tab: Option<Tab>,
    /// Panels to open or close.
    pub panel: BTreeMap<Panel, bool>,
    /// Parameters from this step on, key to text; a change starts a new run.
    pub set: BTreeMap<String, String>,
    /// Iteration at which the run rests from this step on.
    pub train: Option<usize>,
    /// Layers of the word field, shown or hidden.
    pub layer: BTreeMap<Layer, bool>,
    /// Field to draw.
    pub field: Option<FieldOf>,
    /// Effect of dragging in the word field.
    pub tool: Option<Tool>,
    /// Effect of dragging in the sandbox.
    pub sandbox_tool: Option<SandboxTool>,
    /// The set of the sandbox that drags and new points belong to.
    pub active_set: Option<usize>,
    /// Task of the list of matches.
    pub matches: Option<PairMode>,
    /// Words to select.
    pub select: Option<SelectedWords>,
    /// Document to inspect, by its index in the corpus.
    pub document: Option<usize>,
    /// Two documents whose cell of the Gram matrix is opened, by their indices in the corpus.
    pub cell: Option<[usize; 2]>,
}

/// Selected words of a step: one word or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum SelectedWords {
    /// A word to inspect.
    One(String),
    /// Words to select.
    Several(Vec<String>),
}

impl Lesson {
    /// Whether the lesson has its own documents or points, and with them its own workspace.
    pub fn has_own_workspace(&self) -> bool {
        self.start.corpus.is_some() || self.start.sandbox.is_some()
    }

    /// Iteration at which the run rests in a step.
    pub fn trained(&self, place: usize) -> usize {
        self.steps.iter().take(place + 1).rev().find_map(|step| step.show.train).unwrap_or(0)
    }

    /// The points that the file gives for a step.
    pub fn points(&self, place: usize) -> Option<&Sandbox> {
        let given = self.steps.iter().take(place + 1).rev().find_map(|step| step.show.sandbox.as_ref());
        given.or(self.start.sandbox.as_ref())
    }

    /// The step with which a reader goes on who had reached `place`: on points, the last step up to it whose points the file
    /// gives, since those that the reader drew are gone.
    pub fn resumes_at(&self, place: usize) -> usize {
        let place = place.min(self.steps.len().saturating_sub(1));
        let given = |&at: &usize| self.start.sandbox.is_none() || self.steps[at].show.sandbox.is_some();
        (0..=place).rev().find(given).unwrap_or(0)
    }
}

impl SelectedWords {
    /// Selected words.
    pub fn words(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Several(words) => words,
        }
    }
}

#[cfg(test)]
#[path = "lesson_file_tests.rs"]
mod tests;
