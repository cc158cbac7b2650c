import type { Claim } from '../../../src/facts/claim.ts'

/** Claims as lines of text, one for each fact. */
export function factLines(claims: Claim[]): string[] {
  return claims.map(factLine)
}

function factLine(claim: Claim): string {
  if (claim.type === 'relationship') {
    const times = (claim.since ?? claim.until) ? ` ${claim.since ?? ''}/${claim.until ?? ''}` : ''
    return `${claim.from.name} ${claim.relation} ${claim.to.name}${times}`
  }
  const said = Object.entries({ ...claim.attributes, ...claim.external_ids }).map(
    ([name, value]) => ` ${name}=${value}`,
  )
  const where = claim.where ? ` where=${Object.values(claim.where).join(',')}` : ''
  const when = claim.when ? ` when=${claim.when.edtf}` : ''
  return `${claim.kind} ${claim.name}${said.join('')}${when}${where}${claim.summary ? ` "${claim.summary}"` : ''}`
}

export const schema = { '@context': 'https://schema.org' }

export const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
