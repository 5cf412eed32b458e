//! Hyper-parameter of a baseline that is chosen on the development part unless given.

use crate::param::Choice;

/// Options of a hyper-parameter: chosen on the development part, or given by the user.
pub(super) const TUNING_MODES: &[Choice] =
    &[Choice::new("development", "on the development part"), Choice::new("fixed", "a given value")];

/// Declares the type of a tuned hyper-parameter: its value where given, its slot, its hint and its display.
macro_rules! tuning {
    ($(#[doc = $doc:literal])+ $name:ident { $key:ident: $type:ty = $usual:expr }, $slot:ident, $hint:literal, $about:expr) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            /// Hyper-parameter chosen on the development part: the best of a grid.
            #[default]
            Development,
            /// Hyper-parameter with a value given by the user.
            Fixed {
                /// Given value of the hyper-parameter.
                $key: $type,
            },
        }

        impl $name {
            /// Value given by the user; `None` if the hyper-parameter is chosen on the development part.
            pub fn given(self) -> Option<$type> {
                if let Self::Fixed { $key } = self { Some($key) } else { None }
            }
        }

        impl $crate::param::Choices for $name {
            const ALL: &'static [$crate::param::Choice] = $crate::model::baseline::tuning::TUNING_MODES;
            const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { $key: $usual }];
            const NUMBERS: &'static [$crate::param::Number<Self>] = &[$crate::param::Number {
                key: stringify!($key),
                hint: $hint,
                about: $about,
                at: |tuning| if let Self::Fixed { $key } = tuning { Some($crate::param::Slot::$slot($key)) } else { None },
            }];
        }
    };
}

pub(super) use tuning;

/// Hyper-parameters that were not given, in a clause, and whether development documents chose them; `None` if all were given.
pub(super) fn settings_chosen(settings: impl IntoIterator<Item = Option<String>>, has_dev: bool) -> Option<String> {
    let how = if has_dev { "chosen on the development part" } else { "taken by default, without a development part" };
    let settings: Vec<String> = settings.into_iter().flatten().collect();
    let (last, first) = settings.split_last()?;
    Some(if first.is_empty() { format!("{last} was {how}") } else { format!("{} and {last} were {how}", first.join(", ")) })
}
