//! Origin of a corpus: files, or a corpus built into the program.
//!
//! Cost and memory: a few names.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::corpus::{Language, ReadOptions, StopWords, TextOptions};

/// A corpus that is built into the binary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builtin {
    /// Built-in documents of four classes: cooking, gardening, astronomy, music.
    #[default]
    Topics,
    /// Built-in reviews of clothes, rated 1 to 5.
    Reviews,
    /// Built-in pairs of documents: beginnings of English encyclopedia articles and of their Japanese counterparts.
    Pairs,
}

impl Builtin {
    /// All built-in corpora.
    pub const ALL: [Self; 3] = [Self::Topics, Self::Reviews, Self::Pairs];

    /// Tokenisation options of a built-in corpus: of the source side or all documents, and of the target side.
    /// Function words are removed: they occur in every document of running text.
    pub fn text_options(self) -> [TextOptions; 2] {
        let without = |language| TextOptions { stop_words: StopWords::Of(language), ..TextOptions::default() };
        let target = if self == Self::Pairs { Language::Japanese } else { Language::English };
        [without(Language::English), without(target)]
    }

    /// Name of the built-in corpus, as in the window and on the command line.
    pub fn name(self) -> &'static str {
        ["built-in topics", "built-in reviews", "built-in pairs"][self as usize]
    }
}

/// Origin of a corpus: built in, or files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Origin: a corpus built into the program.
    Builtin(Builtin),
    /// Origin: corpus files, and the options they were read with.
    Files(#[serde(with = "crate::corpus::file::true_path")] Vec<PathBuf>, ReadOptions),
}

impl Default for Origin {
    fn default() -> Self {
        Self::Builtin(Builtin::default())
    }
}

impl Origin {
    /// Origin of a corpus in files, with absolute paths, so that they are found from any working directory.
    pub fn files(paths: &[PathBuf], options: &ReadOptions) -> Self {
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let paths = paths.iter().map(|path| whole(path)).collect();
        Self::Files(paths, ReadOptions { vocabulary: options.vocabulary.as_deref().map(whole), ..options.clone() })
    }

    /// Name of the corpus's origin as part of a sentence.
    pub fn name(&self) -> String {
        match self {
            Self::Builtin(_) => "the built-in corpus".to_owned(),
            Self::Files(paths, _) => paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "),
        }
    }
}
