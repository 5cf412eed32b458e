//! Handout: a lesson as printable HTML, with texts and quiz questions, and the answers on a separate page.
//!
//! Numbers of the current state are blanks, which readers fill in from the window.

use crate::{Headings, Language, Lesson, LessonTexts, StepTexts, Wait};

/// Blank that replaces a number in a handout, as HTML.
const BLANK: &str = "<span class=\"blank\"></span>";
const STYLE: &str = "body { font: 11pt/1.45 serif; max-width: 42em; margin: 2em auto; padding: 0 1em; } h1, h2 { line-height: 1.2; } \
                     .goal { font-style: italic; } li { margin: 0.5em 0; } ul { list-style: \"☐  \"; } figure { margin: 1em 0; } \
                     figure svg { width: 100%; height: auto; } figcaption { font-size: 9pt; } .answers { break-before: page; } \
                     .blank { display: inline-block; width: 3.5em; border-bottom: 1px solid; } .after { font-weight: bold; }";

/// Handout of a lesson in a language, as HTML; `picture` is an SVG drawing of its words.
pub fn handout(lesson: &Lesson, language: Language, picture: Option<&str>) -> Option<String> {
    let (texts, headings) = (language.lesson(lesson)?, &language.texts().headings);
    let figure = picture.map_or_else(String::new, |svg| {
        // The SVG drawing is embedded in the HTML page without its XML declaration.
        let drawing = svg.find("<svg").map_or("", |start| &svg[start..]);
        let caption = if lesson.start.sandbox.is_some() { &headings.drawn } else { &headings.picture };
        format!("<figure>{drawing}<figcaption>{}</figcaption></figure>\n", plain(caption))
    });
    let steps: Vec<(usize, &Wait, &StepTexts)> = lesson
        .steps
        .iter()
        .enumerate()
        .filter_map(|(place, step)| Some((place + 1, &step.wait, language.step(lesson, place)?)))
        .collect();
    let body: String = steps.iter().map(|&(_, wait, texts)| item(wait, texts)).collect();
    Some(format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n<body>\n\
         <h1>{title}</h1>\n<p class=\"goal\">{}</p>\n{figure}<ol>\n{body}</ol>\n{}</body>\n</html>\n",
        language.code(),
        plain(&texts.goal),
        answers(&steps, texts, headings),
        title = plain(&texts.title),
    ))
}

/// HTML of a lesson step with the choices of its quiz question.
fn item(wait: &Wait, texts: &StepTexts) -> String {
    let choices = choices(wait).iter().filter_map(|id| texts.choices.get(id));
    let listed: Vec<String> = choices.map(|choice| format!("<li>{}</li>", filled(&choice.text))).collect();
    let list = if listed.is_empty() { String::new() } else { format!("<ul>{}</ul>", listed.concat()) };
    format!("<li>{}{list}</li>\n", filled(&texts.text))
}

/// HTML of the replies to every choice and task by the number of their step, and the sentence at the end.
fn answers(steps: &[(usize, &Wait, &StepTexts)], texts: &LessonTexts, headings: &Headings) -> String {
    let reply = |&(number, wait, texts): &(usize, &Wait, &StepTexts)| {
        let choices = choices(wait).iter().filter_map(|id| texts.choices.get(id));
        let replies = choices.map(|choice| format!("<p><b>{}.</b> {}</p>", filled(&choice.text), filled(&choice.reply)));
        let done = (!texts.done.is_empty()).then(|| format!("<p>{}</p>", filled(&texts.done)));
        let all: String = replies.chain(done).collect();
        if all.is_empty() { String::new() } else { format!("<li value=\"{number}\">{all}</li>\n") }
    };
    let list: String = steps.iter().map(reply).collect();
    let [heading, before, after] = [&headings.answers, &headings.after, &texts.after].map(|text| plain(text));
    format!(
        "<section class=\"answers\">\n<h2>{heading}</h2>\n<ol>\n{list}</ol>\n<p>{before}: <span class=\"after\">{after}</span></p>\n</section>\n"
    )
}

fn choices(wait: &Wait) -> &[String] {
    if let Wait::Answer { answer, .. } = wait { answer } else { &[] }
}

/// Text with the characters escaped that have a meaning in HTML.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text of a lesson with each number replaced by a blank.
fn filled(text: &str) -> String {
    let mut parts = text.split('{');
    let first = plain(parts.next().unwrap_or_default());
    let rest =
        parts.map(|part| part.split_once('}').map_or_else(|| plain(part), |(_, after)| format!("{BLANK}{}", plain(after))));
    std::iter::once(first).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons;

    #[test]
    fn a_page_has_every_step_and_the_answers_behind_them() {
        for lesson in lessons() {
            let page = handout(lesson, Language::default(), Some("<?xml version=\"1.0\"?><svg></svg>")).expect("a page");
            let (questions, answers) = page.split_once("class=\"answers\"").expect("answers");
            for place in 0..lesson.steps.len() {
                let texts = Language::default().step(lesson, place).expect("texts");
                assert!(questions.contains(&filled(&texts.text)));
                for choice in texts.choices.values() {
                    assert!(questions.contains(&filled(&choice.text)) && answers.contains(&filled(&choice.reply)));
                    assert!(!questions.contains(&filled(&choice.reply)));
                }
            }
            assert!(page.contains("<figure><svg>") && !page.contains("<?xml"));
        }
    }

    #[test]
    fn numbers_become_blanks_and_markup_stays_text() {
        assert_eq!(filled("a < {rho} & {gamma}."), format!("a &lt; {BLANK} &amp; {BLANK}."));
    }
}
