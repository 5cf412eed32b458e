//! Which columns of a table or fields of an object hold what: chosen by the user, else told by their names.
//!
//! Cost and memory: a few names.

use std::path::Path;

use super::{
    Body, CorpusError, FormError, ReadOptions, TaskKind,
    collector::{Collector, Half, titled},
    number::number,
};

/// What is made of a row.
#[derive(Clone, Debug, PartialEq)]
enum Role {
    /// A document of a class.
    Class(String),
    /// A document of a class, or, if the first row has a number there, a rated one.
    ClassOrRating(String),
    /// A rated document.
    Ratings(Vec<String>),
    /// A pair of documents.
    Sides([String; 2]),
    /// A document of one side.
    Alone,
}

/// The columns read and what is made of them.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    role: Role,
    texts: Vec<String>,
    id: Option<String>,
    title: Option<String>,
}

impl Columns {
    /// Chooses the columns asked for, else those with a telling name.
    ///
    /// The columns are left in the collector, so that a preview can offer them even when the choice fails.
    pub fn choose(
        collector: &mut Collector,
        file: &Path,
        columns: &[String],
        options: &ReadOptions,
    ) -> Result<Self, CorpusError> {
        columns.clone_into(&mut collector.columns);
        let unclear = |what| FormError::UnclearColumn { file: file.to_owned(), what, have: columns.to_vec() };
        let known = |column: &String| {
            let error =
                || FormError::UnknownColumn { file: file.to_owned(), line: 1, column: column.clone(), have: columns.to_vec() };
            columns.contains(column).then(|| column.clone()).ok_or_else(error)
        };
        let texts = options.text_columns.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        let label = options.label_column.as_ref().map(known).transpose()?;
        let targets = options.target_columns.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        collector.label_column.clone_from(&label);
        collector.text_columns.clone_from(&texts);
        collector.target_columns.clone_from(&targets);

        let task = options.task;
        let id = telling(columns, &ID_NAMES, &texts);
        let title = telling(columns, &TITLE_NAMES, &texts);
        let free = label.is_none() && targets.is_empty();
        if !collector.alone && (task == Some(TaskKind::Pairs) || task.is_none() && free) {
            let chosen = <[String; 2]>::try_from(texts.clone()).ok().filter(|_| task.is_some());
            if let Some(sides) = chosen.or_else(|| sides(columns, task.is_some(), id.as_ref(), title.as_ref())) {
                collector.text_columns = sides.to_vec();
                collector.sides.clone_from(&sides);
                collector.paired = true;
                return Ok(Self { role: Role::Sides(sides.clone()), texts: sides.to_vec(), id, title });
            }
            if task.is_some() {
                return Err(unclear("text of each side").into());
            }
        }
        let role = if collector.alone {
            Role::Alone
        } else if !targets.is_empty() && task != Some(TaskKind::Classes) {
            Role::Ratings(targets)
        } else if task == Some(TaskKind::Ratings) {
            let named =
                label.or_else(|| telling(columns, &RATING_NAMES, &texts)).or_else(|| telling(columns, &LABEL_NAMES, &texts));
            Role::Ratings(vec![named.ok_or_else(|| unclear("rating"))?])
        } else if let Some(label) = label {
            Role::Class(label)
        } else {
            let names = telling(columns, &LABEL_NAMES, &texts).ok_or_else(|| unclear("class"))?;
            let rating = task.is_none() && RATING_NAMES.iter().any(|name| names.eq_ignore_ascii_case(name));
            if rating { Role::ClassOrRating(names) } else { Role::Class(names) }
        };
        let taken = match &role {
            Role::Class(label) | Role::ClassOrRating(label) => vec![label.clone()],
            Role::Ratings(targets) => targets.clone(),
            Role::Sides(_) | Role::Alone => Vec::new(),
        };
        match &role {
            Role::Ratings(targets) => collector.target_columns.clone_from(targets),
            _ => collector.label_column = taken.first().cloned(),
        }
        let texts = if texts.is_empty() {
            let others: Vec<_> = columns.iter().filter(|&column| !taken.contains(column)).collect();
            let text = match others[..] {
                [only] => Some(only.clone()),
                _ => telling(columns, &TEXT_NAMES, &taken),
            };
            vec![text.ok_or_else(|| unclear("text"))?]
        } else {
            texts
        };
        collector.text_columns.clone_from(&texts);
        Ok(Self { role, texts, id, title })
    }

    /// The columns a row must have.
    pub fn needed(&self) -> impl Iterator<Item = &String> {
        let of_role: &[String] = match &self.role {
            Role::Class(label) | Role::ClassOrRating(label) => std::slice::from_ref(label),
            Role::Ratings(targets) => targets,
            Role::Sides(_) | Role::Alone => &[],
        };
        of_role.iter().chain(&self.texts)
    }

