//! Recognition of a file's format: by its extension, otherwise by its beginning.
//!
//! Cost: the first 64 KiB, twenty lines of them. Memory: none kept.

use std::{collections::HashSet, path::Path};

use crate::corpus::task::rating::{Written, written};
use crate::corpus::{Format, TaskKind, file::bytes::CHUNK, printable::short};

/// Number of lines inspected to recognise a file's format.
const LINES: usize = 20;

/// Shape of a file's tab-separated lines: numbers of fields, and whether texts are tokenised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Whether every line has two or more tabs: a title stands between the first field and the text.
    pub titled: bool,
    /// Whether the last field of lines is tokenised text: words separated by spaces, without punctuation.
    pub cut: bool,
    /// Largest number of tab-separated fields in a line.
    pub fields: usize,
}

/// Format of a file by its name and beginning. `chosen`: whether the user named columns; `task`: the requested task.
pub(crate) fn format(file: &Path, beginning: &str, chosen: bool, task: Option<TaskKind>) -> Format {
    if let Some(format) = by_name(file, beginning) {
        return format;
    }
    let recognised = Format::ALL.iter().rev().find(|format| format.reader().recognises(beginning));
    match (recognised.copied().unwrap_or(Format::Lines), task) {
        (Format::Lines, _) if chosen && beginning.lines().next().is_some_and(|header| header.contains('\t')) => Format::Tsv,
        (Format::Lines, _) if chosen => Format::Csv,
        (Format::Rated, Some(TaskKind::Classes))
        | (Format::Identified | Format::Parallel | Format::Tagged, Some(TaskKind::Classes | TaskKind::Ratings)) => Format::Lines,
        (Format::Lines, Some(TaskKind::Pairs)) if lines(beginning).all(|line| line.matches('\t').count() == 1) => {
            two_texts(beginning)
        }
        (found, _) => found,
    }
}

/// Format of a file by its extension; if several formats share it, the one that recognises the beginning, else the first.
pub(crate) fn by_name(file: &Path, beginning: &str) -> Option<Format> {
    let name = short(file).to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let extension = name.rsplit_once('.')?.1;
    let named = || Format::ALL.iter().filter(|format| format.info().extensions.contains(&extension));
    named().rev().find(|format| format.reader().recognises(beginning)).or_else(|| named().next()).copied()
}

/// Whether a file's extension is that of a saved sandbox, which has points and no documents.
pub fn is_sandbox(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sandbox"))
}

/// Format for a file as one side of pairs, given the format it has otherwise.
pub(crate) fn as_side(found: Format, beginning: &str) -> Format {
    found.reader().as_side(beginning).unwrap_or(found)
}

/// File format of tab-separated lines as one side of pairs: identifier and text, or text alone.
pub(super) fn side_lines(beginning: &str) -> Format {
    let mut first = lines(beginning).map(|line| line.split_once('\t').map(|(id, _)| id));
    let identified = first.all(|id| id.is_some_and(|id| !id.is_empty() && !id.contains(char::is_whitespace)));
    if identified && distinct(beginning) { Format::Identified } else { Format::Plain }
}

/// Shape of the first tab-separated lines of a file.
pub(super) fn shape(beginning: &str) -> Shape {
    let last = lines(beginning).filter_map(|line| line.rsplit('\t').next());
    Shape {
        titled: lines(beginning).all(|line| line.matches('\t').count() >= 2),
        cut: cut(last),
        fields: lines(beginning).map(|line| line.split('\t').count()).max().unwrap_or_default(),
    }
}

/// First non-blank lines of a file, without a last line that may be truncated.
pub(super) fn lines(beginning: &str) -> impl Iterator<Item = &str> + Clone {
    let whole =
        if beginning.len() < CHUNK { beginning } else { beginning.rsplit_once('\n').map_or(beginning, |(whole, _)| whole) };
    whole.lines().filter(|line| !line.trim().is_empty()).take(LINES)
}

