//! Marks that a translation keeps: tags, entities, placeholders and escapes, as keys that are equal for equal meaning.
//!
//! | form | written | key |
//! |---|---|---|
//! | tag | `<b class="x">`, `<br/>`, `<g id="1">`, `<bpt i="2">` | name and identifier: `<b>`, `<br>`, `<g 1>`, `<bpt 2>` |
//! | entity | `&amp;`, `&#39;` | itself |
//! | printf, Python, Ruby | `%s`, `%1$s`, `%5.2f`, `%@`, `%(name)s`, `%<name>d`, `%name%` | position or name, and conversion: `%f` |
//! | braces | `{0:.2f}`, `{count}`, `%{x}`, `#{x}`, `${x}`, `{{ x }}` | name: `{0}`, `{{x}}` |
//! | ICU | `{n, plural, one {# file} other {# files}}` | argument, then each mark of its branches once: `{n plural}`, `n:other`, `n:#` |
//! | escape | `\n`, `\r`, `\t` | itself |
//!
//! Widths, precisions and attributes are no part of a key. Addresses contain no marks, and neither does a percentage (`50%`).
//!
//! Cost: linear in the text. Branches are read to a depth of [`DEPTH`].

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::text::ADDRESS;

/// Maximum depth of ICU arguments within branches.
const DEPTH: usize = 4;
/// Maximum length in bytes of text in braces.
const BRACES: usize = 2000;
/// Maximum number of letters of a placeholder's name.
const NAME: usize = 40;
/// Plural categories of all languages. Which of them a language has is its own matter, but `other` is required.
const CATEGORIES: [&str; 5] = ["zero", "one", "two", "few", "many"];

/// Pattern of marks. Braces match by their opening one alone, and tags up to their name.
pub(crate) static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = [
        &*format!(r"(?<skip>{}|%%|\\\\)", ADDRESS.as_str()),
        r"(?<plain>&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});|\\[nrt]|%[A-Za-z_][\w.]*%)",
        r"<(?<tag>/?[A-Za-z][\w:.-]*)(?<rest>(?:[\s/][^<>]{0,500})?)>|</?[A-Za-z][^<>]{0,500}>",
        r"%(?<place>\d+\$|\([\w.]+\)|<\w+>)?[-+0#']*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh?|ll?|[Lqjzt])?(?<conversion>[@diouxXeEfFgGcCsSr])",
        r"(?<open>[$#%]?\{)",
    ];
    Regex::new(&pattern.join("|")).expect("a valid pattern")
});

/// Identifier of an inline tag of XLIFF or TMX.
static IDENTIFIER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"\s(?:id|rid|i|x)\s*=\s*["']?([^"'\s/>]+)"#).expect("a valid pattern"));

/// Keys of the marks of a text, in their order.
pub(crate) fn marks(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    // Most texts have no mark.
    if text.contains(['<', '&', '%', '{', '\\']) {
        read(text, DEPTH, &mut keys);
    }
    keys
}

fn read(text: &str, depth: usize, keys: &mut Vec<String>) {
    let mut at = 0;
    while let Some(found) = MARK.captures_at(text, at) {
        let mark = found.get_match();
        at = mark.end();
        if let Some(name) = found.name("tag") {
            // Attributes may contain placeholders.
            at = name.end();
            let identifier = IDENTIFIER.captures(&found["rest"]).map_or(String::new(), |found| format!(" {}", &found[1]));
            keys.push(format!("<{}{identifier}>", name.as_str()));
        } else if found.name("conversion").is_some() {
            keys.extend(conversion(&found, &text[..mark.start()]));
        } else if let Some(open) = found.name("open") {
            let inner = braced(&text[open.end() - 1..]);
            let is_argument = |inner: &&str| argument(&open.as_str()[..open.len() - 1], inner, depth, keys);
            at += inner.filter(is_argument).map_or(0, |inner| inner.len() + 1);
        } else if found.name("skip").is_none() {
            keys.push(mark.as_str().to_owned());
        }
    }
}

/// Key of a printf conversion; `None` where the sign is that of a percentage, as in `50%de`.
fn conversion(found: &Captures, before: &str) -> Option<String> {
    let place = found.name("place").map_or("", |place| place.as_str());
    let kind = if matches!(&found["conversion"], "i" | "u") { "d" } else { &found["conversion"] };
    let is_share = place.is_empty() && before.ends_with(char::is_numeric);
    (!is_share).then(|| format!("%{place}{kind}"))
}

