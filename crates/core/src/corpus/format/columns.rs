//! Roles of the columns of a table or the fields of objects: chosen by the user, else guessed from names and values.
//!
//! A matching name decides unless the values contradict it; without one the values decide, with a note.
//! Cost: a few passes over the rows at the beginning of a file. Memory: a few names.

use std::path::Path;

use super::{
    collector::{Collector, Half, titled},
    column_names::{self as names, telling, two_languages},
    column_profile::Sample,
};
use crate::corpus::{
    Body, CorpusError, ErrorKind, PairUnit, ReadOptions, TaskKind, column::Header, error::list, printable::shown, rows::RowReader,
};

/// Role of a table's rows: what kind of document a row holds.
#[derive(Clone, Debug, PartialEq)]
enum Role {
    /// Each row of the table is a document with a class.
    Class(String),
    /// Each row of the table is a document with ratings.
    Ratings(Vec<String>),
    /// Each row of the table is a pair of documents.
    Sides,
    /// Each row of the table is a document of one side of pairs; its partner is in another file.
    Alone,
}

/// Columns of a table that are read, and the role of its rows.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    role: Role,
    /// Text columns, whose fields must not be missing in any row of the table.
    pub(super) texts: Vec<String>,
    /// Column of the document's identifier; for pairs, only a column with the name of an identifier.
    id: Option<String>,
    title: Option<String>,
    /// Column of the pair's score, if documents are paired.
    score: Option<String>,
    /// Columns with the line ranges of both sides of aligned pairs.
    spans: Option<[String; 2]>,
}

impl Columns {
    /// Chooses the columns of a table: those that the user named, otherwise by names and values.
    ///
    /// The collector keeps the list of columns, so that a preview can offer them even when the choice fails.
    pub(super) fn choose(
        collector: &mut Collector,
        rows: &RowReader<'_, '_>,
        sample: &Sample,
        options: &ReadOptions,
    ) -> Result<Self, CorpusError> {
        let (columns, file, line) = (&sample.columns, &rows.source().file, rows.header_line());
        columns.clone_into(&mut collector.columns);
        let unclear = |what: &str| {
            let problem = format!("it is not clear which column holds the {what}");
            CorpusError::at(ErrorKind::Choice, file, line, problem, format!("choose it among {}", list(columns)))
        };
        let known = |column: &String| {
            let error = || {
                let lacks = if rows.as_objects().is_some() { "the object has no field" } else { "there is no column" };
                let problem = format!("{lacks} \"{column}\"");
                let quoting = "; on the command line a name with a comma stands in double quotes, as in '\"a, b\",c'";
                let hint = if columns.iter().any(|name| name.contains(',')) { quoting } else { "" };
                CorpusError::at(ErrorKind::Column, file, line, problem, format!("choose among {}{hint}", list(columns)))
            };
            columns.contains(column).then(|| column.clone()).ok_or_else(error)
        };
        let texts = options.text_columns.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        let label = options.label_column.as_ref().map(known).transpose()?;
        let targets = options.target_columns.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        collector.label_column.clone_from(&label);
        collector.text_columns.clone_from(&texts);
        collector.target_columns.clone_from(&targets);

        let task = options.task;
        let id = telling(columns, names::ID, &texts, |column| sample.may_be_name(column)).cloned();
        let title = telling(columns, names::TITLE, &texts, |_| false).cloned();
        if !collector.alone() && (task == Some(TaskKind::Pairs) || task.is_none() && label.is_none() && targets.is_empty()) {
            let chosen = <[String; 2]>::try_from(texts.clone()).ok().filter(|_| task.is_some());
            if let Some(sides) = chosen.or_else(|| sides(sample, task.is_some(), [id.as_ref(), title.as_ref()])) {
                collector.text_columns = sides.to_vec();
                collector.sides.clone_from(&sides);
                collector.name_column.clone_from(&id);
                collector.paired = true;
                let named = |name: &str| columns.iter().find(|column| *column == name && !sides.contains(column)).cloned();
                let [score, source, target] = [names::SCORE, names::SPANS[0], names::SPANS[1]].map(named);
                return Ok(Self {
                    role: Role::Sides,
                    texts: sides.to_vec(),
                    id,
                    title,
                    score,
                    spans: source.zip(target).map(<_>::from),
                });
            }
            if task.is_some() {
                return Err(unclear("text of each side"));
            }
        }
        let mut guess = Guess { sample, texts: &texts, id: id.as_ref(), notes: Vec::new() };
        let role = if collector.alone() {
            Role::Alone
        } else if !targets.is_empty() && task != Some(TaskKind::Classes) {
            Role::Ratings(targets)
        } else if task == Some(TaskKind::Ratings) {
            Role::Ratings(vec![label.or_else(|| guess.rating()).ok_or_else(|| unclear("rating"))?])
        } else if let Some(label) = label {
            Role::Class(label)
        } else {
            guess.role(task).ok_or_else(|| unclear("class"))?
        };
        let taken = match &role {
            Role::Class(label) => vec![label.clone()],
            Role::Ratings(targets) => targets.clone(),
            Role::Sides | Role::Alone => Vec::new(),
        };
        match &role {
            Role::Ratings(targets) => collector.target_columns.clone_from(targets),
            _ => collector.label_column = taken.first().cloned(),
        }
        let texts = if texts.is_empty() { vec![guess.text(&taken).ok_or_else(|| unclear("text"))?] } else { texts.clone() };
        let notes = guess.notes;
        collector.notes.extend(notes);
        collector.text_columns.clone_from(&texts);
        let id = if collector.alone() {
            id
        } else {
            let taken = [&taken[..], &texts].concat();
            id.filter(|id| !taken.contains(id)).or_else(|| sample.name(&taken).cloned())
        };
        collector.name_column.clone_from(&id);
        Ok(Self { role, texts, id, title, score: None, spans: None })
    }

