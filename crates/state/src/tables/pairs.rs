//! Columns of the documents of pairs: scores and doubts of checked pairs, and matches of source documents.

use crate::{Category, PairVerdict, Verdict, Workspace};
use wordfield_core::{
    corpus::{Dataset, Pairs},
    model::matching::MatchRow,
};
use wordfield_output::{Correction, Keep, Look, OmissionCause, Place, Rows, Table, Tone};

/// Maximum number of a text's characters drawn in a table row.
const CELL: usize = 240;

/// Table of the listed pairs of the file, with the doubt about each.
pub(super) fn checked<'a>(
    table: Table<'a>,
    workspace: &'a Workspace,
    dataset: &'a Dataset,
    listed: &'a [usize],
) -> Option<Table<'a>> {
    let (pairs, reviews) = (dataset.corpus.task.pairs()?, &workspace.choices.reviews);
    let pair = |place: usize| workspace.checked_pair(listed[place]);
    let verdict = |place: usize| reviews.get(listed[place]).and_then(|review| review.verdict);
    let note = |place: usize| reviews.get(listed[place]).map_or("", |review| review.note.as_str());
    let category = |place: usize| reviews.get(listed[place]).and_then(|review| review.category).map_or("", Category::name);
    let other = |place: usize| {
        workspace.matches.other.verdict(listed[place]).map_or_else(String::new, |verdict| match verdict {
            PairVerdict::Accepted => Verdict::Accepted.name().to_owned(),
            PairVerdict::Rejected => Verdict::Rejected.name().to_owned(),
            PairVerdict::Partner(target) => pairs.name(target),
        })
    };
    let is_corrected = move |place: usize| reviews.correction(listed[place]).is_some();
    let correction = move |place: usize| Correction::rows(reviews.correction(listed[place])).first().map_or("", |row| row.name());
    let conflict = move |place: usize, text: String, tone: Tone| {
        if !workspace.is_target_conflict(listed[place]) {
            return Look::from((text, tone));
        }
        let text = if text.is_empty() { "conflict".to_owned() } else { format!("{text}, conflict") };
        Look::from((text, Tone::Wrong)).tip("another pair takes this target too")
    };
    let reasons = workspace.reasons();
    let found = move |place: usize, wanted: bool| {
        let text = reasons.map_or_else(String::new, |reasons| reasons.text(listed[place], wanted));
        Look::from((text.clone(), if wanted { Tone::Wrong } else { Tone::Weak })).tip(text)
    };
    let table = scored(of_file(numbered(table, pairs, listed), pairs, listed), workspace, listed)
        .number("doubt", 2, move |place| pair(place).map_or(f64::NAN, |pair| pair.doubt))
        .hint("doubt about the pair: larger is more doubtful")
        .wide(64.0)
        .styled(move |place| {
            let look =
                Look::from((format!("{:.1}", pair(place)?.doubt), if is_corrected(place) { Tone::Weak } else { Tone::Plain }));
            Some(if is_corrected(place) { look.tip("doubt about the original texts") } else { look })
        })
        .integer("rank", move |place| pair(place).map(|pair| pair.rank))
        .hint("ranks of the line's own target and of its source by a model that was not trained on the pair: 1 is best")
        .wide(76.0)
        .styled(move |place| {
            let pair = pair(place)?;
            let far = pair.rank > 1 && pair.reverse_rank > 1;
            Some((format!("{} / {}", pair.rank, pair.reverse_rank), if far { Tone::Wrong } else { Tone::Plain }))
        })
        .integer("reverse rank", move |place| pair(place).map(|pair| pair.reverse_rank))
        .hint("rank of the line's own source by a model that was not trained on the pair")
        .only(Place::File)
        .number("distance", 4, move |place| pair(place).map_or(f64::NAN, |pair| pair.distance))
        .hint("squared distance by a model that was not trained on the pair")
        .only(Place::File)
        .integer("suggestion", move |place| pair(place).map(|pair| pairs.unit(pair.suggestion())))
        .hint("unit of the nearest target")
        .only(Place::File)
        .text("reasons", move |place| reasons.map_or_else(String::new, |reasons| reasons.text(listed[place], true)))
        .hint("rules that find an error in the pair")
        .wide(150.0)
        .styled(move |place| found(place, true))
        .text("hints", move |place| reasons.map_or_else(String::new, |reasons| reasons.text(listed[place], false)))
        .hint("rules that find a difference that many right pairs have")
        .wide(96.0)
        .styled(move |place| found(place, false))
        .text("verdict", move |place| verdict(place).map_or("", |(verdict, _)| Verdict::name(verdict)))
        .hint("your verdict: Y accepts the pair, X rejects it")
        .wide(92.0)
        .styled(move |place| match workspace.pair_verdict(listed[place]) {
            Some(PairVerdict::Accepted) => conflict(place, Verdict::Accepted.name().to_owned(), Tone::Good),
            Some(PairVerdict::Partner(target)) => conflict(place, format!("→ {}", pairs.name(target)), Tone::Good),
            Some(PairVerdict::Rejected) if !category(place).is_empty() => (category(place).to_owned(), Tone::Rejected).into(),
            Some(PairVerdict::Rejected) => (Verdict::Rejected.name().to_owned(), Tone::Rejected).into(),
            None => conflict(place, if note(place).is_empty() { "" } else { "Note" }.to_owned(), Tone::Weak),
        })
        .text("other verdict", other)
        .hint("verdict of the other reviewer")
        .wide(92.0)
        .only(if workspace.matches.other.file.is_some() { Place::Both } else { Place::File })
        .integer("target unit", move |place| verdict(place).map(|(_, target)| pairs.unit(target)))
        .hint("unit of the target that the verdict is about")
        .only(Place::File)
        .text("note", note)
        .only(Place::File)
        .text("category", category)
        .hint("kind of the error in a rejected pair")
        .only(Place::File)
        .text("correction", correction)
        .hint("edited, split, or merged into the pair before: the texts are corrected ones")
        .wide(72.0)
        .styled(move |place| (correction(place).to_owned(), Tone::Good))
        .only(if reviews.iter().any(|(_, review)| review.correction.is_some()) { Place::Both } else { Place::File });
    Some([0, 1].into_iter().fold(table, |table, side| {
        let text = move |place: usize| {
            let texts = reviews.texts(listed[place], &dataset.corpus);
            beginning(&texts.iter().map(|pair| pair[side]).collect::<Vec<_>>().join(" ¶ "), CELL)
        };
        let table = table.text(&dataset.corpus.classes[side], text).hint("text of the document");
        table.styled(move |place| Look::default().tip(text(place))).only(Place::Window)
    }))
}

