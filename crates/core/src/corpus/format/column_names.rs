//! Known names of columns and fields, in many languages, that show the content of a column.
//!
//! A name fits best if it is equal to a list entry, ignoring case; it also fits if one of its words is: `reviewText`, `doc_id`.
//! Cost: a few hundred comparisons a column. Memory: none.

/// Known names of a column with classes, the most specific first.
pub(super) const LABEL: &str = "\
    label class category target topic newsgroup group section department genre sentiment rating stars score \
    overall author y labels klasse kategorie catégorie categorie classe categoria categoría luokka kategori \
    kategoria kategória sınıf categoriă категория класс κατηγορία تصنيف فئة வகை カテゴリ カテゴリー 分類 クラス ラベル 类别 分类 标签 \
    標籤 분류 thema sujet tema argomento onderwerp aihe emne";
/// Known names of a column of ratings if it holds numbers.
pub(super) const RATING: &str = "\
    rating stars score target overall y ratings star bewertung sterne punkte punktzahl note étoiles évaluation \
    calificación puntuación estrellas valoración valutazione voto stelle punteggio avaliação nota estrelas \
    beoordeling sterren cijfer betyg vurdering karakter arvosana tähdet pisteet értékelés evaluare puan оценка \
    рейтинг βαθμολογία αξιολόγηση تقييم மதிப்பீடு 評価 評点 点数 スコア 星 评分 評分 평점";
/// Known names of a text column, the most specific first.
pub(super) const TEXT: &str = "\
    text document body content review review_text sentence message abstract description words tokens title x \
    texts comment comments texte texto testo tekst teksti szöveg metin κείμενο текст نص உரை 本文 テキスト 文章 内容 文本 正文 \
    본문 dokument documento inhalt contenu contenido contenuto rezension kommentar commentaire comentario commento \
    avis reseña recensione arvostelu yorum отзыв レビュー コメント 感想 评论";
/// Known names of the column with a document's identifier.
pub(super) const ID: &str = "\
    id identifier key uid uuid guid docid docno kennung identifiant identificador identificatore tunniste \
    идентификатор 番号 識別子";
/// Known names of the column with a document's title.
pub(super) const TITLE: &str = "\
    title headline summary name titel überschrift titre título titolo otsikko заголовок 題名 タイトル 标题";
/// Known names of the two text columns of paired documents.
pub(super) const SIDES: [[&str; 2]; 12] = [
    ["source", "target"],
    ["src", "tgt"],
    ["src", "trg"],
    ["source_text", "target_text"],
    ["source text", "target text"],
    ["text", "translation"],
    ["sentence1", "sentence2"],
    ["words", "tags"],
    ["text", "tags"],
    ["quelle", "ziel"],
    ["原文", "訳文"],
    ["原文", "译文"],
];
/// Name of the column that holds the score of each pair of documents.
pub(super) const SCORE: &str = "score";
/// Names of the columns that hold the line ranges of both sides of pairs, as `wordfield align` writes them.
pub(super) const SPANS: [&str; 2] = ["source lines", "target lines"];
/// Names of languages, which may name the text columns of pairs.
pub(super) const LANGUAGES: &str = "\
    en english ja japanese de german fr french fi finnish it italian es spanish zh chinese ko korean ru russian \
    pt portuguese nl dutch pl polish ar arabic da danish el greek hu hungarian norwegian ro romanian sv swedish \
    ta tamil tr turkish he hebrew hi hindi uk ukrainian cs czech sk slovak sl slovenian slovene hr croatian sr serbian \
    bg bulgarian et estonian lv latvian lt lithuanian fa persian farsi ur urdu bn bengali th thai vi vietnamese \
    indonesian malay tagalog filipino swahili amharic somali hausa yoruba igbo zulu xhosa afrikaans icelandic irish \
    welsh basque catalan galician albanian macedonian bosnian belarusian maltese georgian armenian azerbaijani kazakh \
    kyrgyz uzbek turkmen tajik mongolian khmer lao burmese tibetan sinhala nepali punjabi gujarati marathi telugu \
    kannada malayalam kurdish pashto dari tigrinya oromo latin esperanto yiddish cantonese mandarin 英語 日本語 中国語 中文 英文 日文 한국어 deutsch englisch französisch japanisch spanisch italienisch \
    français anglais allemand japonais español inglés italiano inglese português suomi englanti svenska dansk \
    norsk nederlands русский türkçe ελληνικά";

