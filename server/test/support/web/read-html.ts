import { expect } from 'vitest'
import type { Claim, EntityClaim } from '../../../src/facts/claim.ts'
import { readNames } from '../../../src/reader/names/read-names.ts'
import { linksOfSite } from '../../../src/reader/read-page/parse-job.ts'
import { parsePage } from '../../../src/reader/read-page/parse-page.ts'

interface PageParts {
  url?: string
  title?: string
  language?: string
  body: string
}

/** Reads a page as the service does, and checks that each quote is where it says. */
export function read({ url = 'http://club.example/page', title = 'A page', language = 'en', body }: PageParts) {
  const html = `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>${body}</body></html>`
  const page = parsePage(html, { url })
  const claims = readNames({ ...page, url, links: linksOfSite(url, page.links) })
  const stored = `${page.text}\n${page.data}`
  for (const { quote } of claims) expect(stored.slice(quote.start, quote.end)).toBe(quote.text)
  return {
    claims,
    names: namesOf(claims),
    relations: relationsOf(claims),
    factsOf: (name: string) => factsOf(claims, name),
  }
}

/** All that a page says, as `person Ada Berg`, `Ada Berg works_for Acme` and `Ada Berg job_title Treasurer`. */
export function readSaid(page: PageParts): string[] {
  const { claims, names, relations } = read(page)
  const facts = claims.flatMap((claim) => {
    if (claim.type !== 'entity') return []
    const when = claim.when ? [`${claim.name} when ${claim.when.edtf}`] : []
    return [...when, ...Object.entries(claim.attributes).map(([label, value]) => `${claim.name} ${label} ${value}`)]
  })
  return [...names, ...relations, ...facts]
}

const namesOf = (claims: Claim[]) => [
  ...new Set(claims.flatMap((claim) => (claim.type === 'entity' ? [`${claim.kind} ${claim.name}`] : []))),
]

const relationsOf = (claims: Claim[]) =>
  claims.flatMap((claim) =>
    claim.type === 'relationship' ? [`${claim.from.name} ${claim.relation} ${claim.to.name}`] : [],
  )

function factsOf(claims: Claim[], name: string) {
  const own = claims.filter((claim): claim is EntityClaim => claim.type === 'entity' && claim.name === name)
  return {
    ...Object.assign({}, ...own.map(({ attributes }) => attributes)),
    ...Object.assign({}, ...own.map(({ external_ids }) => external_ids)),
    ...Object.assign({}, ...own.map(({ when }) => (when ? { when: when.edtf } : {}))),
    ...Object.assign({}, ...own.map(({ where }) => (where ? { where } : {}))),
  }
}

export const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
