//! The file of a lesson: start, steps, the condition of each step and the view it sets up.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{
    corpus::Builtin,
    sandbox::Sandbox,
    state::{FieldOf, Layer, PairMode, Panel, SandboxTool, Tab, Tool},
};

/// Every file, in the order of the list: the tour of the window first. To add a lesson, add its file and a row.
const FILES: &[&str] = &[
    include_str!("../../../assets/lessons/00-tour.json"),
    include_str!("../../../assets/lessons/01-kernel.json"),
    include_str!("../../../assets/lessons/02-bandwidth.json"),
    include_str!("../../../assets/lessons/03-mean.json"),
    include_str!("../../../assets/lessons/04-value.json"),
    include_str!("../../../assets/lessons/05-mmd.json"),
    include_str!("../../../assets/lessons/06-witness.json"),
    include_str!("../../../assets/lessons/07-characteristic.json"),
    include_str!("../../../assets/lessons/08-permutation.json"),
    include_str!("../../../assets/lessons/09-where.json"),
    include_str!("../../../assets/lessons/10-gram.json"),
    include_str!("../../../assets/lessons/11-synonyms.json"),
    include_str!("../../../assets/lessons/12-forces.json"),
    include_str!("../../../assets/lessons/13-overfitting.json"),
    include_str!("../../../assets/lessons/14-gp.json"),
    include_str!("../../../assets/lessons/15-hubs.json"),
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

/// Iterations of a step that trains without a number of iterations to wait for.
const TRAINED: usize = 60;

/// A lesson.
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
    /// The text is read: `"read"`.
    Read(Read),
    /// A question: `{"answer": ["a", "b"], "right": "b"}`.
    Answer {
        /// Choices.
        answer: Vec<String>,
        /// The right one.
        right: String,
    },
    /// A number passes a bound: `{"quantity": "iteration", "above": 20}`.
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

/// The word `read`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Read {
    /// The text is read.
    Read,
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
    /// Parameters, key to text; a change that is not live restarts the run.
    pub set: BTreeMap<String, String>,
    /// Training.
    pub train: Option<Train>,
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

/// Control of the training.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Train {
    /// Continue.
    Play,
    /// Pause.
    Pause,
    /// Begin again from the initial positions.
    Restart,
    /// Run this number of iterations, then pause.
    Steps(usize),
}

/// One word or several.
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

    /// Iterations that the steps before one have trained since the last start of a run, so that a lesson can be continued with any
    /// step.
    pub fn trained_before(&self, place: usize) -> usize {
        let before = &self.steps[..place.min(self.steps.len())];
        let trains = |step: &Step| matches!(step.show.train, Some(Train::Play | Train::Restart));
        let Some(last) = before.iter().rfind(|step| trains(step)) else { return 0 };
        match &last.wait {
            Wait::Quantity { quantity, above: Some(above), .. } if quantity == "iteration" => *above as usize,
            _ => TRAINED,
        }
    }
}

impl SelectedWords {
    /// The words.
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
