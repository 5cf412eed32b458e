//! What is said of documents that give their text alone: whether the model reads it, and what that means for its figures.

use crate::{
    corpus::{Dataset, Split, Task},
    model::Params,
    param::Value,
};

/// What a person should know of the documents whose text alone may be read, one sentence each; nothing where there are none.
///
/// Words read such text where they start by it, and only if they have places at all.
pub fn text_only(data: &Dataset, params: &Params) -> Vec<String> {
    let Split { test, unlabelled, test_text, .. } = &data.split;
    let (what, labels, each) = match data.corpus.task {
        Task::Classes => ("document", "classes", 1),
        Task::Ratings(_) => ("document", "ratings", 1),
        Task::Pairs(_) => ("pair", "matches", 2),
    };
    let (alone, tested) = (unlabelled.len() / each, if *test_text { test.len() / each } else { 0 });
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let mut said = Vec::new();
    match unread(params) {
        _ if alone + tested == 0 => {}
        Some(why) => {
            let parts = [(alone, "without labels"), (tested, "to be tested on")].into_iter().filter(|(count, _)| *count > 0);
            let parts: Vec<String> = parts.map(|(count, kind)| format!("{count} {what}{} {kind}", plural(count))).collect();
            said.push(format!("The text of {} is not used: {why}.", parts.join(" and ")));
        }
        None => {
            let (are, their) = if alone == 1 { ("is", "its") } else { ("are", "their") };
            let read =
                format!("{alone} {what}{} {are} used for {their} text only; {their} {labels} are not read.", plural(alone));
            said.extend((alone > 0).then_some(read));
            let known = format!(
                "The text of the {tested} {what}{} to be tested on is used, their {labels} are not: test figures hold for \
                 documents known beforehand (transductive).",
                plural(tested)
            );
            said.extend((tested > 0).then_some(known));
        }
    }
    if alone > 0 && test.is_empty() {
        said.push("No document is left to test on: fewer without labels would leave some.".to_owned());
    }
    said
}

/// Why a model does not read text without labels; `None` where it does.
fn unread(params: &Params) -> Option<String> {
    if params.value("embedding") == Some(Value::Choice("identity")) {
        return Some("words without places start nowhere".to_owned());
    }
    match params.value("start") {
        Some(Value::Choice("spectral" | "given")) => None,
        Some(Value::Choice("random")) => Some("words start at random; start=spectral reads it".to_owned()),
        Some(start) => Some(format!("words start by start={start}; start=spectral reads it")),
        None => Some("this model reads training documents alone".to_owned()),
    }
}
