//! Parser of filters by recursive descent, with the position of every problem.
//!
//! Cost: one pass over the filter. Memory: its tree.

use regex::RegexBuilder;

use super::{Comparison, Node, Problem, Test};

/// Deepest nesting of brackets and `not`.
const DEPTH: usize = 50;
const COMPARISONS: [(&str, Comparison); 7] = [
    ("!=", Comparison::Differs),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::More),
];

/// Parses the text of a filter.
pub(super) fn parse(text: &str) -> Result<Node, Problem> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let node = parser.any()?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.problem("and or or is missing here", "join two conditions with and, or"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn problem(&self, problem: &str, remedy: &str) -> Problem {
        Problem::new(self.at, problem, remedy)
    }

    /// Takes a sign if it stands here.
    fn sign(&mut self, sign: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// Takes a keyword, in any case, if it stands here as a whole word.
    fn keyword(&mut self, word: &str) -> bool {
        self.space();
        let rest = self.rest();
        let found = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !rest[word.len()..].starts_with(is_of_word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn any(&mut self) -> Result<Node, Problem> {
        let mut nodes = vec![self.all()?];
        while self.keyword("or") {
            nodes.push(self.all()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    fn all(&mut self) -> Result<Node, Problem> {
        let mut nodes = vec![self.condition()?];
        while self.keyword("and") {
            nodes.push(self.condition()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::All(nodes) })
    }

    fn condition(&mut self) -> Result<Node, Problem> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.problem("the brackets are nested too deeply", "write the filter without some of them"));
        }
        let node = if self.keyword("not") {
            Node::Not(Box::new(self.condition()?))
        } else if self.sign("(") {
            let node = self.any()?;
            if !self.sign(")") {
                return Err(self.problem("a closing bracket is missing", "write ) after the condition"));
            }
            node
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn test(&mut self) -> Result<Node, Problem> {
        self.space();
        let at = self.at;
        let name = self.value("the name of a column", "write a condition such as date >= 1987-03-01")?.0;
        let test = if let Some(&(_, comparison)) = COMPARISONS.iter().find(|(sign, _)| self.sign(sign)) {
            Test::Compare(comparison, vec![self.value("a value", "write a word, a number, a date or a text in quotes")?])
        } else if self.sign("~") {
            Test::Matches(self.regex()?, true)
        } else if self.sign("!~") {
            Test::Matches(self.regex()?, false)
        } else if self.keyword("in") {
            Test::Compare(Comparison::Equal, self.list()?)
        } else if self.keyword("is") {
            let is = !self.keyword("not");
            if !self.keyword("missing") {
                return Err(self.problem("missing is expected after is", "write is missing, or is not missing"));
            }
            Test::Missing(is)
        } else {
            let remedy = "write =, !=, <, <=, >, >=, ~ /…/, in (…) or is missing; a name with spaces needs quotes";
            return Err(self.problem(&format!("a comparison is missing after \"{name}\""), remedy));
        };
        Ok(Node::Test { name, at, test })
    }

    fn list(&mut self) -> Result<Vec<(String, usize)>, Problem> {
        let remedy = "write the values as (\"a\", \"b\")";
        if !self.sign("(") {
            return Err(self.problem("a bracket is missing after in", remedy));
        }
        let mut values = vec![self.value("a value", remedy)?];
        while self.sign(",") {
            values.push(self.value("a value", remedy)?);
        }
        if self.sign(")") { Ok(values) } else { Err(self.problem("a closing bracket is missing", remedy)) }
    }

    /// Takes a word, a number, a date or a text in quotes, and its position.
    fn value(&mut self, what: &str, remedy: &str) -> Result<(String, usize), Problem> {
        self.space();
        let (at, rest) = (self.at, self.rest());
        if let Some(quote) = rest.chars().next().filter(|first| ['"', '\''].contains(first)) {
            let Some(end) = rest[1..].find(quote) else {
                return Err(self.problem("the quotation does not end", &format!("write {quote} after the text")));
            };
            self.at += end + 2;
            return Ok((rest[1..=end].to_owned(), at));
        }
        let end = rest.find(|character| !is_of_word(character)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.problem(&format!("{what} is missing"), remedy));
        }
        self.at += end;
        Ok((rest[..end].to_owned(), at))
    }

    fn regex(&mut self) -> Result<regex::Regex, Problem> {
        self.space();
        let (at, rest) = (self.at, self.rest());
        let remedy = "write the expression as /oil|opec/, a slash in it as \\/";
        let Some(body) = rest.strip_prefix('/') else {
            return Err(self.problem("a regular expression is missing after ~", remedy));
        };
        let mut escaped = false;
        let end = body.find(|character| {
            let ends = character == '/' && !escaped;
            escaped = character == '\\' && !escaped;
            ends
        });
        let Some(end) = end else { return Err(self.problem("the regular expression does not end", remedy)) };
        self.at += end + 2;
        let ignores_case = self.rest().starts_with('i');
        self.at += usize::from(ignores_case);
        RegexBuilder::new(&body[..end].replace("\\/", "/")).case_insensitive(ignores_case).build().map_err(|error| {
            let reason = error.to_string();
            let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
            Problem::new(at, format!("the regular expression is not valid: {reason}"), remedy)
        })
    }
}

/// Whether a character belongs to a word, a number or a date without quotes.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || ['_', '-', '.', ':', '+', '%'].contains(&character)
}