/// Format of tab-separated lines without a header, or of plain lines if the first has no tab.
pub(super) fn fields(beginning: &str) -> Format {
    if !lines(beginning).next().is_some_and(|first| first.contains('\t')) {
        return Format::Lines;
    }
    let least = lines(beginning).map(|line| line.matches('\t').count()).min().unwrap_or_default();
    let most = lines(beginning).map(|line| line.matches('\t').count()).max().unwrap_or_default();
    let first = || lines(beginning).map(|line| line.split('\t').next().unwrap_or_default().trim());
    let several = lines(beginning).nth(2).is_some();
    if least == 0 {
        return Format::Lines;
    }
    let ratings: Vec<Written> = first().map(written).collect();
    let numbers: Vec<f64> = ratings.iter().filter_map(|rating| rating.number()).collect();
    // Some ratings may be missing in a file of ratings.
    if !ratings.contains(&Written::Other) && 2 * numbers.len() > ratings.len() {
        let whole = several && numbers.len() == ratings.len();
        let counted = whole && numbers.windows(2).all(|pair| (pair[1] - pair[0] - 1.0).abs() < 1e-9);
        return match (counted, least) {
            (true, _) => Format::Identified,
            (false, 2..) => Format::Rated,
            (false, _) => Format::Lines,
        };
    }
    if !several || !distinct(beginning) {
        return Format::Lines;
    }
    let named = |field: &str| !field.contains(char::is_whitespace) && field.contains(|letter: char| letter.is_ascii_digit());
    if first().all(named) {
        return Format::Identified;
    }
    // A class name is a name, not a sentence.
    let sentences = first().filter(|field| field.contains(char::is_whitespace) || field.chars().count() > 24).count();
    if most == 1 && 2 * sentences > first().count() { two_texts(beginning) } else { Format::Lines }
}

/// File format of lines with two texts: words and tags, or running texts.
fn two_texts(beginning: &str) -> Format {
    let side = |which| lines(beginning).filter_map(move |line| line.split('\t').nth(which));
    if cut(side(0)) && cut(side(1)) { Format::Tagged } else { Format::Parallel }
}

/// Whether no two lines begin with the same first field.
fn distinct(beginning: &str) -> bool {
    let mut seen = HashSet::new();
    lines(beginning).all(|line| seen.insert(line.split('\t').next()))
}

/// Whether texts are tokenised: in lower case, with spaces in some of them, and no punctuation around words.
fn cut<'a>(mut texts: impl Iterator<Item = &'a str> + Clone) -> bool {
    let mark = |letter: char| letter != '_' && !letter.is_alphanumeric() && !is_joining(letter);
    let running = |word: &str| word.starts_with(mark) || word.ends_with(mark) || word.contains(['。', '、', '，', '！', '？']);
    let spaced = texts.clone().any(|text| text.trim().contains(' '));
    let capital = |text: &str| text.chars().find(|letter| letter.is_alphabetic()).is_some_and(char::is_uppercase);
    let capitals = texts.clone().filter(|text| capital(text) && text.contains(' ') && !text.contains('_')).count();
    spaced && capitals == 0 && !texts.any(|text| text.split_whitespace().any(running))
}

