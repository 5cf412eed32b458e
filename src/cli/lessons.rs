//! Command `wordfield lessons`: writes the lessons as pages for print, one HTML file each.

use std::{fs, path::PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::{Usage, output};
use wordfield_core::memory::Budget;
use wordfield_core::project::write_atomically;
use wordfield_output::figure::{FigureOptions, FileFormat};
use wordfield_state::{Language, Lesson, handout, headless, lessons};
use wordfield_ui::figure::{FigureView, render};

/// Number of training iterations before a lesson's picture is drawn.
const TRAINED: usize = 150;

/// Arguments of `lessons`.
#[derive(Args, Debug)]
pub(super) struct LessonsArgs {
    /// Folder for the pages, one file a lesson; it is made if it is missing
    #[arg(long, value_name = "FOLDER", required = true)]
    out: PathBuf,
    /// Language of the texts
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = language)]
    language: Language,
    /// Leave out the pictures, which take some seconds of training
    #[arg(long)]
    no_pictures: bool,
}

fn language(code: &str) -> Result<Language, String> {
    let known: Vec<&str> = Language::all().map(Language::code).collect();
    Language::of_code(code).ok_or_else(|| format!("no texts in this language: give one of {}", known.join(", ")))
}

/// Runs `lessons`: writes a page for each lesson.
pub(super) fn run(args: &LessonsArgs) -> anyhow::Result<()> {
    if args.out.exists() && !args.out.is_dir() {
        return Err(Usage(format!("--out {}: is a file: name a folder", args.out.display())).into());
    }
    fs::create_dir_all(&args.out).with_context(|| format!("{} cannot be made: choose another folder", args.out.display()))?;
    for lesson in lessons() {
        let picture = if args.no_pictures { None } else { picture(lesson)? };
        let Some(page) = handout(lesson, args.language, picture.as_deref()) else { continue };
        let file = args.out.join(format!("{}.html", lesson.id));
        write_atomically(&file, page.as_bytes())?;
        output::say(format_args!("{}", file.display()));
    }
    Ok(())
}

/// Picture of a lesson's trained words or sandbox points as SVG; `None` for a lesson with neither.
fn picture(lesson: &'static Lesson) -> anyhow::Result<Option<String>> {
    let Some(workspace) = headless::train_lesson(lesson, TRAINED, Budget::of_system()).map_err(|text| anyhow!(text))? else {
        return Ok(None);
    };
    let view = if lesson.start.sandbox.is_some() { "sandbox" } else { "field" };
    let Some(view) = FigureView::of(view) else { return Ok(None) };
    let figure = render(&workspace, view, &FigureOptions::default())?.file(FileFormat::Svg)?;
    Ok(Some(String::from_utf8(figure)?))
}
