//! Number words, month names and Roman numerals of some European languages.
//!
//! A table lists their values.
//! `?` marks words that often mean something else, `*` marks prefixes, so that inflected and compound forms are found.
//! The table lacks articles that also mean 1, and words that are frequent in another language of the table.
//! An example of the latter is Danish `to` (2), frequent in English.

use std::{collections::HashMap, sync::LazyLock};

use super::Strength;

/// Number words and month names with their values; two lines for each group of languages: numbers, then months.
const WORDS: &str = "
one?=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 once?=1 twice?=2 double?=2 pair?=2 couple?=2 both?=2 half?=50 half?=30 half?=0.5 quarter?=15 quarter?=25 quarter?=4 third?=3 fourth?=4 fifth?=5 sixth?=6 seventh?=7 eighth?=8 ninth?=9 tenth?=10 twelfth?=12 first?=1 second?=2 dozen?=12 hundred*?=100 thousand*?=1000 million*?=1e6 billion*?=1e9 billion*?=1e12 noon?=12 midday?=12 midnight?=0 midnight?=24 midnight?=12 twent*?=20 thirt*?=30 fort*?=40 fift*?=50 sixt*?=60 sevent*?=70 eight*?=80 ninet*?=90 teen*?=10 decade*?=10 century?=100 trio?=3 triple?=3 quadruple?=4 zero?=0 nil?=0
january=1 february=2 march?=3 april=4 may?=5 june=6 july=7 august=8 september=9 october=10 november=11 december=12 jan?=1 feb=2 mar?=3 apr=4 jun?=6 jul?=7 aug=8 sep?=9 sept?=9 oct=10 nov=11 dec=12
erst*?=1 zwei=2 zwei*?=2 zwo*?=2 beid*?=2 paar?=2 doppel*?=2 drei=3 drei*?=3 dritt*?=3 vier=4 vier*?=4 fünf=5 fünf*?=5 sechs=6 sech*?=6 sieben=7 sieb*?=7 acht?=8 acht*?=8 neun=9 neun*?=9 zehn=10 zehn*?=10 elf=11 elf*?=11 zwölf=12 zwölf*?=12 dreizehn*?=13 vierzehn*?=14 fünfzehn*?=15 sechzehn*?=16 siebzehn*?=17 achtzehn*?=18 neunzehn*?=19 zwanzig*?=20 dreißig*?=30 vierzig*?=40 fünfzig*?=50 sechzig*?=60 siebzig*?=70 achtzig*?=80 neunzig*?=90 hundert*?=100 tausend*?=1000 million*?=1e6 milliard*?=1e9 halb*?=30 halb*?=0.5 hälfte?=50 viertel*?=15 viertel*?=25 dutzend*?=12 mittag*?=12 mitternacht?=0 mitternacht?=24 jahrzehnt*?=10 jahrhundert*?=100 null?=0
januar=1 februar=2 märz=3 mai?=5 juni=6 juli=7 oktober=10 dezember=12
deux?=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf?=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent?=100 cents?=100 mille?=1000 premi*?=1 second*?=2 deuxi*?=2 troisi*?=3 quatri*?=4 cinqui*?=5 sixi*?=6 septi*?=7 huiti*?=8 neuvi*?=9 dixi*?=10 vingt*?=20 trent*?=30 quarant*?=40 cinquant*?=50 soixant*?=60 douzaine*?=12 dizaine*?=10 quinzaine*?=15 centaine*?=100 millier*?=1000 moitié?=50 demi*?=0.5 demi*?=30 quart*?=4 quart*?=15 quart*?=25 tiers?=3 midi?=12 minuit?=0 minuit?=24 décennie*?=10 siècle*?=100 deux-tiers?=2 double?=2 zéro?=0 deuzi*?=2
janvier=1 février=2 mars?=3 avril=4 juin=6 juillet=7 août=8 septembre=9 octobre=10 novembre=11 décembre=12
yksi*?=1 yhde*?=1 yhte*?=1 yht*?=1 ensim*?=1 kaksi=2 kaksi*?=2 kahde*?=2 kahta?=2 kahte*?=2 tois*?=2 molem*?=2 kolm*=3 kolma*?=3 neljä*=4 neljä*?=4 neljän*?=4 viisi*=5 viide*=5 viite*=5 viittä*=5 kuusi*=6 kuude*=6 kuute*=6 kuutta*=6 seitsem*=7 seitsemä*?=7 kahdeks*=8 yhdeks*=9 kymmen*?=10 yksitoista=11 kaksitoista=12 puoli*?=30 puole*?=50 puole*?=0.5 sata*?=100 sada*?=100 tuha*?=1000 miljoon*?=1e6 miljard*?=1e9 tusin*?=12 vuosikymmen*?=10 vuosisa*?=100 kolmann*?=3 viides*?=5 keskiyö*?=0 keskipäiv*?=12 nolla*?=0
tammik*=1 helmik*=2 maalisk*=3 huhtik*=4 toukok*=5 kesäk*=6 heinäk*=7 elok*=8 syysk*=9 lokak*=10 marrask*=11 jouluk*=12
uno?=1 tre=3 quattro=4 cinque=5 sette=7 otto?=8 nove=9 dieci=10 undici=11 dodici=12 venti?=20 trenta=30 cento?=100 mila?=1000 mezz*?=0.5 mezz*?=30 metà?=50 terz*?=3 quart*?=4 quint*?=5 sest*?=6 settim*?=7 ottav*?=8 decim*?=10
gennaio=1 febbraio=2 marzo?=3 aprile=4 maggio=5 giugno=6 luglio=7 agosto=8 settembre=9 ottobre=10 novembre=11 dicembre=12
uno?=1 dos?=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once?=11 doce=12 veinte=20 treinta=30 cien*?=100 mil?=1000 primer*?=1 segund*?=2 tercer*?=3
enero=1 febrero=2 abril=4 mayo?=5 junio=6 julio=7 septiembre=9 octubre=10 noviembre=11 diciembre=12
dois?=2 duas?=2 três=3 quatro=4 sete=7 oito=8 dez=10 doze=12 vinte=20 trinta=30 cem?=100 terceir*?=3
janeiro=1 fevereiro=2 março=3 maio?=5 junho=6 julho=7 setembro=9 outubro=10 novembro=11 dezembro=12
twee=2 drie=3 vijf=5 zes=6 zeven=7 negen=9 tien=10 twaalf=12 twintig=20 dertig=30 honderd*?=100 duizend*?=1000 eerste?=1 tweede?=2 derde?=3
januari=1 februari=2 maart=3 mei?=5 augustus=8
två=2 tre=3 fyra=4 fem=5 sex?=6 sju=7 åtta=8 nio=9 tio=10 elva=11 tolv=12 tjugo=20 först*?=1 andra?=2 tredje?=3 seks=6 syv=7 åtte=8 otte=8 tjue=20 tyve=20 hundra*?=100 tusen*?=1000 tusind*?=1000
mars?=3 maj?=5 augusti=8 marts=3 desember=12
dwa?=2 trzy=3 cztery=4 pięć=5 sześć=6 siedem=7 osiem=8 dziewięć=9 dziesięć=10 два=2 две=2 три=3 четыре=4 пять=5 шесть=6 семь=7 восемь=8 девять=9 десять=10 двадцать=20
stycznia=1 lutego=2 marca=3 kwietnia=4 maja?=5 czerwca=6 lipca=7 sierpnia=8 września=9 października=10 listopada=11 grudnia=12 января=1 февраля=2 марта=3 апреля=4 мая=5 июня=6 июля=7 августа=8 сентября=9 октября=10 ноября=11 декабря=12
";

