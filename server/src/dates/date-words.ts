// Words of dates in English, German, French, Spanish, Italian, Portuguese and Dutch, in lower case. Where a word means
// something else in another language, the grammar around it decides.

const monthLists = [
  'january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
  'januar jänner jän|februar feber|märz maerz mär|april|mai|juni|juli|august|september|oktober okt|november|dezember dez',
  'janvier janv|février fevrier févr fevr fév|mars|avril avr|mai|juin|juillet juil|août aout|septembre|octobre|novembre|décembre decembre déc',
  'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre set|octubre|noviembre|diciembre dic',
  'gennaio gen genn|febbraio febbr|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre sett|ottobre ott|novembre|dicembre',
  'janeiro|fevereiro fev|março marco|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro',
  'januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december',
]

function numberWords(lists: string[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const list of lists) {
    for (const [at, names] of list.split('|').entries()) for (const name of names.split(' ')) words.set(name, at + 1)
  }
  return words
}

const setOf = (words: string) => new Set(words.split(' '))

export const months = numberWords(monthLists)

export const weekdays = setOf(
  'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo ' +
    'lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta ' +
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
)

/** By EDTF code: 21 is spring, 24 is winter. */
export const seasons = new Map<string, number>(
  Object.entries({
    21: 'spring frühling frühjahr printemps primavera lente voorjaar',
    22: 'summer sommer été verano estate verão zomer',
    23: 'autumn fall herbst automne otoño autunno outono herfst najaar',
    24: 'winter hiver invierno inverno',
  }).flatMap(([code, words]) => words.split(' ').map((word): [string, number] => [word, Number(code)])),
)

export const quarterWords = setOf('quarter quartal trimestre kwartaal')
export const centuryWords = setOf(
  'century centuries jahrhundert jahrhunderts jh jhd siècle siecle siglo secolo século eeuw',
)
/** The number follows these words: `siglo XIX`. */
export const leadingCenturyWords = setOf('siglo secolo século siècle')
export const millenniumWords = setOf(
  'millennium millennia jahrtausend jahrtausends millénaire milenio millennio milénio',
)

/** Endings of the number of a day or century: `5th`, `1er`, `19e`, `5º`. */
export const ordinalEndings = setOf('st nd rd th er e ème eme ère º ª o a de ste')
/** Endings of a year that make it a decade: `1990s`, `1990er Jahre`. */
export const decadeEndings = setOf('s er ers')

const ordinalList =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|' +
  'sixteenth|seventeenth|eighteenth|nineteenth|twentieth'
export const ordinals = numberWords([
  ordinalList,
  'erstes|zweites|drittes|viertes',
  'premier|deuxième|troisième|quatrième',
  'primer|segundo|tercer|cuarto',
  'primo|secondo|terzo|quarto',
]).set('twenty-first', 21)

/** Between a day, its month and its year: `5th of June`, `5 de junio de 2020`. */
export const joiners = setOf('of de del di do d des van')
/** Articles without meaning: `May the 5th`. */
export const articles = setOf('the den dem der das die le la les el los il lo o os het l')
export const circaWords = setOf(
  'c ca circa cca approximately about around um gegen etwa vers environ env hacia verso cerca rond omstreeks',
)
/** Parts of a longer period. The date lies within the period; EDTF cannot say more. */
export const partWords = setOf(
  'early mid late middle anfang mitte ende frühe frühen späte späten début fin milieu inicios mediados finales begin eind',
)
export const presentWords = setOf('present now today current heute présent presente actualidad oggi hoje heden nu')
export const rangeWords = setOf('to till until through thru bis à au al a tot até')

/** Words before a date that do not make it an interval. */
export const introductions = setOf(
  'on in at by during from of dated born died published founded established updated posted year am im vom ab geboren gestorben ' +
    'en le au né née nacido el nel nato nata em nascido op geboren anno jahr jahre año année anno ano jaar',
)
export const sinceWords = setOf('since after seit nach depuis après desde después dal dopo após sinds na')
export const untilWords = setOf('until till before bis vor jusque avant hasta antes fino prima até tot voor')

const tens = ['', 'x', 'xx']
const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
/** Up to 29: `xix`, and with the endings of French, `xixe`. */
const romanNumbers = new Map(
  tens.flatMap((ten, tenth) =>
    ones.flatMap((one, rest) =>
      ['', 'e', 'ème', 'eme'].map((ending): [string, number] => [`${ten}${one}${ending}`, tenth * 10 + rest]),
    ),
  ),
)

/** 0 for words that are not a Roman number of a century. */
export function romanNumber(word: string): number {
  return romanNumbers.get(word) ?? 0
}

export function centuriesInRoman(): string[] {
  return [...romanNumbers].filter(([, value]) => value > 0).map(([word]) => word)
}