/// Whether a character is a combining mark or joiner, which occurs within words of many scripts.
fn is_joining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{200c}' | '\u{200d}' | '\u{30fb}' | '\u{30fc}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        let by = |name: &str, text: &str| format(Path::new(name), text, false, None);
        assert_eq!(format(Path::new("a.tsv"), "kind\tstuff\na\tx", true, None), Format::Tsv);
        assert_eq!(format(Path::new("a.txt"), "kind,stuff\na,x", true, None), Format::Csv);
        assert_eq!(by("a.tsv", "b\ty\n"), Format::Lines);
        assert_eq!(by("a.CSV.gz", ""), Format::Csv);
        assert_eq!(by("a.ndjson", ""), Format::JsonLines);
        assert_eq!(by("a.txt", "{\"label\": 1}"), Format::JsonLines);
        assert_eq!(by("a.txt", "student\thome page\nstudent\t"), Format::Lines);
        assert_eq!(by("a.tsv", "id\tlabel\ttext\n1\tx\ty"), Format::Tsv);
        assert_eq!(by("a.txt", "topic\tsome words\ntopic\tother words"), Format::Lines);
        assert_eq!(by("a.txt", "+1 1:2 5:1\n-1 3:0.5"), Format::LibSvm);
        assert_eq!(by("a.txt", "1\n"), Format::Lines);
        assert_eq!(by("a.txt", "text,category\n\"a, b\",x"), Format::Csv);
        assert_eq!(by("a", ""), Format::Lines);
    }

    #[test]
    fn formats_of_ratings_and_pairs_are_recognised() {
        let by = |text: &str| format(Path::new("a.tsv"), text, false, None);
        assert_eq!(by("5\tgood\tNot much\n4\tbad\tMuch"), Format::Rated);
        assert_eq!(by("4\t\tFine.\tIntimate\n5\tA\tB\tC"), Format::Rated);
        assert_eq!(by("4\tFine\n5\tFiner\n4\tFine"), Format::Lines, "labels that may be ratings");
        assert_eq!(by("B001\tBell\tA bell.\nB002\tGong\tA gong.\nB7\tDrum\tA drum."), Format::Identified);
        assert_eq!(by("x.1\tone two\nx.2\tthree\nx.3\tfour"), Format::Identified);
        assert_eq!(by("1\tone\n2\ttwo\n3\tthree"), Format::Identified, "numbered lines");
        assert_eq!(by("c1\tone\nc2\ttwo\nc1\tthree"), Format::Lines, "classes repeat");
        assert_eq!(by("an apple tree\tTAG_a TAG_b\nblue sky\tTAG_c\nred sun set\tTAG_a"), Format::Tagged);
        assert_eq!(by("vw1 vw2\tsky sea\nvw3 vw9\tpolar-bears\nvw4 vw5\tsun"), Format::Tagged);
        assert_eq!(by("Where is it?\tOù est-ce ?\nIt is here.\tC'est ici.\nGood day!\tBonjour !"), Format::Parallel);
        assert_eq!(by("source\ttarget\na b\tc d\n"), Format::Tsv);
        assert_eq!(by("id\ten\tja\n1\ta b\tc d\n"), Format::Tsv);
        assert_eq!(by("<?xml version=\"1.0\"?>\n<tmx version=\"1.4\">"), Format::Tmx);
        assert_eq!(by("% a remark\n@RELATION x\n"), Format::Arff);
        assert_eq!(format(Path::new("a.tmx.gz"), "", false, None), Format::Tmx);
        assert_eq!(format(Path::new("a.arff"), "", false, None), Format::Arff);
    }

    #[test]
    fn the_task_decides_between_formats() {
        let by = |text: &str, task| format(Path::new("a.tsv"), text, false, Some(task));
        assert_eq!(by("5\tgood\tNot much\n4\tbad\tMuch", TaskKind::Classes), Format::Lines);
        assert_eq!(by("B1\tBell\nB2\tGong\nB3\tDrum", TaskKind::Classes), Format::Lines);
        assert_eq!(by("one\tun\ntwo\tdeux", TaskKind::Pairs), Format::Parallel);
        assert_eq!(as_side(Format::Lines, "a\tx\nb\ty"), Format::Identified);
        assert_eq!(as_side(Format::Lines, "One line.\nAnother."), Format::Plain);
        assert_eq!(as_side(Format::Rated, "1\tx\tu\n1\ty\tv"), Format::Plain, "not identifiers");
        assert_eq!(as_side(Format::Csv, "id,text\n1,x"), Format::Csv);
        assert_eq!(as_side(Format::Csv, "y,,\nThus, therefore, and so on."), Format::Plain, "no name of a text column");
    }

    #[test]
    fn tokenised_text_is_distinguished_from_running_text() {
        let cut = |text: &str| shape(text).cut;
        assert!(cut("a\twelsh ams worried\nb\tthere consternation"));
        assert!(cut("a\t浄土 しゅう アヴァローキテーシュヴァラ\nb\t寺"));
        assert!(!cut("a\tWelsh AMs worried about 'looking'"));
        assert!(!cut("a\tthe end."));
        assert!(!cut("a\t浄土宗（じょうどしゅう）は、宗派 である。"));
        assert!(!cut("a\t浄土宗\nb\t曹洞宗"), "no space anywhere");
        assert_eq!(shape("a\tb\tc\nd\te\tf\tg"), Shape { titled: true, cut: false, fields: 4 });
    }
}
