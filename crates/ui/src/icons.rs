//! Icons of the window: glyphs of a subset of the Lucide font, with their codepoints.
//!
//! To add an icon, add its name and codepoint (<https://lucide.dev/icons>) and run `scripts/make_icons` with the whole font.

/// Icon font with exactly the glyphs of [`Icon`].
pub(crate) const ICON_FONT_BYTES: &[u8] = include_bytes!("../assets/icons.ttf");

/// Icon, named as in the Lucide font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Icon {
    ArrowLeft = 0xe048,
    ChartColumn = 0xe2a3,
    ChartLine = 0xe2a5,
    Check = 0xe06c,
    ChevronDown = 0xe06d,
    ClipboardPaste = 0xe3e8,
    Copy = 0xe09e,
    Database = 0xe0ad,
    Dices = 0xe2c5,
    Download = 0xe0b2,
    Ellipsis = 0xe0b6,
    Eraser = 0xe28f,
    FastForward = 0xe0bd,
    Focus = 0xe29e,
    FolderOpen = 0xe247,
    GitBranch = 0xe0e2,
    GraduationCap = 0xe234,
    Hand = 0xe1d7,
    History = 0xe1f5,
    Info = 0xe0f9,
    Lasso = 0xe1ce,
    Layers = 0xe529,
    Maximize = 0xe112,
    Mountain = 0xe231,
    MousePointer2 = 0xe1c3,
    Move = 0xe121,
    Palette = 0xe1dd,
    PanelRight = 0xe431,
    Pause = 0xe12e,
    Pencil = 0xe1f9,
    Play = 0xe13c,
    Plus = 0xe13d,
    Presentation = 0xe4ae,
    RotateCcw = 0xe148,
    Search = 0xe151,
    Shapes = 0xe4b3,
    SkipForward = 0xe160,
    SlidersHorizontal = 0xe29a,
    SprayCan = 0xe495,
    Square = 0xe167,
    SquareDashed = 0xe1cb,
    SquareDashedMousePointer = 0xe509,
    StepForward = 0xe3ea,
    Table = 0xe17d,
    Trash2 = 0xe18e,
    TriangleAlert = 0xe193,
    X = 0xe1b2,
}

impl From<Icon> for char {
    fn from(icon: Icon) -> Self {
        char::from_u32(icon as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}
