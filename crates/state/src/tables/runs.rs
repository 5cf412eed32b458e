//! Tables of the corpus's runs, and of the test documents on which two runs differ.

use std::sync::Arc;

use crate::{Answers, Differing, RunRecord, TestAnswers, Workspace};
use wordfield_core::{
    model::{DecideBy, Scores},
    param::Value,
};
use wordfield_output::{Look, Mark, Rows, Table, Tone};

/// Table with a row per run: model, size, seed, scores, and whether it is compared.
pub(super) fn runs(workspace: &Workspace) -> Option<Table<'_>> {
    let records: Rows<Arc<RunRecord>> = workspace.run_records().into_iter().collect();
    let metric = records.first()?.params.kind().info().metric;
    let compared = workspace.compared_records().map(|pair| pair.map(|record| record.run));
    let dimensions = |record: &Arc<RunRecord>| match record.params.value("q") {
        Some(Value::Whole(q)) => usize::try_from(q).ok(),
        _ => None,
    };
    let mut table = Table::new("runs", records.len())
        .text("run", records.cells(|record| format!("run {}", record.run)))
        .items(records.cells(|record| record.run as usize))
        .text("model", records.cells(|record| record.params.kind().info().label))
        .text("decides by", records.cells(|record| DecideBy::in_column(record.decides_by)))
        .hint("map: the words' positions alone; combined: other components beside them; –: words have no positions")
        .integer("training documents", records.cells(|record| Some(record.train)))
        .integer("dimensions", records.cells(dimensions))
        .integer("seed", records.cells(|record| usize::try_from(record.seed).ok()))
        .integer("iteration", records.cells(|record| Some(record.iteration)));
    for (place, part) in ["test", "development", "train"].into_iter().enumerate() {
        let score = move |Scores { train, dev, test, .. }: Scores| [test, dev, train][place].unwrap_or(f64::NAN);
        let score = records.cells(move |record| score(record.scores));
        table = table.number(format!("{} {part}", metric.name()), 3, score);
    }
    let place = move |record: &Arc<RunRecord>| {
        let place = compared.and_then(|pair| pair.iter().position(|run| *run == record.run));
        place.map_or("", |place| ["first", "second"][place])
    };
    Some(table.text("compared", records.cells(place)))
}

/// Table of test documents on which the two compared runs differ: truth, and both predictions.
pub(super) fn documents(workspace: &Workspace) -> Option<Table<'_>> {
    let (pair, differing) = workspace.run_differences()?;
    let sides = pair.map(|record| (format!("run {}", record.run), Arc::clone(&record.test)));
    differing_documents("run documents", workspace, sides, differing)
}

/// Table of test documents that two methods predict differently: truth, and both predictions with their titles.
pub(super) fn differing_documents<'a>(
    name: &str,
    workspace: &'a Workspace,
    sides: [(String, Arc<TestAnswers>); 2],
    differing: Arc<Vec<Differing>>,
) -> Option<Table<'a>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let differing = Rows::from(differing);
    let mut table = Table::new(name, differing.len())
        .text("document", differing.cells(|row| corpus.display_title(row.document)))
        .items(differing.cells(|row| row.document));
    let first = Arc::clone(&sides[0].1);
    let rated = matches!(first.answers, Answers::Ratings(_));
    if !matches!(first.answers, Answers::Ranks(_)) {
        table = if rated {
            table.number("true", 2, differing.cells(move |row| number(&first.answers, row.at[0], 1)))
        } else {
            let truth = differing.cells(move |row| class(&first.answers, row.at[0], 1));
            table.named("class", &corpus.classes, Mark::Class, truth)
        };
    }
    let titles = sides.each_ref().map(|(title, _)| title.clone());
    for (side, (title, test)) in sides.into_iter().enumerate() {
        let answers = Arc::clone(&test);
        let value = differing.cells(move |row| number(&answers.answers, row.at[side], 0));
        table = match &test.answers {
            Answers::Classes(_) => {
                let own = Arc::clone(&test);
                let predicted = differing.cells(move |row| class(&own.answers, row.at[side], 0));
                table.named(title, &corpus.classes, Mark::Class, predicted).styled(differing.cells(move |row| {
                    let [predicted, truth] = [0, 1].map(|which| class(&test.answers, row.at[side], which));
                    let tone = if predicted == truth { Tone::Plain } else { Tone::Wrong };
                    Look { tone, ..predicted.map(Mark::Class).into() }
                }))
            }
            Answers::Ratings(_) => table.number(title, 2, value),
            Answers::Ranks(_) => table.number(format!("rank, {title}"), 0, value),
        };
    }
    let better = differing.cells(move |row| row.better.map_or_else(String::new, |side| titles[side].clone()));
    Some(table.text(if rated { "nearer" } else { "right alone" }, better))
}

/// Predicted (0) or true (1) class of a test document.
fn class(answers: &Answers, at: usize, which: usize) -> Option<usize> {
    match answers {
        Answers::Classes(of) => Some(of[at][which]),
        Answers::Ratings(_) | Answers::Ranks(_) => None,
    }
}

/// Predicted (0) or true (1) rating, or rank, of a test document.
fn number(answers: &Answers, at: usize, which: usize) -> f64 {
    match answers {
        Answers::Classes(_) => f64::NAN,
        Answers::Ratings(of) => of[at][which],
        Answers::Ranks(of) => of[at] as f64,
    }
}