    /// Names of the table's columns: those of the text, that of the class, and the others, whose cells are kept.
    pub(super) fn header(&self, columns: &[String]) -> Header {
        let label = if let Role::Class(label) = &self.role { Some(label.clone()) } else { None };
        let ratings = if let Role::Ratings(ratings) = &self.role { &ratings[..] } else { &[] };
        let kept =
            columns.iter().filter(|name| !self.texts.contains(name) && label.as_ref() != Some(*name) && !ratings.contains(name));
        Header { kept: kept.cloned().collect(), texts: self.texts.clone(), label }
    }

    /// Adds a row of the table to the collector; `field` returns the text of a column.
    pub(super) fn take(
        &self,
        collector: &mut Collector,
        file: &Path,
        unit: PairUnit,
        field: impl Fn(&String) -> Result<String, CorpusError>,
    ) -> Result<bool, CorpusError> {
        let line = unit.line;
        let texts = self.texts.iter().map(&field).collect::<Result<Vec<_>, _>>()?;
        let named = |column: &Option<String>| column.as_ref().map(&field).transpose().map(Option::unwrap_or_default);
        let id = named(&self.id)?;
        match &self.role {
            Role::Class(label) => collector.push(file, line, &id, &field(label)?, Body::Text(texts.join("\n"))),
            Role::Ratings(targets) => {
                let values = targets.iter().map(&field).collect::<Result<Vec<_>, _>>()?;
                let ratings: Vec<_> = targets.iter().cloned().zip(values.iter().map(String::as_str)).collect();
                collector.push_rated(file, line, &id, &ratings, Body::Text(texts.join("\n")))
            }
            Role::Sides => {
                let title = named(&self.title)?;
                let mut halves =
                    texts.into_iter().map(|text| Half { title: titled(file, line, &id, &title), body: Body::Text(text) });
                let (Some(from), Some(to)) = (halves.next(), halves.next()) else { return Ok(true) };
                let before = collector.documents.len();
                let more = collector.push_pair(file, unit, &id, [from, to], None)?;
                if collector.documents.len() > before {
                    if let Some(column) = &self.score {
                        let score = field(column)?.trim().parse().ok().filter(|score: &f64| score.is_finite());
                        collector.scores.push(score.unwrap_or(f64::NAN));
                    }
                    if let Some([source, target]) = &self.spans {
                        collector.spans.push([field(source)?, field(target)?].map(|lines| shown(lines.trim())));
                    }
                }
                Ok(more)
            }
            Role::Alone => collector.push_alone(file, unit, &id, &named(&self.title)?, Body::Text(texts.join("\n"))),
        }
    }
}

/// Guess of the roles of a table's columns from their names and values.
struct Guess<'a> {
    sample: &'a Sample,
    /// Columns that are already chosen as text.
    texts: &'a [String],
    id: Option<&'a String>,
    notes: Vec<String>,
}

impl<'a> Guess<'a> {
    /// Role of the rows of a table by a column of classes, or of ratings if its name says so and it holds numbers.
    fn role(&mut self, task: Option<TaskKind>) -> Option<Role> {
        let sample = self.sample;
        let class = self.named(names::LABEL, |column| sample.may_be_class(column));
        let rating = self.named(names::RATING, |column| sample.is_rating(column));
        let believed = class.filter(|name| sample.may_be_class(sample.place(name)));
        let rated = rating.filter(|name| task.is_none() && sample.is_rating(sample.place(name)));
        if let Some(rating) = rated.filter(|_| believed.is_none_or(|class| Some(class) == rated)) {
            return Some(Role::Ratings(vec![rating.clone()]));
        }
        if let Some(class) = believed {
            return Some(Role::Class(class.clone()));
        }
        let except = self.except();
        if let Some(class) = sample.class(&except) {
            return Some(Role::Class(self.by_values("class", class)));
        }
        if let Some(rating) = sample.rating(&except).filter(|_| task.is_none()) {
            return Some(Role::Ratings(vec![self.by_values("rating", rating)]));
        }
        // A column with a matching name but unlikely values is the last resort.
        class.or(rating).map(|class| Role::Class(class.clone()))
    }

