use super::*;

fn source(text: &str, cancel: &'static Cancel) -> Source<'static> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    Source::open(file.path(), None, Limits::default(), cancel).unwrap()
}

fn cancel() -> &'static Cancel {
    Box::leak(Box::default())
}

#[test]
fn a_line_at_the_limit_is_read_and_a_longer_one_is_not() {
    let mut source = source("12345678\n123456789\n", cancel());
    source.limit = 8;
    assert_eq!(source.line().unwrap(), Some("12345678"));
    let error = source.line().unwrap_err();
    assert_eq!((error.kind, error.place.and_then(|place| place.line)), (ErrorKind::Limit, Some(2)));
}

#[test]
fn lines_come_whole_across_chunks() {
    let lines: Vec<String> = (0..9_000).map(|i| format!("{i} é 日本語 {}", "x".repeat(i % 97))).collect();
    for end in ["\n", "\r\n"] {
        let mut source = source(&lines.join(end), cancel());
        let mut read = Vec::new();
        while let Some(line) = source.line().unwrap() {
            read.push(line.to_owned());
        }
        assert!(read == lines);
        let mut source = self::source(&lines.join(end), cancel());
        let mut text = String::new();
        source.read_to_string(&mut text).unwrap();
        assert!(text == lines.join("\n"));
    }
}
