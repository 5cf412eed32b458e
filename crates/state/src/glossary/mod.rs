//! The glossary: every technical term in the window, with its formula and current values.
//!
//! To add a glossary term, add its texts to `assets/texts/en.json` and other languages,
//! and a row to its chapter's file: id, the function that reads its values from the workspace, and its view.
//! The card in the window, the list under Help and `docs/glossary.md` are generated from texts and row.
//!
//! Cost of the values, computed only while a card is open: look-ups,
//! and for one or two terms a pass over the positions or the words of two documents.

#![allow(missing_docs, reason = "the texts of the terms are in the data files of the languages")]

mod decisions;
mod kernels;
mod pairs;
mod points;
mod ratings;
mod sets;
mod show;
mod training;
mod values;

use self::show::View;
use crate::{Action, Language, Tab, TermTexts, Workspace};
use wordfield_core::corpus::TaskKind;

pub use decisions::*;
pub use kernels::*;
pub use pairs::*;
pub use ratings::*;
pub use sets::*;
pub use training::*;

/// Tasks whose models draw fields: classes and ratings.
const FIELDS: &[TaskKind] = &[TaskKind::Classes, TaskKind::Ratings];

/// Function that reads the values of a glossary term from the workspace; `None` while there are none.
type Values = fn(&Workspace) -> Option<String>;

/// A glossary term with its texts, values and view.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Key of the term's texts in the text files.
    pub id: &'static str,
    /// Id of a lesson about the glossary term; empty without one.
    pub lesson: &'static str,
    values: Values,
    view: View,
    keys: &'static [&'static str],
    tasks: &'static [TaskKind],
}

impl Term {
    const fn new(id: &'static str, values: Values) -> Self {
        Self { id, lesson: "", values, view: View::None, keys: &[], tasks: &[] }
    }

    /// Adds the keys of the parameters that a glossary term explains; the term's texts explain the effect of a change.
    const fn parameter(self, keys: &'static [&'static str]) -> Self {
        Self { keys, ..self }
    }

    /// Adds a lesson about the glossary term.
    const fn taught(self, lesson: &'static str) -> Self {
        Self { lesson, ..self }
    }

    /// Restricts the glossary term to some tasks.
    const fn of(self, tasks: &'static [TaskKind]) -> Self {
        Self { tasks, ..self }
    }

    /// Adds the view that shows the glossary term.
    const fn seen(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Texts of the term in a language, or in English where it lacks them.
    pub fn texts(&self, language: Language) -> &'static TermTexts {
        language.term(self.id)
    }

    /// Texts of the glossary term in English.
    pub fn english(&self) -> &'static TermTexts {
        self.texts(Language::default())
    }

    /// Whether the glossary term belongs to a task.
    pub fn is_of(&self, task: TaskKind) -> bool {
        self.tasks.is_empty() || self.tasks.contains(&task)
    }

    /// Values of the term's formula in the current state; `None` while there are none.
    /// In the tab *Sandbox*, terms that it shows have the values of its point sets.
    pub fn values(&self, workspace: &Workspace) -> Option<String> {
        if let Some(of_points) = points::values(self.id).filter(|_| workspace.layout.tab == Tab::Sandbox) {
            return Some(&workspace.sandbox).filter(|_| !workspace.lesson.hides_numbers()).and_then(of_points);
        }
        self.tasks_match(workspace).then(|| (self.values)(workspace)).flatten()
    }

    /// Actions that set up a view of the glossary term; empty if it is in view or no view shows it.
    pub fn view(&self, workspace: &Workspace) -> Vec<Action> {
        if self.tasks_match(workspace) { self.view.actions(workspace) } else { Vec::new() }
    }

    /// Name of the glossary term with its symbol.
    pub fn title(&self) -> String {
        let TermTexts { name, symbol, .. } = self.english();
        if symbol.is_empty() { name.clone() } else { format!("{name} ({symbol})") }
    }

    /// Whether the glossary term contains a text in a language or in English, ignoring case.
    pub fn contains(&self, text: &str, language: Language) -> bool {
        let text = text.trim().to_lowercase();
        let holds = |own: &TermTexts| {
            [&own.name, &own.symbol, &own.text, &own.effect].iter().any(|part| part.to_lowercase().contains(&text))
        };
        holds(self.english()) || holds(self.texts(language))
    }

    /// The glossary term as Markdown.
    fn print(&self) -> String {
        let TermTexts { text, formula, effect, .. } = self.english();
        let effect = if effect.is_empty() { String::new() } else { format!("\n{effect}\n") };
        format!("\n### {}\n\n{text}\n\n    {formula}\n{effect}", self.title())
    }

    fn tasks_match(&self, workspace: &Workspace) -> bool {
        workspace.corpus.dataset.as_ref().is_some_and(|dataset| self.is_of(dataset.corpus.task.kind()))
    }
}

/// Every glossary term, in chapters with titles.
pub fn chapters() -> [(&'static str, &'static [&'static Term]); 6] {
    [
        ("Kernels", KERNELS),
        ("Training", TRAINING),
        ("Classes", DECISIONS),
        ("Ratings", RATINGS),
        ("Pairs", PAIRS),
        ("Two sets", SETS),
    ]
}

/// Glossary term of a parameter in models of a task.
pub fn of_parameter(key: &str, task: TaskKind) -> Option<&'static Term> {
    let mut terms = chapters().into_iter().flat_map(|(_, terms)| terms.iter().copied());
    terms.find(|term| term.keys.contains(&key) && term.is_of(task))
}

/// The glossary as Markdown, without values.
pub fn print() -> String {
    let head = "# Glossary\n\nEvery term that is underlined with dots in the window opens a card with this text and the values of the \
                moment; *Help › Glossary* lists all cards. The symbols are those of Yoshikawa's thesis (2015).\n";
    let section = |(title, terms): (&str, &[&Term])| {
        let terms: String = terms.iter().map(|term| term.print()).collect();
        format!("\n## {title}\n{terms}")
    };
    std::iter::once(head.to_owned()).chain(chapters().into_iter().map(section)).collect()
}