    fn rating(&mut self) -> Option<String> {
        let sample = self.sample;
        let fits = |column| sample.rows.is_empty() || sample.is_rating(column);
        let named = [names::RATING, names::LABEL].map(|list| self.named(list, fits));
        if let Some(believed) = named.iter().flatten().find(|name| fits(sample.place(name))) {
            return Some((*believed).clone());
        }
        match sample.rating(&self.except()) {
            Some(rating) => Some(self.by_values("rating", rating)),
            None => named.into_iter().flatten().next().cloned(),
        }
    }

    fn text(&mut self, taken: &[String]) -> Option<String> {
        let sample = self.sample;
        let others: Vec<_> = sample.columns.iter().filter(|&column| !taken.contains(column)).collect();
        if let [only] = others[..] {
            return Some(only.clone());
        }
        let named = telling(&sample.columns, names::TEXT, taken, |column| sample.may_be_text(column));
        if let Some(believed) = named.filter(|name| sample.may_be_text(sample.place(name))) {
            return Some(believed.clone());
        }
        let except = [taken, self.id.map_or(&[][..], std::slice::from_ref)].concat();
        match sample.text(&except) {
            Some(text) => Some(self.by_values("text", text)),
            None => named.cloned(),
        }
    }

    fn named(&self, list: &str, believable: impl Fn(usize) -> bool) -> Option<&'a String> {
        telling(&self.sample.columns, list, self.texts, believable)
    }

    fn except(&self) -> Vec<String> {
        self.texts.iter().chain(self.id).cloned().collect()
    }

    fn by_values(&mut self, what: &str, column: &String) -> String {
        self.notes.push(format!("\"{column}\" is taken as the {what} for its values; choose another column if that is wrong."));
        column.clone()
    }
}

/// Summary of a table or of JSON objects for the user: content and columns, in one sentence.
pub(super) fn summary(kind: &str, task: TaskKind, collector: &Collector) -> String {
    let columns = |names: &[String]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let texts = columns(&collector.text_columns);
    let name = collector.name_column.as_ref().map(|name| format!(", name in \"{name}\"")).unwrap_or_default();
    match task {
        TaskKind::Pairs => format!("Pairs: {kind}, the two sides in {texts}{name}."),
        TaskKind::Ratings => {
            format!("Rated documents: {kind}, rating in {}, text in {texts}{name}.", columns(&collector.target_columns))
        }
        TaskKind::Classes => match &collector.label_column {
            Some(label) => format!("Documents with classes: {kind}, class in \"{label}\", text in {texts}{name}."),
            None => format!("A table: {kind}."),
        },
    }
}

/// Whether the names in a line make it the header of a table: a text column with a class or an identifier,
/// a class column among several columns, or the columns of two sides.
pub(super) fn is_header(columns: &[String]) -> bool {
    let tells = |list| telling(columns, list, &[], |column| !columns[column].contains(char::is_whitespace));
    let text = tells(names::TEXT);
    let other = |list| tells(list).is_some_and(|column| text.is_some_and(|text| text != column));
    let class = [names::LABEL, names::RATING].into_iter();
    class.clone().any(other)
        || other(names::ID)
        || columns.len() > 2 && class.clone().any(|list| tells(list).is_some())
        || sides(&Sample { columns: columns.to_vec(), rows: Vec::new() }, false, [None, None]).is_some()
}

/// Whether a column of a table has the name of a text column; a single column always counts.
pub(super) fn has_text(columns: &[String]) -> bool {
    columns.len() == 1 || telling(columns, names::TEXT, &[], |column| !columns[column].contains(char::is_whitespace)).is_some()
}

/// The two text columns of paired documents; `asked` means that the user chose the task of pairs.
fn sides(sample: &Sample, wants_pairs: bool, other: [Option<&String>; 2]) -> Option<[String; 2]> {
    let columns = &sample.columns;
    let find = |name: &str| columns.iter().find(|column| column.to_lowercase() == name).cloned();
    if let Some(named) = names::SIDES.iter().find_map(|[from, to]| Some([find(from)?, find(to)?])) {
        // A column named "source" may also hold the provenance of a text.
        let title = |text: &String| names::TITLE.split_whitespace().any(|title| title == text.to_lowercase());
        let text = telling(columns, names::TEXT, &named, |_| false);
        if wants_pairs || text.is_none_or(title) {
            return Some(named);
        }
    }
    if let Some(languages) = two_languages(columns) {
        return Some(languages);
    }
    if !wants_pairs {
        return None;
    }
    let other: Vec<String> = other.into_iter().flatten().cloned().collect();
    let free: Vec<&String> = columns.iter().filter(|&column| !other.contains(column)).collect();
    [free, sample.texts(&other)].into_iter().find_map(|two| match two[..] {
        [from, to] => Some([from.clone(), to.clone()]),
        _ => None,
    })
}
