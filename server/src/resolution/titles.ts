// Words around a name that are not part of it. Junior and senior are missing on purpose: they tell people apart.

/** Nobody is called this. */
const plainTitles: ReadonlySet<string> = new Set(
  'mr mrs mister dr prof herr frau mme mlle sra srta phd msc bsc mba esq dipl dott monsieur madame mademoiselle'.split(
    ' ',
  ),
)

/** Titles in front of a name, and names elsewhere: Sen. Smith, Amartya Sen. */
const leadingTitles: ReadonlySet<string> = new Set(
  (
    'ms miss mx sir dame lady doctor professor rev reverend honourable honorable doktor magister ing ' +
    'maitre docteur senor senora senorita dona doctora signor signora dottore dottoressa avv gospodin pani ' +
    'hajji hadji mullah mawlawi maulavi shaikh sheik ' +
    'gen colonel col maj captain capt lieutenant lt sergeant sgt admiral adm brigadier ' +
    'president minister senator sen ambassador archbishop'
  ).split(' '),
)

/** Ranks that are names as well, in front too. They stay where they stand. */
const ranks: ReadonlySet<string> = new Set(
  (
    'baron baroness baronet bt earl duke duchess viscount viscountess marquess count countess prince princess king queen ' +
    'don major general saint mag pan lord md hon sayyed sayyid sheikh haji cardinal bishop'
  ).split(' '),
)

const articles: ReadonlySet<string> = new Set('the der die das le la les el los las il lo'.split(' '))

/** Takes `Dr`, `Sir` and the like off a person's name, as long as something is left. */
export function withoutTitles(tokens: string[]): string[] {
  const left = tokens.filter((token) => !plainTitles.has(token))
  while (left.length > 1 && leadingTitles.has(left[0] as string)) left.shift()
  return left.length > 0 ? left : tokens
}

/** Titles and ranks that weigh little where only one of two names has them. */
export function isHonorific(token: string): boolean {
  return plainTitles.has(token) || leadingTitles.has(token) || ranks.has(token)
}

export function isArticle(token: string): boolean {
  return articles.has(token)
}
