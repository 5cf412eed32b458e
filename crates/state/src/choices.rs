//! What the user chose: values that undo restores and a session keeps.
//!
//! Cost of a copy: some kilobytes; sets and verdicts are shared.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    ClassesState, ComparedSets, Focus, Layer, Layers, MatchListing, Members, NamedSets, RatingsState, Reviews, Rules,
    RunInterventions, SelectionSet, Settings, SpaceChoice, Tool, inspect::explain::Part,
};
use wordfield_core::sandbox::Sandbox;
use wordfield_rules::Dismissed;

/// What the user chose. Everything else in the workspace is opened, computed or received.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// Focus: subject of the inspector.
    pub focus: Focus,
    /// Document shown under the table, also while one of its words is in focus.
    pub shown: Option<usize>,
    /// Open source document of the review of matches.
    pub source: Option<usize>,
    /// Target document chosen for comparison; `None`: the nearest.
    pub target: Option<usize>,
    /// The selection set: selected words or documents.
    pub selection: SelectionSet,
    /// Whether the table lists only documents of the selection set.
    pub only: bool,
    /// Selection sets saved under names.
    pub named: NamedSets,
    /// Hyper-parameters of the current run.
    pub settings: Settings,
    /// Layers and colours of the word field.
    pub layers: Layers,
    /// Tool: the effect of dragging in the word field.
    pub tool: Tool,
    /// Classes whose words the word field dims.
    pub muted: Members,
    /// Pinned and dragged words of the current run.
    pub touched: RunInterventions,
    /// Part of the split that the confusion matrix shows.
    pub part: Part,
    /// Filters and order of documents with classes.
    pub classes: ClassesState,
    /// Filters and order of rated documents.
    pub ratings: RatingsState,
    /// Filters and order of the list of matches.
    pub matches: MatchListing,
    /// Sets that are compared, and the test of their difference.
    pub compared: ComparedSets,
    /// Labels of documents that the user corrected or accepted, by the document's index.
    pub corrected: Arc<BTreeMap<usize, String>>,
    /// Verdicts on the matches of the current corpus.
    pub reviews: Reviews,
    /// Dismissed findings of rules, of all corpora.
    pub dismissed: Arc<Dismissed>,
    /// Rules against pairs in use.
    pub rules: Rules,
    /// Model of the sandbox: point sets, kernels and surface.
    pub sandbox: Arc<Sandbox>,
    /// Chosen words of a file of word vectors.
    pub vectors: SpaceChoice,
}

/// Replaces `now` by the target value if the two states differ in it.
fn replace_if_different<T: PartialEq + Clone>(now: &mut T, from: &T, to: &T) {
    if from != to {
        now.clone_from(to);
    }
}

/// Replaces a shared value by the target value if the two states have different ones.
fn replace_shared<T>(now: &mut Arc<T>, from: &Arc<T>, to: &Arc<T>) {
    if !Arc::ptr_eq(from, to) {
        now.clone_from(to);
    }
}

impl Choices {
    /// Applies the difference of two states; choices in which both agree keep their present value.
    /// Settings and interventions are left to the caller, since the trainer must be told.
    pub(crate) fn apply(&mut self, from: &Self, to: &Self) {
        replace_if_different(&mut self.selection, &from.selection, &to.selection);
        replace_if_different(&mut self.only, &from.only, &to.only);
        replace_if_different(&mut self.named, &from.named, &to.named);
        for row in Layer::ALL.iter().filter(|row| from.layers.shows(row.layer) != to.layers.shows(row.layer)) {
            self.layers.show(row.layer, to.layers.shows(row.layer));
        }
        replace_if_different(&mut self.layers.field_of, &from.layers.field_of, &to.layers.field_of);
        replace_if_different(&mut self.layers.colour_by, &from.layers.colour_by, &to.layers.colour_by);
        replace_if_different(&mut self.layers.viewpoint, &from.layers.viewpoint, &to.layers.viewpoint);
        replace_if_different(&mut self.tool, &from.tool, &to.tool);
        replace_if_different(&mut self.muted, &from.muted, &to.muted);
        replace_if_different(&mut self.part, &from.part, &to.part);
        replace_if_different(&mut self.classes, &from.classes, &to.classes);
        replace_if_different(&mut self.ratings, &from.ratings, &to.ratings);
        replace_if_different(&mut self.matches, &from.matches, &to.matches);
        replace_if_different(&mut self.compared, &from.compared, &to.compared);
        replace_if_different(&mut self.corrected, &from.corrected, &to.corrected);
        self.reviews.go(from.reviews.all(), to.reviews.all());
        replace_if_different(&mut self.dismissed, &from.dismissed, &to.dismissed);
        replace_shared(&mut self.rules.used, &from.rules.used, &to.rules.used);
        replace_shared(&mut self.rules.read, &from.rules.read, &to.rules.read);
        replace_if_different(&mut self.rules.file, &from.rules.file, &to.rules.file);
        replace_if_different(&mut self.sandbox, &from.sandbox, &to.sandbox);
        replace_if_different(&mut self.vectors, &from.vectors, &to.vectors);
        // Focus, shown document and open match belong together.
        if from.place() != to.place() {
            self.look_at(to.place());
        }
    }

