// What forms and templates write where a value belongs, in six languages: it says that there is none.

const stops = `any|all|none|free|tbd|tba|tbc|yes|no|n/a|na|n.a.|nil|null|nan|undefined|unknown|self|other|others|various
several|multiple|mixed|anyone|anywhere|everyone|everywhere|nobody|nothing|pending|optional|not specified|unspecified
not applicable|not available|not known|not set|to be announced|to be confirmed|to be determined|same as above|see above
alle|alles|beliebig|egal|kein|keine|keiner|keines|nichts|niemand|kostenlos|kostenfrei|gratis|frei|offen|noch offen|ja
nein|unbekannt|k.a.|k. a.|keine angabe|keine angaben|nicht bekannt|nicht angegeben|nicht verfügbar|selbst|verschiedene
diverse|sonstige|sonstiges|andere|entfällt|siehe oben
tous|toutes|tout|aucun|aucune|gratuit|gratuite|libre|oui|non|inconnu|inconnue|autre|autres|divers|diverses|plusieurs
à confirmer|à définir|à déterminer|à venir|non renseigné|non précisé|non spécifié|non disponible|sans objet|néant
todos|todas|todo|toda|ninguno|ninguna|cualquiera|sí|si|desconocido|desconocida|otro|otra|otros|otras|varios|varias
por determinar|por confirmar|por definir|no aplica|no especificado|no disponible|sin especificar
tutti|tutte|tutto|nessuno|nessuna|qualsiasi|gratuito|gratuita|sì|sconosciuto|sconosciuta|ignoto|altro|altri|altre|vari
varie|da definire|da confermare|non specificato|non indicato
geen|elke|iedereen|nee|neen|onbekend|overig|overige|anders|n.v.t.|nvt|niet van toepassing|niet bekend|nog niet bekend
nader te bepalen|nog te bepalen|zelf|vrij`

const stopValues: ReadonlySet<string> = new Set(stops.split(/[|\n]/))

export function isStopValue(text: string): boolean {
  const plain = text.toLowerCase().trim()
  return (
    stopValues.has(plain) ||
    stopValues.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')) ||
    !/[\p{L}\p{N}]/u.test(text)
  )
}

const codes = 'eur|usd|gbp|chf|sek|nok|dkk|isk|pln|czk|huf|rub|inr|jpy|cny|aud|cad|nzd|brl|mxn'
const amount = new RegExp(
  `^(?:(?:from|ab|dès|desde|da|vanaf|ca\\.?|c\\.|~|≈)\\s*)?(?:([€$£¥₹₽])|(${codes}))?\\s*[-+]?\\d[\\d.,'’\\s]*[-–]?` +
    `(?:\\s*(?:k|m|bn|million|millions|billion|mio\\.?|mrd\\.?|millionen|milliarden))?` +
    `\\s*(?:([€$£¥₹₽])|(${codes}|kr\\.?|euros?|dollars?|pounds?|francs?|franken|zł|kč))?(?:\\s*(?:/|per|pro|par|por|al|p\\.).*)?$`,
  'i',
)

/** A number with a currency: `500 EUR`, `$20 per month`. `Euro 2008` is none. */
export function isAmount(text: string): boolean {
  return (
    amount
      .exec(text.trim())
      ?.slice(1)
      .some((currency) => currency !== undefined) ?? false
  )
}
