import type { Database } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { insertGraph } from '../graph/graph-rows.ts'

// Calls of every kind that reads, over one domain, again and again: what a service answers all day.

export interface SoakGraph {
  entities: string[]
  relationships: string[]
}

const people = 300
const quote = 'Somebody of whom a page says a sentence or two, as pages do when they speak of people.'

export async function fillSoaked(db: Database, domainId: string): Promise<SoakGraph> {
  const entities = Array.from({ length: people }, (_, n) => ({
    ...{ id: newId(), kind: n % 5 === 0 ? 'organization' : 'person', name: `Person ${n} of ${n % 7}`, summary: quote },
    ...{
      aliases: [`P. ${n}`],
      when: `18${10 + (n % 90)}-12-10`,
      attributes: { job_title: 'captain', city: 'Hamburg' },
    },
    where: { lat: 53.5, lon: n / 10, precision: 'city' as const, country: 'DE', place_id: null },
  }))
  const relationships = Array.from({ length: people * 3 }, (_, n) => ({
    id: newId(),
    from: entities[n % people]?.id as string,
    to: entities[(n * 7 + 1 + Math.floor(n / people)) % people]?.id as string,
    type: n % 2 ? 'knows' : 'works_for',
  }))
  const claims = [
    ...entities.flatMap(({ id: entity }, n) =>
      Array.from({ length: 20 }, (_, at) => ({ entity, quote, url: `https://${at % 3}.example/${n}/${at}` })),
    ),
    ...relationships.map(({ id: relationship }, n) => ({ relationship, quote, url: `https://0.example/${n % 99}` })),
  ]
  await insertGraph(db, domainId, { entities, relationships, claims })
  await db.query('analyze')
  return { entities: entities.map(({ id }) => id), relationships: relationships.map(({ id }) => id) }
}

type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object }

/** The `n`th call. Exports are the largest answers, and one in fifty. */
export function soakCall(domainId: string, { entities, relationships }: SoakGraph, n: number): Call {
  const entity = entities[(n * 31) % entities.length] as string
  const other = entities[(n * 17 + 5) % entities.length] as string
  const relationship = relationships[(n * 31) % relationships.length] as string
  const inDomain = `/v1/domains/${domainId}`
  const read = (path: string): Call => ({ method: 'GET', path })
  const inTurn = <Choice>(choices: Choice[]) => choices[Math.floor(n / 50) % choices.length] as Choice
  const calls: Call[] = [
    ...['explain', 'evidence', 'history', 'relationships', 'neighbors', 'neighbors?depth=2'].map((what) =>
      read(`${inDomain}/entities/${entity}/${what}`),
    ),
    ...['', '?limit=100', '?facets=type', `?q=person+${n % 50}`].map((query) => read(`${inDomain}/entities${query}`)),
    ...['relationships', 'stats', 'scorecard', 'graph', 'timeline', 'map', 'changes', 'usage', 'events/poll'].map(
      (what) => read(`${inDomain}/${what}`),
    ),
    ...['pages', 'errors', 'runs', 'frontier', 'sources', 'recipes', 'gate', 'webhooks', 'share', 'dead-letters'].map(
      (what) => read(`${inDomain}/${what}`),
    ),
    read(`${inDomain}/entities/${entity}`),
    read(`${inDomain}/entities/${newId()}`),
    read(`${inDomain}/relationships/${relationship}`),
    read(`${inDomain}/relationships/${relationship}/evidence`),
    read(`${inDomain}/paths?from=${entity}&to=${other}`),
    ...['person', 'parson', `persn ${n % 97}`].map((q) => read(`${inDomain}/search?q=${encodeURIComponent(q)}`)),
    read(`${inDomain}/ask?q=${encodeURIComponent(`Who knows Person ${n % people} of ${n % 7}?`)}`),
    read(`${inDomain}/stats?as_of=${new Date(Date.now() - (n % 60) * 1000).toISOString()}`),
    read(inDomain),
    read('/v1/domains'),
    read('/v1/project'),
    read('/v1/project/keys'),
    read('/v1/status'),
    { method: 'PATCH', path: inDomain, body: { description: `the ${n}th` } },
    { method: 'POST', path: '/v1/project/invites', body: { role: 'viewer' } },
    read(`${inDomain}/export?format=${inTurn(['ndjson', 'turtle', 'jsonld', 'graphml', 'csv', 'cypher'])}`),
  ]
  return calls[n % calls.length] as Call
}