    /// Focus, shown document, and source and target of the open match.
    pub(crate) fn place(&self) -> (Focus, Option<usize>, Option<usize>, Option<usize>) {
        (self.focus, self.shown, self.source, self.target)
    }

    /// Goes to a focus, a shown document and a match.
    pub(crate) fn look_at(&mut self, place: (Focus, Option<usize>, Option<usize>, Option<usize>)) {
        (self.focus, self.shown, self.source, self.target) = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColourBy, FieldOf, MatchSort, Review, SetOf, Slice, Viewpoint, WordMove};
    use wordfield_core::{
        model::{ModelKind, Preset},
        sandbox::Surface,
    };
    use wordfield_rules::RuleSet;

    /// Choices that all differ from the default ones. A further field must be named here.
    fn other() -> Choices {
        let (mut named, mut dismissed) = (NamedSets::default(), Dismissed::default());
        named.keep("mine", &SelectionSet::words(9, [4]));
        dismissed.insert("length", ["a", "b"]);
        let viewpoint = Viewpoint { slice: Slice { across: 1, at: 7 }, ..Viewpoint::default() };
        let mut layers = Layers::default().with_field(FieldOf::Sets).seen_from(viewpoint);
        layers.colour_by = ColourBy::Polarity;
        Choices {
            focus: Focus::Word(3),
            shown: Some(1),
            source: Some(2),
            target: Some(5),
            selection: SelectionSet::words(9, [1, 2]),
            only: true,
            named,
            settings: Settings::new(ModelKind::Smm, Preset::Paper, 3),
            layers,
            tool: Tool::Lasso,
            muted: Members::of(4, [1]),
            touched: RunInterventions {
                run: 1,
                pinned: Arc::new(Members::of(9, [3])),
                moves: Arc::new(vec![WordMove { word: 3, from: vec![0.0], to: vec![1.0] }]),
            },
            part: Part::Train,
            classes: ClassesState { wrong_only: true, ..ClassesState::default() },
            ratings: RatingsState { missed_only: true, ..RatingsState::default() },
            matches: MatchListing { sort: MatchSort::Rank, ..MatchListing::default() },
            compared: ComparedSets { pair: [SetOf::Others, SetOf::Selected], permutations: 199, unseen: false },
            corrected: Arc::new(BTreeMap::from([(2, "grain".to_owned())])),
            reviews: Reviews::restored([(3, Review { note: "look".to_owned(), ..Review::default() })]),
            dismissed: Arc::new(dismissed),
            rules: Rules { file: Some("mine.toml".into()), used: Arc::new(RuleSet::default()), read: Arc::default() },
            sandbox: Arc::new(Sandbox { surface: Surface::Learned, ..Sandbox::default() }),
            vectors: SpaceChoice { focus: Some("tea".to_owned()), ..SpaceChoice::default() },
        }
    }

    #[test]
    fn every_choice_that_differs_is_restored() {
        let (before, after) = (Choices::default(), other());
        let mut now = before.clone();
        now.apply(&before, &after);
        assert_eq!((&now.settings, &now.touched), (&before.settings, &before.touched), "the trainer is told first");
        let told = Choices { settings: after.settings.clone(), touched: after.touched.clone(), ..now.clone() };
        assert_eq!(told, after);
        now.apply(&after, &before);
        assert_eq!(now, before);
    }

    #[test]
    fn choices_that_an_entry_did_not_change_keep_their_present_value() {
        let (before, late) = (Choices::default(), other());
        let mut now = late.clone();
        now.apply(&before, &Choices { tool: Tool::Box, ..before.clone() });
        assert_eq!(now, Choices { tool: Tool::Box, ..late });
    }
}
