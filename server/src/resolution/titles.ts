// Words around a name that are not part of it. Junior and senior are missing on purpose: they tell people apart.

const titles: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx mister sir dame lord lady dr doctor prof professor rev reverend hon honourable honorable ' +
    'herr frau doktor dipl ing mag magister phd md msc bsc mba esq ' +
    'monsieur madame mademoiselle mme mlle maitre docteur senor senora senorita don dona doctora sr sra srta ' +
    'signor signora dott dottore dottoressa avv gospodin gospodja pan pani ' +
    'hajji haji hadji mullah mawlawi maulavi sheikh shaikh sheik sayyid sayyed ' +
    'general gen colonel col major maj captain capt lieutenant lt sergeant sgt admiral adm brigadier ' +
    'president minister senator sen ambassador bishop archbishop cardinal saint'
  ).split(' '),
)

/** Titles that are names as well, or that tell people apart; they are left where they stand. */
const ambiguous: ReadonlySet<string> = new Set(
  'sr don major general saint mag pan lord md hon sayyed sayyid sheikh haji cardinal bishop'.split(' '),
)

const articles: ReadonlySet<string> = new Set('the der die das le la les el los las il lo'.split(' '))

/** `Dr`, `Prof`: said before or after a person's name, and never the whole of it. */
export function isTitle(token: string): boolean {
  return titles.has(token) && !ambiguous.has(token)
}

/** Titles that weigh little where only one of two names has them. */
export function isHonorific(token: string): boolean {
  return titles.has(token)
}

export function isArticle(token: string): boolean {
  return articles.has(token)
}
