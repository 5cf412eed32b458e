//! Evaluation of filters over the columns and texts of documents or pairs.
//!
//! Cost: one pass over the rows for each comparison; regular expressions run on all cores. Memory: a byte a row for each.

use std::{borrow::Cow, cmp::Ordering};

use rayon::prelude::*;

use super::{Comparison, Node, Problem, Test};
use crate::corpus::{Column, ColumnKind, Columns, Side, Task, column::truth, error::list, task::rating::written};

/// Documents, or pairs, that a filter reads.
pub trait Records: Sync {
    /// Number of documents, of both sides if they are paired.
    fn documents(&self) -> usize;
    /// Columns of the documents.
    fn columns(&self) -> &Columns;
    /// Task with the ratings or the pairs of the documents.
    fn task(&self) -> &Task;
    /// Text of a document.
    fn text(&self, document: usize) -> Cow<'_, str>;
    /// Class of a document; empty without one.
    fn class(&self, document: usize) -> &str;
    /// Title of a document.
    fn title(&self, document: usize) -> &str;
}

/// What a name in a filter refers to.
enum Subject<'a> {
    Column(&'a Column),
    Text,
    Class,
    Title,
    Length,
    Rating(usize),
}

/// Whether each row meets a part of a filter (rows).
pub(super) fn node(node: &Node, records: &impl Records) -> Result<Vec<bool>, Problem> {
    let join = |nodes: &[Node], both: fn(bool, bool) -> bool| {
        let mut all = nodes.iter().map(|part| self::node(part, records));
        let first = all.next().unwrap_or_else(|| Ok(Vec::new()))?;
        all.try_fold(first, |kept, next| Ok(kept.into_iter().zip(next?).map(|(a, b)| both(a, b)).collect()))
    };
    match node {
        Node::All(nodes) => join(nodes, |a, b| a && b),
        Node::Any(nodes) => join(nodes, |a, b| a || b),
        Node::Not(node) => Ok(self::node(node, records)?.into_iter().map(|kept| !kept).collect()),
        Node::Test { name, at, test } => {
            let (subject, side) = subject(name, *at, records)?;
            let rows = rows(records, side);
            apply(test, &subject, records, &rows)
        }
    }
}

/// Document of each row on a side; of paired documents only those with a partner are rows.
pub(super) fn rows(records: &impl Records, side: Side) -> Vec<usize> {
    let Some(pairs) = records.task().pairs() else { return (0..records.documents()).collect() };
    pairs.matched().map(|(source, target)| if side == Side::Target { target } else { source }).collect()
}

/// What a name refers to, and on which side of pairs.
fn subject<'a>(name: &str, at: usize, records: &'a impl Records) -> Result<(Subject<'a>, Side), Problem> {
    let (columns, task) = (records.columns(), records.task());
    let is_paired = task.pairs().is_some();
    let prefixed = [("source.", Side::Source), ("target.", Side::Target)];
    let prefixed = prefixed.into_iter().find_map(|(prefix, side)| Some((name.strip_prefix(prefix)?, Some(side))));
    let (plain, side) = prefixed.filter(|_| is_paired).unwrap_or((name, None));
    // A column that both files have is named after the target's side in the target.
    let is_of_target = |column: &&Column| column.name.strip_prefix(plain).is_some_and(|rest| rest.starts_with(" ("));
    let of_target = columns.iter().find(is_of_target).filter(|_| side == Some(Side::Target));
    if let Some(column) = of_target.or_else(|| columns.named(plain)) {
        return Ok((Subject::Column(column), side.unwrap_or(Side::Source)));
    }
    if let Some(text) = columns.texts.iter().position(|text| text == plain) {
        let own = if is_paired && text == 1 { Side::Target } else { Side::Source };
        return Ok((Subject::Text, side.unwrap_or(own)));
    }
    let found = match plain {
        "text" => Some(Subject::Text),
        "title" => Some(Subject::Title),
        "length" => Some(Subject::Length),
        "class" if matches!(task, Task::Classes) => Some(Subject::Class),
        _ if columns.label.as_deref() == Some(plain) && matches!(task, Task::Classes) => Some(Subject::Class),
        _ => task.ratings().and_then(|ratings| {
            let index = ratings.names.iter().position(|rating| rating == plain);
            index.or_else(|| (plain == "rating").then_some(0)).map(Subject::Rating)
        }),
    };
    match (found, side) {
        (Some(Subject::Text | Subject::Length), None) if is_paired => {
            let remedy = format!("write source.{plain} or target.{plain}");
            Err(Problem::new(at, format!("pairs have two sides, and \"{plain}\" names neither"), remedy))
        }
        (Some(subject), side) => Ok((subject, side.unwrap_or(Side::Source))),
        (None, _) => {
            let mut names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
            names.extend(if is_paired { ["source.text", "target.text"] } else { ["text", "title"] }.map(str::to_owned));
            names.extend(matches!(task, Task::Classes).then(|| "class".to_owned()));
            names.extend(task.ratings().iter().flat_map(|ratings| ratings.names.clone()));
            Err(Problem::new(at, format!("there is no column \"{plain}\""), format!("choose among {}", list(&names))))
        }
    }
}

