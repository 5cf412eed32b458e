//! Quantities: numbers that lessons name, as live values in their texts, `{iteration}`, and as bounds that their steps wait for.
//!
//! To add a quantity, add a row. Cost: a look-up, called after each action while a step waits and in each frame that shows it.

use crate::{Focus, GramLook, SelectionSet, Workspace, rated::RatedDocument};
use wordfield_core::{corpus::TaskKind, ldk::Level2, param::Value};

/// Quantity: a number of the current state that lessons can name.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Name of the quantity in lesson texts and files.
    pub name: &'static str,
    digits: usize,
    unit: &'static str,
    read: fn(&Workspace) -> Option<f64>,
}

const fn row(name: &'static str, digits: usize, unit: &'static str, read: fn(&Workspace) -> Option<f64>) -> Quantity {
    Quantity { name, digits, unit, read }
}

/// All quantities for lessons: name, digits after the point, unit, value.
pub const QUANTITIES: &[Quantity] = &[
    row("iteration", 0, "", iteration),
    row("objective", 2, "", |workspace| workspace.objective_shown().map(|(_, value)| value)),
    row("gamma", 2, "", |workspace| parameter(workspace, "gamma")),
    row("rho", 2, "", |workspace| parameter(workspace, "rho")),
    row("c", 2, "", |workspace| parameter(workspace, "c")),
    row("word_keep_rate", 2, "", |workspace| parameter(workspace, "word_keep_rate")),
    row("train_accuracy", 1, " %", |workspace| accuracy(workspace, 0)),
    row("test_accuracy", 1, " %", |workspace| accuracy(workspace, 2)),
    row("accuracy_gap", 1, "", |workspace| Some(accuracy(workspace, 0)? - accuracy(workspace, 2)?)),
    row("train_rmse", 2, "", |workspace| score(workspace, TaskKind::Ratings, 0)),
    row("test_rmse", 2, "", |workspace| score(workspace, TaskKind::Ratings, 2)),
    row("mean_rmse", 2, "", Workspace::baseline),
    row("least_test_rmse", 2, "", least_test_rmse),
    row("rmse_gap", 2, "", |workspace| Some(score(workspace, TaskKind::Ratings, 2)? - score(workspace, TaskKind::Ratings, 0)?)),
    row("precision_at_1", 1, " %", |workspace| Some(100.0 * score(workspace, TaskKind::Pairs, 2)?)),
    row("selected_words", 0, "", |workspace| Some(selected(workspace)[0])),
    row("selected_documents", 0, "", |workspace| Some(selected(workspace)[1])),
    row("moved_words", 0, "", |workspace| Some(workspace.choices.touched.moves.len() as f64)),
    row("farthest_word", 5, "", farthest_word),
    row("word_distance", 2, "", |workspace| workspace.kernel_of_two_words().map(|(distance, _)| distance)),
    row("word_kernel", 3, "", |workspace| workspace.kernel_of_two_words().map(|(_, kernel)| kernel)),
    row("common_words", 4, "", |workspace| workspace.word_matrix().map(|words| words.common)),
    row("inner_product", 4, "", |workspace| workspace.word_matrix().map(|words| words.inner)),
    row("mean_kernel", 4, "", mean_kernel),
    row("predicted_rating", 2, "", |workspace| rated(workspace).map(|rated| rated.mean)),
    row("true_rating", 0, "", |workspace| rated(workspace).map(|rated| rated.truth)),
    row("deviation", 2, "", |workspace| rated(workspace)?.deviation),
    row("partner_rank", 0, "", partner_rank),
    row("largest_hub", 0, "", |workspace| hubs(workspace).map(|[largest, _]| largest)),
    row("never_nearest", 0, " %", |workspace| hubs(workspace).map(|[_, never]| never)),
    row("mmd", 4, "", |workspace| workspace.compare.sets.study.found().map(|found| found.test.mmd.biased)),
    row("p_value", 3, "", |workspace| workspace.compare.sets.study.found().map(|found| found.test.p)),
    row("inner_aa", 3, "", |workspace| inner(workspace, [0, 0])),
    row("inner_ab", 3, "", |workspace| inner(workspace, [0, 1])),
    row("inner_ac", 3, "", |workspace| inner(workspace, [0, 2])),
    row("inner_cd", 3, "", |workspace| inner(workspace, [2, 3])),
    row("point_gamma", 2, "", |workspace| workspace.sandbox.model.embedding.gamma()),
    row("kernel_is_gaussian", 0, "", |workspace| Some(f64::from(u8::from(workspace.sandbox.model.embedding.gamma().is_some())))),
    row("set_kernel_is_gaussian", 0, "", |workspace| {
        Some(f64::from(u8::from(matches!(workspace.sandbox.model.level2, Level2::Rbf { .. }))))
    }),
    row("points_a", 0, "", |workspace| points(workspace, 0)),
    row("points_b", 0, "", |workspace| points(workspace, 1)),
    row("points_c", 0, "", |workspace| points(workspace, 2)),
    row("spread_a", 2, "", |workspace| workspace.sandbox.model.sets.first()?.spread()),
    row("spread_gap", 2, "", spread_gap),
    row("heaviest_a", 2, "", |workspace| {
        workspace.sandbox.model.sets.first()?.points.iter().map(|point| point.weight).reduce(f64::max)
    }),
    row("mmd2", 3, "", |workspace| workspace.sandbox.values.mmd.map(|mmd| mmd.biased)),
    row("mmd2_unbiased", 3, "", |workspace| workspace.sandbox.values.mmd?.unbiased),
    row("mmd2_linear", 3, "", |workspace| workspace.sandbox.values.mmd_linear.map(|mmd| mmd.biased)),
    row("witness_a", 3, "", |workspace| workspace.sandbox.mean_witness(0)),
    row("witness_b", 3, "", |workspace| workspace.sandbox.mean_witness(1)),
    row("witness_c", 3, "", |workspace| workspace.sandbox.mean_witness(2)),
    row("witness_range", 3, "", |workspace| workspace.sandbox.largest_witness()),
    row("sandbox_p", 3, "", |workspace| workspace.sandbox.test().filter(|(_, now)| *now).map(|(test, _)| test.p)),
    row("null_95", 3, "", |workspace| workspace.sandbox.test().filter(|(_, now)| *now)?.0.percentile(0.95)),
    row("value_d", 3, "", |workspace| workspace.sandbox.values.learned.as_ref()?.values.get(3).copied()),
];

