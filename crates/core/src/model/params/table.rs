//! Macro for the parameter table of a model: the struct, its values as printed in the papers, and its rows.

/// Declares a model's set of parameters:
///
/// ```text
/// parameters! {
///     /// All parameters of the model, unchecked.
///     pub struct ModelParams {
///         /// What it does: the hint that the window shows.
///         name: f64 = 1.0, About::main(0.0, 10.0).live();
///     }
/// }
/// ```
///
/// defines the struct, `ModelParams::printed()` with these values, and `ModelParams::listed()` with one row per parameter.
/// `active_when condition` after the `About` states when the parameter has an effect.
/// `struct ModelParams with EmbeddingParams` adds the shared parameters as the field `shared`, to which the struct dereferences.
/// A parameter without its own field is a row added by [`ParamTable::rows`](super::ParamTable::rows).
macro_rules! parameters {
    (@row $field:ident, $hint:expr) => {
        None
    };
    (@row $field:ident, $hint:expr, $about:expr $(, $active:expr)?) => {
        Some(
            $crate::param::Row::new(stringify!($field), $hint.trim_start(), $about, |params: &mut Self| &mut params.$field)
                $(.active_when($active))?,
        )
    };
    (
        $(#[$outer:meta])*
        pub struct $name:ident $(with $shared:ident)? {
            $(
                $(#[doc = $hint:literal])+
                $(#[serde($($serde:tt)*)])?
                $field:ident: $kind:ty = $printed:expr $(, $about:expr $(, active_when $active:expr)?)?;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
        pub struct $name {
            $(
                /// Shared parameters of every model with word positions.
                #[serde(flatten)]
                pub shared: $shared,
            )?
            $(
                $(#[doc = $hint])+
                $(#[serde($($serde)*)])?
                pub $field: $kind,
            )*
        }

        impl $name {
            /// Parameter values as printed in the papers, or the closest possible ones.
            pub(super) fn printed() -> Self {
                Self { $(shared: $shared::printed(),)? $($field: $printed,)* }
            }

            /// Rows of the parameter table, one per field.
            pub(super) fn listed() -> Vec<$crate::param::Row<Self>> {
                [$(parameters!(@row $field, concat!($($hint),+) $(, $about $(, $active)?)?)),*].into_iter().flatten().collect()
            }
        }

        $(
            impl std::ops::Deref for $name {
                type Target = $shared;

                fn deref(&self) -> &$shared {
                    &self.shared
                }
            }

            impl std::ops::DerefMut for $name {
                fn deref_mut(&mut self) -> &mut $shared {
                    &mut self.shared
                }
            }

            impl AsRef<$shared> for $name {
                fn as_ref(&self) -> &$shared {
                    &self.shared
                }
            }

            impl AsMut<$shared> for $name {
                fn as_mut(&mut self) -> &mut $shared {
                    &mut self.shared
                }
            }
        )?
    };
}
pub(in crate::model) use parameters;

/// Methods of [`ParamTable`](super::ParamTable) for models without word positions:
/// the rows (listed ones, and numbers of the options of some fields, which have an effect `when` a condition holds),
/// the weighting, and presets that differ in the weighting named after `paper`.
macro_rules! direct {
    ($params:ident, paper $weighting:ident: $($rows:tt)*) => {
        $crate::model::params::direct! { $params: $($rows)* }

        fn preset(preset: $crate::model::Preset, _: usize) -> Self {
            match preset {
                $crate::model::Preset::Paper => Self { weighting: $crate::corpus::Weighting::$weighting, ..Self::printed() },
                _ => Self::printed(),
            }
        }
    };
    ($params:ident: $($field:ident $(when $active:ident)?),*) => {
        fn rows() -> &'static [$crate::param::Row<Self>] {
            static ROWS: std::sync::LazyLock<Vec<$crate::param::Row<$params>>> = std::sync::LazyLock::new(|| {
                #[allow(unused_mut, reason = "models without choices of numbers add no rows")]
                let mut rows = $params::listed();
                $(
                    let numbers = $crate::param::Row::numbers(stringify!($field), |params: &mut $params| &mut params.$field);
                    rows.extend(numbers.into_iter()$(.map(|row| row.active_when($active)))?);
                )*
                rows
            });
            &ROWS
        }

        fn weighting(&self) -> $crate::corpus::Weighting {
            self.weighting
        }
    };
}
pub(in crate::model) use direct;

/// Methods of [`ParamTable`](super::ParamTable) for models with word positions: the module's `presets`, and the common fields.
macro_rules! moving {
    () => {
        fn preset(preset: $crate::model::Preset, q: usize) -> Self {
            match preset {
                $crate::model::Preset::Paper => presets::paper(q),
                $crate::model::Preset::Default => presets::default(q),
                $crate::model::Preset::Combined => {
                    let mut params = presets::default(q);
                    params.decide_by = $crate::model::DecideBy::Combined;
                    params
                }
            }
        }

        fn paper_grid() -> $crate::model::PaperGrid {
            presets::GRID
        }

        fn embedding_params(&self) -> Option<&$crate::model::EmbeddingParams> {
            Some(&self.shared)
        }

        fn weighting(&self) -> $crate::corpus::Weighting {
            self.weighting
        }
    };
}
pub(in crate::model) use moving;
