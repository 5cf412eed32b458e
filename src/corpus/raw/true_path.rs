//! Paths in saved files: text where they are Unicode, else their bytes, so that they are found again.
//!
//! For `#[serde(with = "true_path")]` on one path, on one that may be missing, and on many.

use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, de::Error};

/// Writes paths.
pub(crate) fn serialize<P: Paths, S: Serializer>(paths: &P, serializer: S) -> Result<S::Ok, S::Error> {
    paths.store().serialize(serializer)
}

/// Reads what [`serialize`] wrote, and plain text.
pub(crate) fn deserialize<'de, P: Paths, D: Deserializer<'de>>(deserializer: D) -> Result<P, D::Error> {
    P::restore(P::Stored::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A path as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Stored {
    /// A path that is Unicode.
    Text(String),
    /// Any other.
    Bytes {
        /// As the system has it.
        bytes: Vec<u8>,
    },
}

/// One path or several.
pub(crate) trait Paths: Sized {
    /// As they stand in a file.
    type Stored: Serialize + DeserializeOwned;

    /// What to write.
    fn store(&self) -> Self::Stored;

    /// What was read; fails on another system's path.
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
    fn every_path_comes_back_and_unicode_stands_as_text() {
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
