//! Language rule: a text is in another language than its side (source or target) of the corpus.
//!
//! The number tells how unusual the text's letters are for its side, in standard deviations of the corpus.
//! It is 0 for names, where a language detector names the side's own language, and for short texts among texts in the side's
//! language (see `statistics/language.rs`).

use super::{Case, Measured, Rule, RuleKind, SIDES};

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Error,
    "language",
    "standard deviations",
    2.0,
    "A side is written in another language than the rest of its side.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let sides = [0, 1].map(|side| case.statistics.languages[side].deviation(case.row, case.texts[side], case.texts[1 - side]));
    let side = usize::from(sides[1].value > sides[0].value);
    let deviation = &sides[side];
    (deviation.value > 0.0).then(|| Measured { value: deviation.value, text: format!("{}: {}", SIDES[side], deviation.language) })
}

#[cfg(test)]
mod tests {
    use super::{super::Case, RULE};
    use crate::Statistics;

    const PAIRS: [[&str; 2]; 12] = [
        ["The committee will discuss the proposal next week.", "Der Ausschuss wird den Vorschlag nächste Woche besprechen."],
        ["She has been living in this city for many years.", "Sie lebt schon seit vielen Jahren in dieser Stadt."],
        ["The weather was cold and the streets were empty.", "Das Wetter war kalt und die Straßen waren leer."],
        ["Nobody knows what will happen after the election.", "Niemand weiß, was nach der Wahl geschehen wird."],
        ["The children were playing in the garden behind the house.", "Die Kinder spielten im Garten hinter dem Haus."],
        [
            "We should think about the consequences of this decision.",
            "Wir sollten über die Folgen dieser Entscheidung nachdenken.",
        ],
        ["The company announced that it would close the factory.", "Das Unternehmen kündigte an, die Fabrik zu schließen."],
        ["He wrote a long letter to his brother in the country.", "Er schrieb seinem Bruder auf dem Land einen langen Brief."],
        ["They were waiting for the train when the rain began.", "Sie warteten auf den Zug, als der Regen begann."],
        [
            "The book tells the story of a woman and her daughter.",
            "Das Buch erzählt die Geschichte einer Frau und ihrer Tochter.",
        ],
        ["There is no reason to believe that the house is older.", "Es gibt keinen Grund zu glauben, dass das Haus älter ist."],
        ["The doctor hopes that the patient will recover soon.", "Der Arzt hofft, dass der Patient sich bald erholen wird."],
    ];

    /// Finding of the language rule in a pair of a test corpus.
    fn found(texts: [&str; 2]) -> Option<String> {
        let pairs: Vec<[&str; 2]> = std::iter::repeat_n(PAIRS, 8).flatten().chain([texts]).collect();
        let case = Case { row: 96, texts, statistics: &Statistics::of(&pairs) };
        RULE.measure(&case).filter(|measured| measured.value >= RULE.threshold).map(|measured| measured.text)
    }

    #[test]
    fn the_corpus_languages_are_known() {
        assert_eq!(Statistics::of(&PAIRS).languages(), [Some("eng"), Some("deu")]);
        assert_eq!(Statistics::of(&[]).languages(), [None, None]);
    }

    #[test]
    fn another_language_is_named_with_its_side() {
        let english = "The children will wait for the train next week.";
        let french = "Les enfants attendront le train la semaine prochaine dans la ville.";
        assert_eq!(found([english, french]).as_deref(), Some("target: fra"));
        assert_eq!(found([english, "子供たちは来週列車を待つでしょう。"]).as_deref(), Some("target: jpn"));
        assert_eq!(found(["Дети будут ждать поезд на следующей неделе.", PAIRS[3][1]]).as_deref(), Some("source: rus"));
    }

    #[test]
    fn own_language_short_texts_and_names_are_not_flagged() {
        let english = "The children will wait for the train next week.";
        for target in ["Die Kinder werden nächste Woche auf den Zug warten.", "Oui.", "12:30", ""] {
            assert_eq!(found([english, target]), None, "{target}");
        }
        let short =
            ["The lamp is old.", "Die Lampe ist alt.", "The boat is green.", "Das Boot ist grün.", "Read it.", "Lies es."];
        let pairs: Vec<[&str; 2]> = short.chunks(2).cycle().take(60).map(|pair| [pair[0], pair[1]]).collect();
        let own = [["The bridge is heavy.", "Die Brücke ist schwer."], ["We swim.", "Wir schwimmen gern."]];
        let pairs: Vec<[&str; 2]> = pairs.into_iter().chain(own).collect();
        let statistics = Statistics::of(&pairs);
        assert_eq!(statistics.languages()[1], Some("deu"), "of short lines");
        for (row, texts) in pairs.iter().enumerate() {
            let found = RULE.measure(&Case { row, texts: *texts, statistics: &statistics });
            assert!(found.is_none_or(|found| found.value < RULE.threshold), "{texts:?}");
        }
        let names = "Jean-Luc Mélenchon, Ségolène Royal, Valérie Pécresse";
        assert_eq!(found([names, names]), None);
    }
}
