//! Word vectors without documents: the open files, questions to them, and the picture of their words.

mod action;
mod picture;
pub(crate) mod queries;
mod space_state;
pub(crate) mod update;

pub use action::{ClickAdds, Drawn, Projection, SpaceAction, SpacePlace, SpaceView};
pub use picture::SpacePicture;
pub use queries::KEPT;
pub use space_state::{DRAWN, NEAREST, NoAxis, SpaceChoice, SpaceReading, SpaceState, WordList};