/// Adds to the table the numbers and identifiers of the pairs in their file.
fn numbered<'a>(table: Table<'a>, pairs: &'a Pairs, listed: &'a [usize]) -> Table<'a> {
    let table = table
        .integer(pairs.noun(), move |place| Some(pairs.unit(listed[place])))
        .hint("number of the pair among the lines, rows, translation units or segments of its file")
        .wide(56.0)
        .items(move |place| listed[place])
        .text("id", move |place| pairs.id(listed[place]))
        .only(Place::File);
    let table = match pairs.noun() {
        "unit" => table.integer("line", move |place| Some(pairs.line(listed[place]))),
        _ => table.integer("unit", move |place| Some(pairs.unit(listed[place]))),
    };
    table.only(Place::File)
}

/// Adds columns of the pairs file to the table: the aligned lines, and a score.
fn of_file<'a>(mut table: Table<'a>, pairs: &'a Pairs, listed: &'a [usize]) -> Table<'a> {
    let lines = |document: usize| pairs.spans.get(document).map_or("", String::as_str);
    if !pairs.spans.is_empty() {
        let both = move |source: usize| format!("{} : {}", lines(source), pairs.partner[source].map_or("", lines));
        table = table
            .text("joined lines", move |place| both(listed[place]))
            .hint("lines of source and target in the texts that were aligned")
            .wide(112.0);
    }
    if !pairs.scores.is_empty() {
        table = table
            .number("file score", 3, move |place| pairs.scores[listed[place]])
            .hint("score of the pair in its file; of aligned lines the probability of the join: check the smallest first")
            .wide(56.0);
    }
    table
}

/// Adds the scores of the pairs to the table.
fn scored<'a>(table: Table<'a>, workspace: &'a Workspace, listed: &'a [usize]) -> Table<'a> {
    let score = move |place: usize| workspace.score(listed[place]);
    table
        .number("score", 3, move |place| score(place).unwrap_or(f64::NAN))
        .hint("estimate that the two texts belong together, from doubt, ranks and rules, or calibrated on your verdicts: 1 is surely right")
        .wide(56.0)
        .styled(move |place| {
            let score = score(place)?;
            Some((format!("{score:.2}"), if score > Keep::SCORE { Tone::Plain } else { Tone::Wrong }))
        })
}