/// Quantity with the given name, if there is one.
pub fn quantity(name: &str) -> Option<&'static Quantity> {
    QUANTITIES.iter().find(|quantity| quantity.name == name)
}

/// Value of the quantity with the given name; `None` while there is none.
pub fn value(name: &str, workspace: &Workspace) -> Option<f64> {
    quantity(name)?.value(workspace)
}

/// Replaces each quantity's name in braces in a lesson text by its value, or by an ellipsis if the value is missing.
pub fn fill(text: &str, workspace: &Workspace) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        filled.push_str(before);
        filled.push_str(&quantity(name).and_then(|quantity| quantity.shown(workspace)).unwrap_or_else(|| "…".to_owned()));
        rest = after;
    }
    filled + rest
}

/// Names of quantities in braces in a lesson text.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

impl Quantity {
    /// Value of the quantity; `None` while there is no value.
    pub fn value(&self, workspace: &Workspace) -> Option<f64> {
        (self.read)(workspace).filter(|value| value.is_finite())
    }

    /// Value of the quantity as text with its unit.
    pub fn shown(&self, workspace: &Workspace) -> Option<String> {
        self.value(workspace).map(|value| format!("{value:.*}{}", self.digits, self.unit))
    }
}

/// Inner product of the kernel means of two sets of the sandbox.
fn inner(workspace: &Workspace, of: [usize; 2]) -> Option<f64> {
    workspace.sandbox.values.s.get(of).copied()
}

/// Number of points in a sandbox set.
fn points(workspace: &Workspace, set: usize) -> Option<f64> {
    workspace.sandbox.model.sets.get(set).map(|set| set.points.len() as f64)
}

/// Difference between the spreads of the first two sandbox sets.
fn spread_gap(workspace: &Workspace) -> Option<f64> {
    let sets = &workspace.sandbox.model.sets;
    Some((sets.first()?.spread()? - sets.get(1)?.spread()?).abs())
}

/// Selected earlier iteration, otherwise the newest one, even if an ended run shows its best iterate.
fn iteration(workspace: &Workspace) -> Option<f64> {
    let shown = workspace.timeline.at.unwrap_or_else(|| workspace.newest());
    workspace.run.snapshot.is_some().then_some(shown as f64)
}

