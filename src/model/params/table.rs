//! One list of a model's parameters, which is its struct, its values as printed in the papers, and its rows.

/// Declares a set of parameters:
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
/// gives the struct, `ModelParams::printed()` with the values named, and `ModelParams::listed()` with a row a parameter. A
/// parameter that is no field of its own is a row that [`Parameters::rows`](super::Parameters::rows) adds.
macro_rules! parameters {
    (@row $field:ident, $hint:expr) => {
        None
    };
    (@row $field:ident, $hint:expr, $about:expr) => {
        Some($crate::param::Row::new(stringify!($field), $hint.trim_start(), $about, |params: &mut Self| &mut params.$field))
    };
    (
        $(#[$outer:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $hint:literal])+
                $(#[serde($($serde:tt)*)])?
                $field:ident: $kind:ty = $printed:expr $(, $about:expr)?;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
        pub struct $name {
            $(
                $(#[doc = $hint])+
                $(#[serde($($serde)*)])?
                pub $field: $kind,
            )*
        }

        impl $name {
            /// The values as printed in the papers, or as near as need be.
            pub(super) fn printed() -> Self {
                Self { $($field: $printed,)* }
            }

            /// One row for each field that is a parameter of its own.
            pub(super) fn listed() -> Vec<$crate::param::Row<Self>> {
                [$(parameters!(@row $field, concat!($($hint),+) $(, $about)?)),*].into_iter().flatten().collect()
            }
        }
    };
}
pub(in crate::model) use parameters;

/// Methods of [`Parameters`](super::Parameters) that give the field of the same name.
macro_rules! fields {
    ($($field:ident: $kind:ty),+ $(,)?) => {$(
        fn $field(&self) -> $kind {
            self.$field
        }
    )+};
}
pub(in crate::model) use fields;

/// The rows of a model's parameters: those listed, then the numbers of the ways some fields may go, then more of its own.
macro_rules! rows {
    ($params:ident: $($field:ident),* $(; $more:expr)?) => {
        fn rows() -> &'static [Row<Self>] {
            static ROWS: std::sync::LazyLock<Vec<Row<$params>>> = std::sync::LazyLock::new(|| {
                #[allow(unused_mut, reason = "models without choices of numbers add no rows")]
                let mut rows = $params::listed();
                $(rows.extend(Row::numbers("", stringify!($field), |params: &mut $params| &mut params.$field));)*
                $(rows.extend($more);)?
                rows
            });
            &ROWS
        }
    };
}
pub(in crate::model) use rows;

/// Methods of [`Parameters`](super::Parameters) of a model that moves words: its module's `presets`, and the fields they have
/// in common.
macro_rules! moving {
    () => {
        fn preset(preset: $crate::model::Preset, q: usize) -> Self {
            match preset {
                $crate::model::Preset::Paper => presets::paper(q),
                $crate::model::Preset::Default => presets::default(q),
            }
        }

        fn paper_grid() -> $crate::model::PaperGrid {
            presets::GRID
        }

        fn optimiser(&self) -> Option<$crate::model::Optimiser> {
            Some(self.optimiser)
        }

        $crate::model::params::fields! {
            weighting: $crate::corpus::Weighting,
            decay: usize,
            evaluate_every: usize,
        }
    };
}
pub(in crate::model) use moving;

/// How the numbers of a model's kernels are learned, from its parameters.
macro_rules! learned_kernels {
    () => {
        /// How the kernels' numbers are learned.
        pub(super) fn learned(&self) -> $crate::model::kernels::LearnedKernels {
            let first = $crate::model::kernels::Kernels { embedding: self.embedding, level2: self.level2 };
            let Self { learn_kernel: learn, kernel_reach: reach, kernel_prior: prior, .. } = *self;
            $crate::model::kernels::LearnedKernels { width: self.width(), first, learn, reach, prior }
        }

        /// How the kernel's width is learned.
        pub(super) fn width(&self) -> $crate::model::learned::Learned {
            $crate::model::learned::Learned {
                learn: self.learn_gamma && self.embedding.gamma().is_some(),
                first: self.embedding.gamma().unwrap_or(1.0),
                bounds: [self.gamma_min, self.gamma_max],
                prior: self.gamma_prior,
            }
        }

        /// Whether words stay where they start: asked for, or because places mean nothing.
        pub(super) fn stand_still(&self) -> bool {
            self.frozen || !self.embedding.has_places()
        }
    };
}
pub(in crate::model) use learned_kernels;
