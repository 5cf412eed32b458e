//! Which form a file has: by its extension, else by its beginning.
//!
//! Cost: the first 64 KiB, twenty lines of them. Memory: none kept.

use std::path::Path;

use super::{Format, open::short, reader_libsvm, reader_table, sink::is_header};

/// Lines looked at.
const LINES: usize = 20;

/// The form of a file of that name that begins so; `chosen` says that the user named columns.
pub(super) fn format(file: &Path, beginning: &str, chosen: bool) -> Format {
    let name = short(file).to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("csv") => Format::Csv,
        Some("jsonl" | "ndjson" | "json") => Format::JsonLines,
        Some("svm" | "libsvm" | "svmlight") => Format::LibSvm,
        _ => match by_content(beginning) {
            Format::Lines if chosen && beginning.lines().next().is_some_and(|header| header.contains('\t')) => Format::Tsv,
            Format::Lines if chosen => Format::Csv,
            found => found,
        },
    }
}

fn by_content(beginning: &str) -> Format {
    let mut lines = beginning.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    let Some(first) = lines.next() else { return Format::Lines };
    if first.trim_start().starts_with('{') {
        return Format::JsonLines;
    }
    let header = |format| is_header(&reader_table::header_of(first, format));
    if first.contains('\t') {
        let tabs = first.matches('\t').count();
        // "y" or "topic" may be a class as well as a header: a class repeats.
        let label = first.split('\t').next();
        let whole = lines.clone().all(|line| line.matches('\t').count() == tabs && line.split('\t').next() != label);
        return if whole && header(Format::Tsv) { Format::Tsv } else { Format::Lines };
    }
    // The last line of the beginning may be cut: the first and second tell enough.
    if reader_libsvm::looks_like(first) && lines.next().is_none_or(reader_libsvm::looks_like) {
        return Format::LibSvm;
    }
    if header(Format::Csv) { Format::Csv } else { Format::Lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_recognised() {
        let by = |name: &str, text: &str| format(Path::new(name), text, false);
        assert_eq!(format(Path::new("a.tsv"), "kind\tstuff\na\tx", true), Format::Tsv);
        assert_eq!(format(Path::new("a.txt"), "kind,stuff\na,x", true), Format::Csv);
        assert_eq!(by("a.tsv", "b\ty\n"), Format::Lines);
        assert_eq!(by("a.CSV.gz", ""), Format::Csv);
        assert_eq!(by("a.ndjson", ""), Format::JsonLines);
        assert_eq!(by("a.txt", "{\"label\": 1}"), Format::JsonLines);
        assert_eq!(by("a.txt", "student\thome page\nstudent\t"), Format::Lines);
        assert_eq!(by("a.tsv", "5\tgood\tNot much\n4\tbad\tMuch"), Format::Lines);
        assert_eq!(by("a.tsv", "id\tlabel\ttext\n1\tx\ty"), Format::Tsv);
        assert_eq!(by("a.txt", "topic\tsome words\ntopic\tother words"), Format::Lines);
        assert_eq!(by("a.txt", "+1 1:2 5:1\n-1 3:0.5"), Format::LibSvm);
        assert_eq!(by("a.txt", "1\n"), Format::Lines);
        assert_eq!(by("a.txt", "text,category\n\"a, b\",x"), Format::Csv);
        assert_eq!(by("a", ""), Format::Lines);
    }
}
