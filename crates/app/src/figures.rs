//! Drawing of figures by jobs: previews in the window, and files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use wordfield_core::{
    corpus::Origin,
    project::{Inputs, check_place, write_atomically},
};
use wordfield_output::{
    Frames,
    figure::{FigureOptions, Image},
};
use wordfield_state::{FigureChoice, Workspace};
use wordfield_ui::figure::{Animation, Figure, FigureView, render};

/// Longer side of a figure's preview, in pixels.
const PREVIEW_PIXELS: f32 = 720.0;

/// Draws the preview image of a figure.
///
/// # Errors
/// If there is no figure; the error names a remedy.
pub(super) fn preview(workspace: &Workspace, choice: &FigureChoice) -> Result<Arc<Image>, String> {
    let [width, height] = choice.options.size_mm;
    let dpi = (25.4 * PREVIEW_PIXELS / width.max(height)).clamp(30.0, 300.0);
    let figure = drawn(workspace, choice, &FigureOptions { dpi, ..choice.options.clone() })?;
    figure.image().map(Arc::new).map_err(|error| error.to_string())
}

/// Writes a figure, never over a file of the corpus.
///
/// # Errors
/// If the figure is not written; the error names a remedy.
pub(super) fn write(workspace: &Workspace, choice: &FigureChoice, path: PathBuf) -> Result<PathBuf, String> {
    let origin = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.origin.as_ref());
    let place = check_place(&path).map_err(|error| error.to_string())?;
    if let (Some(place), Some(Origin::Files(files, options))) = (&place, origin)
        && let Some(problem) = Inputs::new(files.iter().chain(&options.vocabulary).map(PathBuf::as_path)).conflict(place)
    {
        return Err(format!("{}: {problem}", path.display()));
    }
    let path = ended(path, choice.format.ending());
    let bytes = drawn(workspace, choice, &choice.options)?.file(choice.format).map_err(|error| error.to_string())?;
    write_atomically(&path, &bytes).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Frames of an animation of the workspace's recorded run.
pub(super) fn animation(workspace: &Arc<Workspace>) -> Box<dyn Frames> {
    Box::new(Animation { workspace: Arc::clone(workspace), options: Animation::options() })
}

/// Path with a format's extension, appended if it is missing.
fn ended(path: PathBuf, ending: &str) -> PathBuf {
    if path.extension().is_some_and(|known| known.eq_ignore_ascii_case(ending))
        || Path::new("/dev") == path.parent().unwrap_or(&path)
    {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(ending);
    name.into()
}

fn drawn(workspace: &Workspace, choice: &FigureChoice, options: &FigureOptions) -> Result<Figure, String> {
    let view = FigureView::of(choice.view).ok_or_else(|| format!("there is no view {}: choose another one", choice.view))?;
    render(workspace, view, options).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gets_the_end_of_its_format_once() {
        for (path, whole) in
            [("a", "a.pdf"), ("a.pdf", "a.pdf"), ("a.PDF", "a.PDF"), ("v1.2", "v1.2.pdf"), ("a.svg", "a.svg.pdf")]
        {
            assert_eq!(ended(path.into(), "pdf"), Path::new(whole));
        }
    }
}