    /// Puts a row into the collector; `field` gives the text of a column.
    pub fn take(
        &mut self,
        collector: &mut Collector,
        file: &Path,
        line: usize,
        field: impl Fn(&String) -> Result<String, CorpusError>,
    ) -> Result<bool, CorpusError> {
        let texts = self.texts.iter().map(&field).collect::<Result<Vec<_>, _>>()?;
        let named = |column: &Option<String>| column.as_ref().map(&field).transpose().map(Option::unwrap_or_default);
        if let Role::ClassOrRating(name) = &self.role {
            let first = field(name)?;
            self.role = if number(file, line, name, &first).is_ok() {
                collector.target_columns = vec![name.clone()];
                collector.label_column = None;
                Role::Ratings(vec![name.clone()])
            } else {
                Role::Class(name.clone())
            };
        }
        match &self.role {
            Role::Class(label) | Role::ClassOrRating(label) => {
                collector.push(file, line, &field(label)?, Body::Text(texts.join("\n")))
            }
            Role::Ratings(targets) => {
                let values = targets.iter().map(&field).collect::<Result<Vec<_>, _>>()?;
                let ratings: Vec<_> = targets.iter().cloned().zip(values.iter().map(String::as_str)).collect();
                collector.push_rated(file, line, "", &ratings, Body::Text(texts.join("\n")))
            }
            Role::Sides(_) => {
                let (id, title) = (named(&self.id)?, named(&self.title)?);
                let mut halves =
                    texts.into_iter().map(|text| Half { title: titled(file, line, &id, &title), body: Body::Text(text) });
                let (Some(from), Some(to)) = (halves.next(), halves.next()) else { return Ok(true) };
                collector.push_pair(file, line, &id, [from, to])
            }
            Role::Alone => {
                let (id, title) = (named(&self.id)?, named(&self.title)?);
                collector.push_alone(file, line, &id, &title, Body::Text(texts.join("\n")))
            }
        }
    }
}

/// Names that tell a class column, the most telling first.
const LABEL_NAMES: [&str; 17] = [
    "label",
    "class",
    "category",
    "target",
    "topic",
    "newsgroup",
    "group",
    "section",
    "department",
    "genre",
    "sentiment",
    "rating",
    "stars",
    "score",
    "overall",
    "author",
    "y",
];
/// Names that tell a column of ratings if it holds numbers.
const RATING_NAMES: [&str; 6] = ["rating", "stars", "score", "target", "overall", "y"];
/// Names that tell a text column, the most telling first.
const TEXT_NAMES: [&str; 14] = [
    "text",
    "document",
    "body",
    "content",
    "review",
    "review_text",
    "sentence",
    "message",
    "abstract",
    "description",
    "words",
    "tokens",
    "title",
    "x",
];
/// Names that tell the two text columns of pairs.
const SIDE_NAMES: [[&str; 2]; 8] = [
    ["source", "target"],
    ["src", "tgt"],
    ["src", "trg"],
    ["source_text", "target_text"],
    ["text", "translation"],
    ["sentence1", "sentence2"],
    ["words", "tags"],
    ["text", "tags"],
];
/// Names of languages, as columns of pairs have them.
const LANGUAGES: [&str; 28] = [
    "en",
    "english",
    "ja",
    "japanese",
    "de",
    "german",
    "fr",
    "french",
    "fi",
    "finnish",
    "it",
    "italian",
    "es",
    "spanish",
    "zh",
    "chinese",
    "ko",
    "korean",
    "ru",
    "russian",
    "pt",
    "portuguese",
    "nl",
    "dutch",
    "pl",
    "polish",
    "ar",
    "arabic",
];
const ID_NAMES: [&str; 4] = ["id", "identifier", "key", "uid"];
const TITLE_NAMES: [&str; 4] = ["title", "headline", "summary", "name"];

/// Whether a line is a header by its names: a class column, and a text column or columns enough; or two sides.
pub(super) fn is_header(columns: &[String]) -> bool {
    let text = telling(columns, &TEXT_NAMES, &[]).is_some();
    let class = telling(columns, &LABEL_NAMES, &[]).is_some() && (text || columns.len() > 2);
    class || sides(columns, false, None, None).is_some()
}

/// Whether a column is named as one that holds text; one alone is, whatever its name.
pub(super) fn has_text(columns: &[String]) -> bool {
    columns.len() == 1 || telling(columns, &TEXT_NAMES, &[]).is_some()
}

/// The two text columns of pairs; `asked` says that there must be two.
fn sides(columns: &[String], asked: bool, id: Option<&String>, title: Option<&String>) -> Option<[String; 2]> {
    let find = |name: &str| columns.iter().find(|column| column.eq_ignore_ascii_case(name)).cloned();
    if let Some(named) = SIDE_NAMES.iter().find_map(|[from, to]| Some([find(from)?, find(to)?])) {
        // "source" may also say where a text comes from.
        let other = telling(columns, &TEXT_NAMES, &named).is_some_and(|text| !TITLE_NAMES.contains(&text.as_str()));
        if asked || !other {
            return Some(named);
        }
    }
    let language = |column: &&String| LANGUAGES.iter().any(|name| column.eq_ignore_ascii_case(name));
    let languages: Vec<&String> = columns.iter().filter(language).collect();
    let others: Vec<&String> =
        columns.iter().filter(|&column| Some(column) != id && Some(column) != title).take(if asked { 3 } else { 0 }).collect();
    [languages, others].into_iter().find_map(|two| match two[..] {
        [from, to] => Some([from.clone(), to.clone()]),
        _ => None,
    })
}

fn telling(columns: &[String], names: &[&str], except: &[String]) -> Option<String> {
    let fits = |name: &str| columns.iter().find(|column| column.eq_ignore_ascii_case(name) && !except.contains(column));
    names.iter().find_map(|name| fits(name)).cloned()
}