/// Largest distance of a word from the origin.
fn farthest_word(workspace: &Workspace) -> Option<f64> {
    let latent = workspace.run.snapshot.as_ref()?.latent()?;
    latent.rows().into_iter().map(|at| at.dot(&at).sqrt()).reduce(f64::max)
}

/// Value of a hyper-parameter that is a number.
fn parameter(workspace: &Workspace, key: &str) -> Option<f64> {
    match workspace.parameters().iter().find(|view| view.key == key)?.value? {
        Value::Real(value) => Some(value),
        Value::Whole(value) => Some(value as f64),
        Value::Switch(_) | Value::Choice(_) => None,
    }
}

/// Score shown for the training (0), development (1) or test part (2) of a model of a task.
fn score(workspace: &Workspace, task: TaskKind, part: usize) -> Option<f64> {
    let own = workspace.choices.settings.params.kind().info().task == task;
    workspace.scores_shown().parts[part].filter(|_| own)
}

/// Lowest error on the test part in this run up to the shown iteration.
fn least_test_rmse(workspace: &Workspace) -> Option<f64> {
    let shown = workspace.shown() as f64;
    let known = workspace.run.curves.test.iter().filter(|[at, _]| *at <= shown).map(|[_, error]| *error);
    score(workspace, TaskKind::Ratings, 2).and_then(|now| known.chain([now]).reduce(f64::min))
}

/// Mean of the Gram matrix over all pairs of two documents, at the shown positions.
fn mean_kernel(workspace: &Workspace) -> Option<f64> {
    let found = workspace.gram.study.found()?;
    let plain = found.key.look == GramLook { order: found.key.look.order, ..GramLook::default() };
    (plain && workspace.gram_key().as_ref() == Some(&found.key)).then_some(found.mean)
}

/// Accuracy on a part of the split in percent.
fn accuracy(workspace: &Workspace, part: usize) -> Option<f64> {
    score(workspace, TaskKind::Classes, part).map(|share| 100.0 * share)
}

/// Numbers of selected words and of selected documents.
fn selected(workspace: &Workspace) -> [f64; 2] {
    let count = workspace.choices.selection.count() as f64;
    match workspace.choices.selection {
        SelectionSet::Words(_) => [count, 0.0],
        SelectionSet::Documents(_) => [0.0, count],
        SelectionSet::Empty => [0.0, 0.0],
    }
}

/// Rating of the document in focus with its prediction.
fn rated(workspace: &Workspace) -> Option<RatedDocument> {
    let Focus::Document(document) = workspace.choices.focus else { return None };
    let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref()?);
    RatedDocument::of(dataset, snapshot.rated()?, document, workspace.choices.layers.rating())
}

/// Rank of the partner of the document in focus among its candidates.
fn partner_rank(workspace: &Workspace) -> Option<f64> {
    let Focus::Document(document) = workspace.choices.focus else { return None };
    workspace.matches()?.row(document)?.rank.map(|rank| rank as f64)
}

/// Hubs: maximum number of documents with the same nearest candidate, and the percentage of candidates nearest to none.
fn hubs(workspace: &Workspace) -> Option<[f64; 2]> {
    let rows = &workspace.matches().filter(|matched| !matched.rows.is_empty())?.rows;
    let mut nearest: Vec<usize> = rows.iter().map(|row| row.best).collect();
    nearest.sort_unstable();
    let counts: Vec<usize> = nearest.chunk_by(|a, b| a == b).map(<[usize]>::len).collect();
    let never = 1.0 - counts.len() as f64 / rows.len() as f64;
    Some([counts.into_iter().max()? as f64, 100.0 * never])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::update::tests::training;

    #[test]
    fn names_are_unique_and_numbers_replace_them() {
        for (place, quantity) in QUANTITIES.iter().enumerate() {
            assert!(QUANTITIES[place + 1..].iter().all(|other| other.name != quantity.name), "{}", quantity.name);
        }
        let mut workspace = training();
        assert_eq!(fill("At {iteration}: {selected_words} words, {no_such}.", &workspace), "At …: 0 words, ….");
        workspace.choices.selection = SelectionSet::words(10, [2, 3]);
        assert_eq!(fill("{selected_words} words {", &workspace), "2 words {");
        assert_eq!(names("{a} and {b}").collect::<Vec<_>>(), ["a", "b"]);
        assert!(parameter(&workspace, "rho").is_some_and(|rho| rho > 0.0));
        assert_eq!(quantity("test_rmse").expect("a row").value(&workspace), None, "the model predicts classes");
    }
}