/// Table of the rejected pairs of the file, with findings and notes.
pub(super) fn rejected(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let pairs = corpus.task.pairs()?;
    let omitted: Rows<(usize, OmissionCause)> = workspace.delivered(Keep::NotRejected).omitted.into_iter().collect();
    if omitted.is_empty() {
        return None;
    }
    let reasons = workspace.reasons();
    let found = |wanted: bool| omitted.cells(move |row| reasons.map_or_else(String::new, |reasons| reasons.text(row.0, wanted)));
    let review = |row: &(usize, OmissionCause)| workspace.choices.reviews.get(row.0);
    let table = Table::new("rejected pairs", omitted.len())
        .integer("unit", omitted.cells(|row| Some(pairs.unit(row.0))))
        .items(omitted.cells(|row| row.0))
        .text("id", omitted.cells(|row| pairs.id(row.0)))
        .integer("line", omitted.cells(|row| Some(pairs.line(row.0))))
        .text("cause", omitted.cells(|row| row.1.to_string()))
        .text("reasons", found(true))
        .text("hints", found(false))
        .number("score", 3, omitted.cells(|row| workspace.score(row.0).unwrap_or(f64::NAN)))
        .number("doubt", 2, omitted.cells(|row| workspace.checked_pair(row.0).map_or(f64::NAN, |pair| pair.doubt)))
        .text("note", omitted.cells(move |row| review(row).map_or("", |review| review.note.as_str())));
    let text = |side: usize, source: usize| [Some(source), pairs.partner[source]][side].map_or("", |text| &corpus.texts[text]);
    let table = [0, 1].into_iter().fold(table, |table, side| {
        table.text(format!("{} text", corpus.classes[side]), omitted.cells(move |row| text(side, row.0)))
    });
    let category = move |row: &(usize, OmissionCause)| review(row)?.category.map(Category::name);
    Some(table.text("category", omitted.cells(move |row| category(row).unwrap_or_default())))
}

/// First characters of a text, on one line.
pub fn beginning(text: &str, characters: usize) -> String {
    let words = text.chars().take(4 * characters).collect::<String>();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut start: String = line.chars().take(characters).collect();
    if start.len() < line.len() || words.len() < text.len() {
        start.push('…');
    }
    start
}

/// Table of source documents with their matches.
pub(super) fn matched<'a>(
    table: Table<'a>,
    workspace: &'a Workspace,
    dataset: &'a Dataset,
    listed: &'a [usize],
) -> Option<Table<'a>> {
    let matches = workspace.matches()?;
    let reviews = &workspace.choices.reviews;
    let row = move |place: usize| matches.row(listed[place]);
    let number = move |place: usize, of: fn(&MatchRow) -> f64| row(place).map_or(f64::NAN, of);
    let verdict = move |place: usize| reviews.get(listed[place]).and_then(|review| review.verdict);
    let table = table
        .text("nearest candidate", move |place| row(place).map_or(String::new(), |row| dataset.corpus.display_title(row.best)))
        .only(Place::File)
        .integer("rank", move |place| row(place).and_then(|row| row.rank))
        .hint("rank of the true partner among the candidates: 1 is best")
        .wide(56.0)
        .styled(move |place| {
            row(place).map(|row| match row.rank {
                Some(rank) => Look::from(if rank > 1 { Tone::Wrong } else { Tone::Plain }),
                None => ("-", Tone::Plain).into(),
            })
        })
        .text("verdict", move |place| verdict(place).map_or("", |(verdict, _)| Verdict::name(verdict)))
        .hint("your verdict: Y accepts, X rejects")
        .wide(80.0)
        .styled(move |place| match verdict(place) {
            Some((Verdict::Accepted, _)) => Look::from(Tone::Good),
            Some((Verdict::Rejected, _)) => Tone::Rejected.into(),
            None => (if reviews.get(listed[place]).is_some() { "Note" } else { "" }, Tone::Weak).into(),
        })
        .text("remark", move |place| reviews.get(listed[place]).map_or("", |review| review.note.as_str()))
        .only(Place::File)
        .number("margin", 4, move |place| number(place, |row| row.margin))
        .hint("distance of the second candidate minus that of the first")
        .wide(76.0)
        .styled(move |place| row(place).filter(|row| !row.margin.is_finite()).map(|_| ("one candidate", Tone::Plain)))
        .number("distance", 4, move |place| number(place, |row| row.best_distance))
        .hint("squared distance of the nearest candidate")
        .wide(82.0)
        .integer("reverse rank", move |place| row(place).and_then(|row| row.reverse_rank))
        .hint("rank of the source document among the partner's candidates")
        .wide(96.0)
        .styled(move |place| row(place).filter(|row| row.reverse_rank.is_none()).map(|_| ("-", Tone::Plain)));
    Some(table)
}
