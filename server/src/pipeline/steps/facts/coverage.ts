import type { Claim } from '../../../facts/claim.ts'
import { foldName } from '../../../language/fold-name.ts'

// Whether structured data says all that is on a page, so that no model need read it: registers, profiles and calendars
// are often nothing else. A page with running text beside its data is not covered.

const fewWords = 25
const leastShare = 0.6
const leastFacts = 3

export function isCovered(claims: Claim[], mainText: string, title: string | null): boolean {
  if (claims.length < leastFacts || !isAboutSubject(claims, title, mainText)) return false
  const said = new Set(claims.flatMap(wordsOf))
  const words = foldName(mainText).split(' ')
  const unsaid = words.filter((word) => !said.has(word)).length
  return unsaid <= fewWords || unsaid <= (1 - leastShare) * words.length
}

/** Whether the page is about one of the entities. */
function isAboutSubject(claims: Claim[], title: string | null, mainText: string): boolean {
  const heading = foldName(`${title ?? ''} ${mainText.slice(0, 200)}`)
  return claims.some((claim) => claim.type === 'entity' && heading.includes(foldName(claim.name)))
}

function wordsOf(claim: Claim): string[] {
  const texts =
    claim.type === 'entity'
      ? [claim.name, claim.summary ?? '', ...Object.values(claim.attributes), ...placeWords(claim.where)]
      : [claim.relation, claim.from.name, claim.to.name]
  return foldName([...texts, claim.quote.text].join(' ')).split(' ')
}

function placeWords(where: object | null): string[] {
  return where === null ? [] : Object.values(where).map(String)
}