fn apply(test: &Test, subject: &Subject<'_>, records: &impl Records, rows: &[usize]) -> Result<Vec<bool>, Problem> {
    let columns = records.columns();
    let text = |document: usize| match subject {
        Subject::Column(column) => Cow::Borrowed(column.cell(columns.row(document))),
        Subject::Text => records.text(document),
        Subject::Class => Cow::Borrowed(records.class(document)),
        Subject::Title => Cow::Borrowed(records.title(document)),
        Subject::Length | Subject::Rating(_) => {
            number(subject, records, document).map_or(Cow::Borrowed(""), |n| n.to_string().into())
        }
    };
    let missing = |document: usize| match subject {
        Subject::Column(column) => column.is_missing(columns.row(document)),
        Subject::Rating(_) => number(subject, records, document).is_none(),
        _ => text(document).trim().is_empty(),
    };
    match test {
        Test::Missing(is) => Ok(rows.iter().map(|&document| missing(document) == *is).collect()),
        Test::Matches(regex, wanted) => {
            let holds = |&document: &usize| !missing(document) && regex.is_match(&text(document)) == *wanted;
            Ok(rows.par_iter().map(holds).collect())
        }
        Test::Compare(comparison, values) => {
            let ranges = values.iter().map(|(value, at)| range(value, *at, subject)).collect::<Result<Vec<_>, _>>()?;
            let holds = |document: usize| {
                !missing(document)
                    && values.iter().zip(&ranges).any(|((value, _), range)| match (range, number(subject, records, document)) {
                        (Some(range), Some(number)) => comparison.within(number, *range),
                        _ => comparison.holds(text(document).as_ref().cmp(value)),
                    })
            };
            Ok(rows.iter().map(|&document| holds(document)).collect())
        }
    }
}

/// Number of a document in a column of numbers, dates or flags, its rating, or the length of its text.
fn number(subject: &Subject<'_>, records: &impl Records, document: usize) -> Option<f64> {
    match subject {
        Subject::Column(column) => column.number(records.columns().row(document)),
        Subject::Length => Some(records.text(document).chars().count() as f64),
        Subject::Rating(index) => {
            let value = records.task().ratings()?.values.get([document, *index]).copied();
            value.filter(|value| !value.is_nan())
        }
        Subject::Text | Subject::Class | Subject::Title => None,
    }
}

/// Numbers that a value stands for, from the first to before the last: one number, or the seconds of a day, month or year.
/// `None` where texts are compared.
fn range(value: &str, at: usize, subject: &Subject<'_>) -> Result<Option<[f64; 2]>, Problem> {
    let (kind, column) = match subject {
        Subject::Column(column) => (column.kind(), Some(*column)),
        Subject::Length | Subject::Rating(_) => (ColumnKind::Number, None),
        Subject::Text | Subject::Class | Subject::Title => (ColumnKind::Text, None),
    };
    let (found, example) = match kind {
        ColumnKind::Text | ColumnKind::Category => return Ok(None),
        ColumnKind::Number => (written(value).number().map(|number| [number, number]), "4.5"),
        ColumnKind::Date => (column.and_then(|column| column.date_range(value)), "1987-03-01, 1987-03 or 1987"),
        ColumnKind::Flag => (truth(value).map(|flag| [flag, flag]), "yes or no"),
    };
    let problem =
        || Problem::new(at, format!("\"{value}\" is not {}, as the column holds", kind.name()), format!("write {example}"));
    found.map(Some).ok_or_else(problem)
}

impl Comparison {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Differs => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    /// Whether a number stands in this relation to a range, from its first number to before its last.
    fn within(self, number: f64, [start, end]: [f64; 2]) -> bool {
        let order = if number < start {
            Ordering::Less
        } else if number < end || number.total_cmp(&start).is_eq() {
            Ordering::Equal
        } else {
            Ordering::Greater
        };
        self.holds(order)
    }
}