/// Text within the braces that open at the beginning of a text; `None` if they do not close.
fn braced(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().take(BRACES) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(&text[1..at]),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Adds the keys of the argument in braces, without them; `false` if it is no argument.
fn argument(sign: &str, inner: &str, depth: usize, keys: &mut Vec<String>) -> bool {
    if let Some(double) = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        let name = double.trim();
        let is_name = !name.is_empty() && name.len() <= 2 * NAME && !name.contains(['{', '}']);
        keys.extend(is_name.then(|| format!("{sign}{{{{{name}}}}}")));
        return is_name;
    }
    let name = inner.split([',', ':', '!']).next().unwrap_or_default().trim();
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$' | '[' | ']');
    if name.chars().count() > NAME || !name.chars().all(is_letter) || inner.len() > name.len() && name.is_empty() {
        return false;
    }
    let mut parts = inner.splitn(3, ',').skip(1).map(str::trim);
    let kind = parts.next().filter(|kind| depth > 0 && matches!(*kind, "plural" | "select" | "selectordinal"));
    let (Some(kind), Some(branches)) = (kind, parts.next()) else {
        keys.push(format!("{sign}{{{name}}}"));
        return true;
    };
    keys.push(format!("{{{name} {kind}}}"));
    let first = keys.len();
    for key in branch_keys(branches, kind == "select", depth - 1) {
        let key = format!("{name}:{key}");
        if !keys[first..].contains(&key) {
            keys.push(key);
        }
    }
    keys[first..].sort();
    true
}

/// Keys of the branches of an ICU argument: their names, but those of plural categories, and the marks in their texts.
fn branch_keys(mut branches: &str, is_select: bool, depth: usize) -> Vec<String> {
    let mut keys = Vec::new();
    while let Some(open) = branches.find('{') {
        let Some(inner) = braced(&branches[open..]) else { break };
        let name = branches[..open].split_whitespace().next_back().unwrap_or_default();
        if is_select || !(CATEGORIES.contains(&name) || name.starts_with('=')) {
            keys.push(name.to_owned());
        }
        if !is_select && inner.contains('#') {
            keys.push("#".to_owned());
        }
        read(inner, depth, &mut keys);
        branches = &branches[open + inner.len() + 2..];
    }
    keys
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_form_has_its_key() {
        for (text, keys) in [
            ("%s %1$s %5.2f %@ %(name)s %<n>d %-3ld %%s %count%", "%s %1$s %f %@ %(name)s %<n>d %d %count%"),
            (
                "{count} {0} {} {0:.2f} {name!r} %{x} #{x} ${x.y} {{ x }} { a }",
                "{count} {0} {} {0} {name} %{x} #{x} ${x.y} {{x}} {a}",
            ),
            (r"a\nb\tc C:\\new", r"\n \t"),
            (r#"<g id="1">a</g><x id='2'/> <bpt i="3" x="1"/><BR /><a href="{url}">"#, "<g 1> </g> <x 2> <bpt 3> <BR> <a> {url}"),
            ("&amp; &#39; <jane@a.org>", "&amp; &#39; <jane@a.org>"),
            ("{n, plural, =0 {none} one {# file of {user}} other {# files of {user}}}", "{n plural} n:# n:other n:{user}"),
            (
                "{g, select, male {He} other {They {n, plural, other {#}}}}",
                "{g select} g:male g:n:# g:n:other g:other g:{n plural}",
            ),
            ("{d, date, short} {{#each x}}", "{d} {{#each x}}"),
        ] {
            assert_eq!(marks(text).join(" "), keys, "{text}");
        }
    }

    #[test]
    fn prose_has_no_marks() {
        for text in [
            "50% discount, 5 % des, 50%de, 100%ig",
            "a < b & c > d, R&D; 3<4",
            "https://a.org/%C3%BC%20x?a={b",
            "{see above} { {",
            "{\"a\": 1}",
            "100 % sure",
        ] {
            assert_eq!(marks(text), Vec::<String>::new(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(?s).*", marked in "[{}a,%<>#$s1 \\\\plural]{0,60}") {
            marks(&text);
            let once = marks(&marked);
            prop_assert!(once.iter().all(|key| !key.is_empty()));
        }
    }
}
