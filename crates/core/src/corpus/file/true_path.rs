//! Serialisation of file paths: as text where they are Unicode, else as bytes.
//!
//! For `#[serde(with = "…::true_path")]` on a path, an optional path, and a list of paths.

use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, de::Error};

/// Serialises file paths.
pub(crate) fn serialize<P: Paths, S: Serializer>(paths: &P, serializer: S) -> Result<S::Ok, S::Error> {
    paths.store().serialize(serializer)
}

/// Deserialises file paths from the output of [`serialize`], or from plain text.
pub(crate) fn deserialize<'de, P: Paths, D: Deserializer<'de>>(deserializer: D) -> Result<P, D::Error> {
    P::restore(P::Stored::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Serialised form of a file path.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Stored {
    /// File path that is valid Unicode.
    Text(String),
    /// File path that is not valid Unicode.
    Bytes {
        /// Bytes of the path as the operating system stores them.
        bytes: Vec<u8>,
    },
}

/// One file path or several, for serialisation.
pub(crate) trait Paths: Sized {
    /// Serialised form of file paths.
    type Stored: Serialize + DeserializeOwned;

    /// Converts file paths to their serialised form.
    fn store(&self) -> Self::Stored;

    /// Converts serialised paths back; an error if a path is from another operating system.
    fn restore(stored: Self::Stored) -> Result<Self, &'static str>;
}

impl Paths for PathBuf {
    type Stored = Stored;

    fn store(&self) -> Stored {
        match self.to_str() {
            Some(text) => Stored::Text(text.to_owned()),
            None => Stored::Bytes { bytes: self.as_os_str().as_encoded_bytes().to_vec() },
        }
    }

    fn restore(stored: Stored) -> Result<Self, &'static str> {
        match stored {
            Stored::Text(text) => Ok(text.into()),
            #[cfg(unix)]
            Stored::Bytes { bytes } => {
                let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
                Ok(name.into())
            }
            #[cfg(not(unix))]
            Stored::Bytes { .. } => Err("a path of another system"),
        }
    }
}

impl Paths for Option<PathBuf> {
    type Stored = Option<Stored>;

    fn store(&self) -> Self::Stored {
        self.as_ref().map(Paths::store)
    }

    fn restore(stored: Self::Stored) -> Result<Self, &'static str> {
        stored.map(Paths::restore).transpose()
    }
}

impl Paths for Vec<PathBuf> {
    type Stored = Vec<Stored>;

    fn store(&self) -> Self::Stored {
        self.iter().map(Paths::store).collect()
    }

    fn restore(stored: Self::Stored) -> Result<Self, &'static str> {
        stored.into_iter().map(Paths::restore).collect()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    use super::*;
    use crate::corpus::{Origin, ReadOptions, StopWords};

    #[test]
    fn paths_survive_a_round_trip_and_unicode_is_text() {
        let odd = PathBuf::from(OsStr::from_bytes(b"/tmp/caf\xe9.txt"));
        for path in [odd.clone(), "/tmp/café.txt".into()] {
            let text = path.to_str().is_some();
            let options = ReadOptions { vocabulary: Some(path.clone()), ..ReadOptions::default() };
            let origin = Origin::Files(vec![path.clone(), odd.clone()], options);
            let written = serde_json::to_string(&origin).unwrap();
            assert_eq!(serde_json::from_str::<Origin>(&written).unwrap(), origin);
            let words = StopWords::File(path);
            let written = serde_json::to_string(&words).unwrap();
            assert_eq!(serde_json::from_str::<StopWords>(&written).unwrap(), words);
            assert_eq!(written.contains("café"), text, "{written}");
        }
    }
}
