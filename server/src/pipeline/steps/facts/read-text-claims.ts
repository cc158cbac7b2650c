import type { StoredClaim } from '../../../claims/stored-claim.ts'
import { type Claim, frameConfidence } from '../../../facts/claim.ts'
import { repeatedBlocksOf } from '../../../frontier/links/frontier.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { ClaimedPage } from '../../../queue/claimed-page.ts'
import { namesJobOf, ParseFailed } from '../../../reader/read-page/parse-job.ts'
import { inOntology } from '../../parts/base-kinds.ts'
import type { PageParts } from '../../parts/page-work.ts'
import type { ParsedAnswer } from '../parsed-answer.ts'
import { storedFrom } from './stored-claims.ts'

// What the rules for plain text read on a page.

const namedChars = 300_000

/** Names in the text, except those that structured data describes, and what sentences say of them. */
export async function readTextClaims(
  { db, parser, locator }: PageParts,
  page: ClaimedPage,
  answer: Pick<ParsedAnswer, 'url' | 'parsed'>,
  structured: StoredClaim[],
): Promise<StoredClaim[]> {
  const { url, parsed } = answer
  // Books and dumps would hold up the pages that wait for the same thread.
  if (parsed.text.length > namedChars) return []
  const found = await parser.readNames(page.project_id, namesJobOf(url, parsed)).catch((error) => {
    // The thread has logged the error; the page keeps its other facts.
    if (error instanceof ParseFailed) return '[]'
    throw error
  })
  const known = new Set(structured.flatMap(({ fact }) => ('ref' in fact ? [fact.ref] : [])))
  const names = (JSON.parse(found) as Claim[]).filter((claim) => claim.type !== 'entity' || !known.has(claim.ref))
  const source = { origin: 'text', mode: 'deterministic', model: null } as const
  const stored = await storedFrom(locator, answer, inOntology(names, page.ontology), source)
  const repeated = await repeatedBlocksOf(db, page.domain_id, new URL(url).host)
  return stored.map((claim) => (claim.block_hash !== null && repeated.has(claim.block_hash) ? doubted(claim) : claim))
}

/** A claim that the site repeats on many pages, which says little about any of them. */
function doubted(claim: StoredClaim): StoredClaim {
  const confidence = Math.min(claim.fact.confidence ?? 1, frameConfidence)
  return { ...claim, fact: { ...claim.fact, confidence } }
}

const sureFrom = 0.9

/** The names that the rules are sure of and a model has passed over. Where both speak of one name, its word stands. */
export function passedOver(named: StoredClaim[], byModel: StoredClaim[]): StoredClaim[] {
  const said = byModel.flatMap(({ fact }) => ('name' in fact ? [fact.name, ...fact.aliases] : [])).map(padded)
  const isSpokenOf = (name: string) => said.some((one) => one.includes(padded(name)) || padded(name).includes(one))
  return named.filter(
    ({ fact }) =>
      'name' in fact && (fact.confidence ?? 0) >= sureFrom && ![fact.name, ...fact.aliases].some(isSpokenOf),
  )
}

/** In whole words. */
const padded = (name: string) => ` ${foldName(name)} `
