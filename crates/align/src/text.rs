//! Texts of an alignment as numbers: lengths of lines, words for the lexicon, and forms that both texts may share.
//!
//! Memory: about 8 bytes for each word of both texts, and the vocabulary.

use std::{collections::HashMap, ops::Range};

use crate::token::{Token, Tokenizer};

/// Lists of numbers, one for each line of a text.
#[derive(Default)]
pub(crate) struct Lists {
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    /// Adds the list of numbers of the next line.
    pub(crate) fn push(&mut self, mut items: Vec<u32>) {
        items.sort_unstable();
        items.dedup();
        self.items.append(&mut items);
        self.ends.push(self.items.len());
    }

    /// Number of lists, one for each line.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Numbers of `line`, ascending, each once.
    pub(crate) fn line(&self, line: usize) -> &[u32] {
        let start = if line == 0 { 0 } else { self.ends[line - 1] };
        &self.items[start..self.ends[line]]
    }

    /// Lines that contain each number below `count`, ascending.
    pub(crate) fn inverted(&self, count: usize) -> Lists {
        let mut ends = vec![0; count];
        for &item in &self.items {
            ends[item as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            let size = *end;
            *end = sum;
            sum += size;
        }
        let mut items = vec![0; self.items.len()];
        for line in 0..self.len() {
            for &item in self.line(line) {
                items[ends[item as usize]] = line as u32;
                ends[item as usize] += 1;
            }
        }
        Lists { ends, items }
    }
}

/// Indices of the numbers in an ascending list that lie within `range`.
pub(crate) fn within(list: &[u32], range: &Range<usize>) -> Range<usize> {
    list.partition_point(|&line| (line as usize) < range.start)..list.partition_point(|&line| (line as usize) < range.end)
}

/// Text of an alignment as numbers.
pub(crate) struct Text {
    /// Number of characters of each line without white space, plus one.
    pub lengths: Vec<f64>,
    /// Cumulative sums of `lengths` before each line, then over all lines.
    sums: Vec<f64>,
    /// Words of each line, numbered within the text.
    pub words: Lists,
    /// Number of distinct words in the text.
    pub vocabulary: usize,
    /// Forms of each line that both texts contain, numbered for both texts together.
    pub forms: Lists,
    /// Lines of the text that contain each form.
    pub form_lines: Lists,
}

impl Text {
    /// Number of lines in the text.
    pub(crate) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Number of characters in a range of lines.
    pub(crate) fn length(&self, lines: &Range<usize>) -> f64 {
        self.sums[lines.end] - self.sums[lines.start]
    }

    /// First line in the range `lines` with at least `characters` of the range before it.
    pub(crate) fn line_at(&self, lines: &Range<usize>, characters: f64) -> usize {
        let wanted = self.sums[lines.start] + characters;
        lines.start + self.sums[lines.start..=lines.end].partition_point(|&sum| sum < wanted).min(lines.len())
    }
}

/// Piece of both texts of an alignment, as line ranges.
pub(crate) struct Piece {
    pub source: Range<usize>,
    pub target: Range<usize>,
}

/// Kinds of forms that texts may share, by how reliably a translation repeats them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormKind {
    /// Form: a number, identified by its value.
    Number,
    /// Form: a word that has a capital letter in both texts.
    Name,
    /// Form: a word that is not a name, such as a technical term.
    Word,
}

/// Both texts of an alignment, with the forms that they share.
pub(crate) struct Texts {
    pub source: Text,
    pub target: Text,
    /// Kind of each shared form.
    pub kinds: Vec<FormKind>,
}

impl Texts {
    pub(crate) fn new(source: &[&str], target: &[&str]) -> Self {
        let tokenizer = Tokenizer::new();
        let mut forms = Forms::default();
        let [source, target] = [source, target].map(|lines| RawText::new(lines, &tokenizer, &mut forms));
        // Forms of a single text are no evidence; shared forms get contiguous numbers.
        let mut number = vec![None; forms.kinds.len()];
        let mut in_source = vec![false; forms.kinds.len()];
        source.forms.iter().flatten().for_each(|&form| in_source[form as usize] = true);
        let mut kinds = Vec::new();
        for &form in target.forms.iter().flatten() {
            let form = form as usize;
            if in_source[form] && number[form].is_none() {
                number[form] = Some(kinds.len() as u32);
                kinds.push(forms.kinds[form]);
            }
        }
        Self { source: source.finish(&number, kinds.len()), target: target.finish(&number, kinds.len()), kinds }
    }
}

/// Forms of both texts, numbered by first occurrence.
#[derive(Default)]
struct Forms {
    numbers: HashMap<String, u32>,
    kinds: Vec<FormKind>,
}

impl Forms {
    fn number(&mut self, form: String, kind: FormKind) -> u32 {
        let number = *self.numbers.entry(form).or_insert_with(|| {
            self.kinds.push(kind);
            self.kinds.len() as u32 - 1
        });
        // A name is written with a capital letter wherever it occurs.
        if kind == FormKind::Word {
            self.kinds[number as usize] = kind;
        }
        number
    }
}

struct RawText {
    lengths: Vec<f64>,
    words: Lists,
    vocabulary: usize,
    forms: Vec<Vec<u32>>,
}

impl RawText {
    fn new(lines: &[&str], tokenizer: &Tokenizer, forms: &mut Forms) -> Self {
        let mut vocabulary: HashMap<String, u32> = HashMap::new();
        let mut text = Self { lengths: Vec::new(), words: Lists::default(), vocabulary: 0, forms: Vec::new() };
        for line in lines {
            let (mut line_words, mut line_forms) = (Vec::new(), Vec::new());
            tokenizer.each(line, |token| match token {
                Token::Word(word) => {
                    let next = vocabulary.len() as u32;
                    line_words.push(*vocabulary.entry(word).or_insert(next));
                }
                Token::Form(form, kind) => line_forms.push(forms.number(form, kind)),
            });
            text.lengths.push(1.0 + line.chars().filter(|c| !c.is_whitespace()).count() as f64);
            text.words.push(line_words);
            text.forms.push(line_forms);
        }
        text.vocabulary = vocabulary.len();
        text
    }

    fn finish(self, number: &[Option<u32>], count: usize) -> Text {
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        sums.extend(self.lengths.iter().map(|length| {
            sum += length;
            sum
        }));
        let mut forms = Lists::default();
        for line in self.forms {
            forms.push(line.into_iter().filter_map(|form| number[form as usize]).collect());
        }
        let form_lines = forms.inverted(count);
        Text { lengths: self.lengths, sums, words: self.words, vocabulary: self.vocabulary, forms, form_lines }
    }
}
