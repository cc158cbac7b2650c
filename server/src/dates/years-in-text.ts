import { dashes, isDateMark, isWord, type Token } from './date-tokens.ts'

// Decides by context whether four digits in running text are a year.

const first = 1000
const last = 2100

const setOf = (words: string) => new Set(words.split(' '))

/** A number behind these is a year, unless a unit follows. */
const leadIns = setOf(
  'in since until till from to by during before after between and or of year years around circa about early mid late ' +
    'spring summer fall autumn winter im seit bis von ab vor nach zwischen um jahr jahre jahres anno en depuis dans avant ' +
    'après vers entre desde hasta año de del dal nel al dopo prima ano em sinds tot van na voor jaar born died b d † *',
)
const counters = setOf(
  'people persons inhabitants men women children students employees members soldiers troops voters seats copies pages ' +
    'words years months weeks days hours minutes seconds km kilometres kilometers metres meters m miles mi feet ft inches ' +
    'yards acres hectares ha kg tons tonnes lb pounds dollars euros percent points votes units houses households families ' +
    'km² m² kw mw hp ps cc ml mm cm hz mhz x per times others more items species einwohner menschen personen mitarbeiter ' +
    'stück meter kilometer euro jahre tage stunden seiten habitants personnes mètres habitantes personas metros abitanti ' +
    'persone metri inwoners mensen',
)
const currencies = setOf(
  'eur usd gbp chf sek nok dkk isk pln czk huf rub inr jpy cny aud cad nzd kr kronen kroner kronor crowns franken francs ' +
    'yen yuan rupees rs roubles rubles zł kč lire pesos pesetas dm mark',
)
const numbering = setOf(
  'no nr number page pages p pp vol volume isbn issn room route highway version model tel phone fax box flat iso iec din ' +
    'ieee ansi astm rfc order invoice ref reference id zip plz postcode nummer bestellnummer rechnungsnummer ' +
    'artikelnummer numéro número numero sku serial ticket population pop einwohner einwohnerzahl bevölkerung población ' +
    'popolazione bevolking inwoners',
)
/** `a height of 1700`. */
const quantities = setOf(
  'population height elevation altitude depth length width distance weight area capacity sum amount cost price number',
)
const streets = setOf('street st road rd avenue ave lane boulevard blvd parkway terrace')
const leadingStreets = setOf('rue avenue boulevard chemin quai')
/** `the 1929 Wall Street crash` is no house number. */
const articles = setOf('the this that his her its their our')
/** Words that lead in places as well as years. */
const joints = setOf('from to by and or of de von van')
const measures = setOf('over than nearly almost approximately only least most exactly some another additional total')

/** Whether the number counts something: pages, people, telephones. */
export function isCounted(tokens: Token[], from: number, to: number): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]]
  if (isWord(before, numbering) || (isDateMark(before, '.:') && isWord(tokens[from - 2], numbering))) return true
  if (isWord(before, measures) || isWord(after, counters) || isDateMark(after, '×')) return true
  if (isDateMark(after, dashes) && isWord(tokens[to + 1], counters)) return true
  if (isWord(before, currencies) || isWord(after, currencies)) return true
  // `In 1999 $5 was` is a year, `1999 €` is none.
  if (isDateMark(after, '€$£¥₹') && tokens[to + 1]?.kind !== 'number') return true
  if (before?.text === 'of' && isWord(tokens[from - 2], quantities)) return true
  // Part of a row of numbers, such as a telephone number.
  return before?.kind === 'number' || after?.kind === 'number'
}

export function isYearInText(tokens: Token[], at: number): boolean {
  const token = tokens[at] as Token
  const year = Number(token.text)
  if (token.text.length !== 4 || year < first || year > last || isCounted(tokens, at, at + 1)) return false
  if (isHouseNumber(tokens, at)) return false
  if (isWord(tokens[at - 1], leadIns)) return true
  if (isDateMark(tokens[at - 1], '([') || isDateMark(tokens[at + 1], ')]')) return true
  // Without context only common years count.
  return year >= 1400 && year <= 2050
}

/** `2020 Main Street`, `1450 rue Sherbrooke`. */
function isHouseNumber(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (isWord(before, articles) || (isWord(before, leadIns) && !isWord(before, joints))) return false
  if (isWord(tokens[at + 1], leadingStreets)) return true
  for (let to = at + 1; to <= at + 3 && tokens[to]?.kind === 'word'; to++) {
    if (to > at + 1 && isWord(tokens[to], streets)) return true
  }
  return false
}
