//! Reading options that have no effect on files of a format.

use crate::corpus::{Format, NamedColumn, ReadOptions, TEXT_OPTIONS, TextChoice};

/// Reading option that the format of the files does not use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option} has no effect: {} holds {content}; leave the option out, or choose another --format", .format.info().name)]
pub struct UnusedOption {
    /// Name of the unused reading option on the command line.
    pub option: String,
    /// File format that does not use the option.
    pub format: Format,
    /// Content of files of the format that makes the option ineffective.
    content: &'static str,
}

impl UnusedOption {
    /// First of the chosen options without effect; `text` of the source side, or of all documents, and of the target side.
    pub fn find(read: &ReadOptions, [text, target]: [&TextChoice; 2], format: Format) -> Option<Self> {
        let info = format.info();
        let mut sides = [text, target].into_iter().enumerate();
        let of_texts = sides.find_map(|(side, choice)| {
            TEXT_OPTIONS.iter().find(|row| row.is_chosen(choice)).map(|row| format!("--{}", row.names[side]))
        });
        let given = |option: &str, given: bool| given.then(|| option.to_owned());
        let of_labels = given("--label-column", read.label_column.is_some());
        let named = |column| info.named_columns.contains(&column);
        let groups = [
            (info.uses_text, of_texts, "words, which are not cut from texts"),
            (named(NamedColumn::Text), given("--text-column", !read.text_columns.is_empty()), "no columns of texts with names"),
            (
                named(NamedColumn::Label),
                of_labels.or(given("--target", !read.target_columns.is_empty())),
                "no columns of classes or ratings with names",
            ),
        ];
        let mut unused = groups.into_iter().filter(|(used, ..)| !used);
        unused.find_map(|(_, option, content)| Some(Self { option: option?, format, content }))
    }
}

/// Note that the vocabulary file was not used, if the format has none.
pub fn unused_vocabulary(options: &ReadOptions, format: Format) -> Option<String> {
    let file = options.vocabulary.as_ref().filter(|_| !format.info().uses_vocabulary)?;
    let formats = Format::names(|info| info.uses_vocabulary);
    Some(format!("{} was not used: only these formats have a vocabulary file: {formats}.", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_unused_exactly_where_their_format_says_so() {
        let text = TextChoice { min_length: Some(2), ..TextChoice::default() };
        let read = |label: bool| ReadOptions {
            text_columns: if label { vec![] } else { vec!["a".to_owned()] },
            label_column: label.then(|| "b".to_owned()),
            ..ReadOptions::default()
        };
        let none = TextChoice::default();
        for &format in Format::ALL {
            let info = format.info();
            assert_eq!(UnusedOption::find(&ReadOptions::default(), [&none, &none], format), None);
            let found = |read: &ReadOptions, text: &TextChoice, target: &TextChoice| {
                UnusedOption::find(read, [text, target], format).map(|unused| unused.option)
            };
            let plain = ReadOptions::default();
            let of_texts = |option: &str| (!info.uses_text).then(|| option.to_owned());
            assert_eq!(found(&plain, &text, &none), of_texts("--min-length"), "{format:?}");
            assert_eq!(found(&plain, &none, &text), of_texts("--target-min-length"), "{format:?}");
            assert_eq!(
                found(&read(false), &none, &none).as_deref(),
                (!info.named_columns.contains(&NamedColumn::Text)).then_some("--text-column"),
                "{format:?}"
            );
            assert_eq!(
                found(&read(true), &none, &none).as_deref(),
                (!info.named_columns.contains(&NamedColumn::Label)).then_some("--label-column"),
                "{format:?}"
            );
        }
    }
}
