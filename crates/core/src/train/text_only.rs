//! Notes on documents that training uses only for their text, without their labels, or not at all.

use crate::{
    corpus::{Dataset, Split, Task},
    memory::Budget,
    model::{CanonicalPart, ModelKind, Params},
    param::Value,
};

/// Notes for the user on unlabelled and test documents whose text may be used, one sentence each; empty if there are none.
///
/// A model uses unlabelled text if its word positions start from it, or if a component of its kernel is computed from it.
/// For pairs, a second note has the number of those whose canonical directions fit into the memory budget, unless all do.
pub fn text_only(data: &Dataset, params: &Params, memory: Budget) -> Vec<String> {
    let Split { test, unlabelled, test_text, .. } = &data.split;
    let (what, label, labels, each) = match data.corpus.task {
        Task::Classes => ("document", "class", "classes", 1),
        Task::Ratings(_) => ("document", "rating", "ratings", 1),
        Task::Pairs(_) => ("pair", "match", "matches", 2),
    };
    let (unlabelled_count, test_count) = (unlabelled.len() / each, if *test_text { test.len() / each } else { 0 });
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    // Documents drawn as unlabelled have a label that is not used; the remaining unlabelled documents have none.
    let drawn = unlabelled.iter().filter(|&&document| data.corpus.label(document).is_some()).count() / each;
    let mut notes = Vec::new();
    match reason_unread(params) {
        _ if unlabelled_count + test_count == 0 => {}
        Some(why) => {
            let parts = [(unlabelled_count, "without labels"), (test_count, "to be tested on")]
                .into_iter()
                .filter(|(count, _)| *count > 0);
            let parts: Vec<String> = parts.map(|(count, kind)| format!("{count} {what}{} {kind}", plural(count))).collect();
            notes.push(format!("The text of {} is not used: {why}.", parts.join(" and ")));
        }
        None => {
            let used = |count: usize, kind: &str, more: &str| {
                let (are, their) = if count == 1 { ("is", "its") } else { ("are", "their") };
                let read = format!("{count} {what}{}{kind} {are} used for {their} text only", plural(count));
                let more = more.replace("their", their);
                (count > 0).then(|| format!("{read}{more}."))
            };
            notes.extend(used(drawn, "", &format!("; their {labels} are not read")));
            notes.extend(used(unlabelled_count - drawn, &format!(" without a {label}"), ""));
            let transductive = format!(
                "The text of the {test_count} {what}{} to be tested on is used, their {labels} are not: test figures hold for \
                 documents known beforehand (transductive).",
                plural(test_count)
            );
            notes.extend((test_count > 0).then_some(transductive));
        }
    }
    if drawn > 0 && test.is_empty() {
        notes.push("No document is left to test on: fewer unlabelled documents would leave some.".to_owned());
    }
    let words = [data.source_words, data.words.len() - data.source_words];
    notes.extend(canonical_note((data.split.train.len() / 2, words), params, memory));
    notes
}

/// Note that canonical directions are computed from only some of the training pairs or their words.
pub(crate) fn canonical_note((pairs, words): (usize, [usize; 2]), params: &Params, memory: Budget) -> Option<String> {
    let positive = |value: Option<Value>| matches!(value, Some(Value::Real(weight)) if weight > 0.0);
    let start = params.value("start") == Some(Value::Choice("canonical")) && params.inactive("start").is_none();
    let component = positive(params.value("spectral_weight")) && params.inactive("spectral_weight").is_none();
    let number = |key: &str, used: bool| match params.value(key) {
        Some(Value::Whole(number)) if used => usize::try_from(number).ok(),
        _ => None,
    };
    let pairs_of_sides = params.kind() == ModelKind::Matching;
    let directions = number("q", start).max(number("component_dimensions", component)).filter(|_| pairs_of_sides)?;
    let part = CanonicalPart::of(pairs, words, directions, memory);
    let some = (part.pairs < pairs).then(|| format!("{} of the {pairs} training pairs, evenly chosen", part.pairs));
    let few = (part.words != words).then(|| {
        let [source, target] = part.words;
        format!("the {source} and {target} words of the largest weight")
    });
    let what: Vec<String> = some.into_iter().chain(few).collect();
    let why = "more do not fit into the memory (--memory) or would take long";
    (!what.is_empty()).then(|| format!("Canonical directions follow from {}: {why}.", what.join(", and from ")))
}

/// Reason why the model does not read unlabelled text; `None` if it does.
fn reason_unread(params: &Params) -> Option<String> {
    let pairs = params.kind() == ModelKind::Matching;
    if !pairs
        && params.inactive("spectral_weight").is_none()
        && matches!(params.value("spectral_weight"), Some(Value::Real(weight)) if weight > 0.0)
    {
        return None;
    }
    if params.value("embedding") == Some(Value::Choice("identity")) {
        return Some("this embedding has no word positions".to_owned());
    }
    match params.value("start") {
        Some(Value::Choice("spectral" | "given")) => None,
        Some(Value::Choice(_)) if pairs => Some("only start=spectral and start=given read text without partners".to_owned()),
        Some(Value::Choice("random")) => Some("words start at random; start=spectral or the component text reads it".to_owned()),
        Some(start) => Some(format!("word positions start from start={start}; start=spectral or the component text reads it")),
        None => Some("this model reads training documents only".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Preset;

    #[test]
    fn canonical_directions_of_some_pairs_have_a_note_where_they_are_used() {
        let mut params = Params::preset(ModelKind::Matching, Preset::Default, 2);
        let pairs = (9000, [20_000, 30_000]);
        let [little, enough] = [Budget::new(1), Budget::new(32 << 30)];
        let note = canonical_note(pairs, &params, little).unwrap();
        assert!(note.contains("2000 of the 9000 training pairs") && note.contains("(--memory)"), "{note}");
        let note = canonical_note(pairs, &params, enough).unwrap();
        assert!(note.contains("the 8192 and 8192 words of the largest weight") && !note.contains("training pairs"), "{note}");
        assert_eq!(canonical_note((9000, [5000, 6000]), &params, enough), None, "all of them");
        for (key, value) in [("start", "random"), ("spectral_weight", "0")] {
            params.set(key, value).unwrap();
        }
        assert_eq!(canonical_note(pairs, &params, little), None);
        assert_eq!(canonical_note(pairs, &Params::preset(ModelKind::Smm, Preset::Default, 2), little), None);
    }
}