/// First column whose name is on a list of known names, in the list's order;
/// else the first that contains such a name as a word and satisfies `believable`.
pub(super) fn telling<'a>(
    columns: &'a [String],
    names: &str,
    except: &[String],
    believable: impl Fn(usize) -> bool,
) -> Option<&'a String> {
    let free = || columns.iter().enumerate().filter(|(_, column)| !except.contains(column));
    let lower: Vec<String> = columns.iter().map(|column| column.to_lowercase()).collect();
    let exact = names.split_whitespace().find_map(|name| free().find(|(index, _)| lower[*index] == name));
    let partly = |name: &str, words: &[String]| name.chars().count() > 1 && words.iter().any(|word| word == name);
    let near = || {
        let words: Vec<Vec<String>> = columns.iter().map(|column| words(column)).collect();
        // A column's name has at most three words; a longer text is a sentence.
        names.split_whitespace().find_map(|name| {
            free().find(|&(index, _)| words[index].len() <= 3 && partly(name, &words[index]) && believable(index))
        })
    };
    exact.or_else(near).map(|(_, column)| column)
}

/// The two columns whose names differ only in the language: `en` and `ja`, `en-GB` and `he-IL`, or `text_en` and `text_ja`.
/// `None` where more than two columns match.
pub(super) fn two_languages(columns: &[String]) -> Option<[String; 2]> {
    let parts: Vec<(Vec<String>, &String)> = columns
        .iter()
        .filter_map(|column| {
            if has_region(column) {
                return Some((Vec::new(), column));
            }
            let mut words = if column.contains(char::is_whitespace) { return None } else { words(column) };
            let place = words.iter().position(|word| LANGUAGES.split_whitespace().any(|language| language == word))?;
            words.remove(place);
            Some((words, column))
        })
        .collect();
    match &parts[..] {
        [(rest, from), (other, to)] if rest == other => Some([(*from).clone(), (*to).clone()]),
        _ => None,
    }
}

/// Whether a column's name is the code of a language with a script or region, as `he-IL`, `zh_Hant` or `zh-Hant-TW` (BCP 47).
fn has_region(name: &str) -> bool {
    let mut parts = name.split(['-', '_']);
    let language = parts.next().is_some_and(|code| matches!(code.len(), 2 | 3) && code.bytes().all(|b| b.is_ascii_lowercase()));
    let rest: Vec<&str> = parts.collect();
    let region = |part: &str| {
        let letters = |part: &str, from: usize| part.bytes().skip(from).all(|b| b.is_ascii_lowercase());
        match part.len() {
            2 => part.bytes().all(|b| b.is_ascii_uppercase()),
            3 => part.bytes().all(|b| b.is_ascii_digit()),
            4 => part.starts_with(|first: char| first.is_ascii_uppercase()) && letters(part, 1),
            _ => false,
        }
    };
    language && matches!(rest.len(), 1 | 2) && rest.into_iter().all(region)
}

/// Lower-case words of a column name, which are equal for `reviewText`, `review_text` and `Review Text`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        let border = !letter.is_alphanumeric() || letter.is_uppercase() && before.is_lowercase();
        if border {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn names_match_whole_or_by_a_word() {
        let columns = names(&["reviewerID", "reviewText", "overall", "doc_id"]);
        let find = |list: &str| telling(&columns, list, &[], |_| true).map(String::as_str);
        assert_eq!((find(TEXT), find(RATING), find(ID)), (Some("reviewText"), Some("overall"), Some("reviewerID")));
        assert_eq!(telling(&columns, ID, &[], |index| index == 3).map(String::as_str), Some("doc_id"), "believed alone");
        assert_eq!(telling(&names(&["Bewertung"]), RATING, &[], |_| true).map(String::as_str), Some("Bewertung"));
        assert_eq!(telling(&names(&["a long text of words"]), TEXT, &[], |_| true), None, "a sentence");
        assert_eq!(words("Review Text-2x"), ["review", "text", "2x"]);
    }

    #[test]
    fn two_language_names_are_two_sides() {
        let two = |columns: &[&str]| two_languages(&names(columns));
        assert_eq!(two(&["id", "English", "日本語"]), Some(["English".into(), "日本語".into()]));
        assert_eq!(two(&["text_en", "text_de", "label"]), Some(["text_en".into(), "text_de".into()]));
        assert_eq!(two(&["en-GB", "he-IL"]), Some(["en-GB".into(), "he-IL".into()]));
        assert_eq!(two(&["id", "en", "zh_Hant_TW"]), Some(["en".into(), "zh_Hant_TW".into()]));
        assert_eq!(two(&["English", "Hebrew"]), Some(["English".into(), "Hebrew".into()]));
        assert_eq!(two(&["so-SO", "he-she", "B2"]), None);
        assert_eq!(two(&["en", "de", "fr"]), None);
        assert_eq!(two(&["title_en", "text_de"]), None);
    }
}