/// Longest prefix of a word that is looked up in the table, in characters.
const LONGEST: usize = 12;

type Table = HashMap<String, Vec<(f64, Strength)>>;

/// Tables of number words: for whole words, and for prefixes of words.
static TABLES: LazyLock<[Table; 2]> = LazyLock::new(|| {
    let mut tables = [Table::new(), Table::new()];
    for (word, value) in WORDS.split_whitespace().filter_map(|entry| entry.split_once('=')) {
        let strength = if word.ends_with('?') { Strength::Weak } else { Strength::Word };
        let word = word.trim_end_matches('?');
        let stem = word.trim_end_matches('*');
        let value = value.parse().unwrap_or_default();
        tables[usize::from(stem.len() < word.len())].entry(stem.to_owned()).or_default().push((value, strength));
    }
    tables
});

/// Possible values of a number word, and the certainty that it is one; `None` for other words.
pub(super) fn values(word: &str) -> Option<(Vec<f64>, Strength)> {
    let lower = word.to_lowercase();
    let [words, stems] = &*TABLES;
    let mut found: Vec<(f64, Strength)> = words.get(&lower).cloned().unwrap_or_default();
    for (end, _) in lower.char_indices().map(|(at, letter)| (at + letter.len_utf8(), letter)).take(LONGEST) {
        found.extend(stems.get(&lower[..end]).into_iter().flatten());
    }
    found.extend(roman(word).map(|value| (value, Strength::Weak)));
    let strength = found.iter().map(|(_, strength)| *strength).max()?;
    Some((found.into_iter().map(|(value, _)| value).collect(), strength))
}

/// Value of a Roman numeral in capitals, with or without the French ordinal ending.
fn roman(word: &str) -> Option<f64> {
    let numeral = word.trim_end_matches("ème").trim_end_matches(['e', 'r', 's']);
    if numeral.is_empty() || numeral.len() > 12 {
        return None;
    }
    let digit = |letter| match letter {
        'I' => Some(1.0),
        'V' => Some(5.0),
        'X' => Some(10.0),
        'L' => Some(50.0),
        'C' => Some(100.0),
        'D' => Some(500.0),
        'M' => Some(1000.0),
        _ => None,
    };
    let digits: Vec<f64> = numeral.chars().map(digit).collect::<Option<_>>()?;
    let signed = |at: usize| if digits.get(at + 1).is_some_and(|next| *next > digits[at]) { -digits[at] } else { digits[at] };
    Some((0..digits.len()).map(signed).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_several_languages_have_their_value() {
        for (word, value, strength) in [
            ("Three", 3.0, Strength::Word),
            ("dreijährige", 3.0, Strength::Weak),
            ("zwölf", 12.0, Strength::Word),
            ("kolmannen", 3.0, Strength::Word),
            ("toukokuussa", 5.0, Strength::Word),
            ("août", 8.0, Strength::Word),
            ("May", 5.0, Strength::Weak),
            ("XIV", 14.0, Strength::Weak),
            ("XXe", 20.0, Strength::Weak),
            ("декабря", 12.0, Strength::Word),
        ] {
            let (values, found) = values(word).expect(word);
            assert!(values.contains(&value), "{word}: {values:?}");
            assert_eq!(found, strength, "{word}");
        }
        assert_eq!(values("house"), None);
        assert_eq!(values(""), None);
    }

    #[test]
    fn every_entry_has_a_value() {
        for entry in WORDS.split_whitespace() {
            let value = entry.split_once('=').and_then(|(_, value)| value.parse::<f64>().ok());
            assert!(value.is_some(), "{entry}");
            let stem = entry.split(['*', '?', '=']).next().unwrap_or_default();
            assert!(stem.chars().count() <= LONGEST, "{entry}");
        }
    }
}
