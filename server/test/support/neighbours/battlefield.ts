import { createDomain } from '../../../src/domains/domains.ts'
import { createKey } from '../../../src/keys/keys.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createProject } from '../../../src/projects/projects.ts'
import { insertGraph } from '../graph/graph-rows.ts'

// Two projects, each with a graph: that of the enemy is large, and one of its entities stands on many long pages.

export interface BattlefieldSize {
  entities: number
  /** Pages that speak of one entity, and the letters of each. */
  pages: number
  page_letters: number
  namesakes: number
}

export interface Side {
  key: string
  domain_id: string
  entity_ids: string[]
}

export interface Battlefield {
  enemy: Side & { from: string; until: string }
  victim: Side
}

const victimEntities = 2_000
const hour = 3_600_000

export async function prepareBattlefield(db: Database, size: BattlefieldSize): Promise<Battlefield> {
  const until = new Date(Date.now() - hour)
  const from = new Date(until.getTime() - 1_000 * hour)
  const enemy = await makeSide(db, 'enemy', size.entities, from, until)
  await fillPages(db, enemy, size)
  const victim = await makeSide(db, 'victim', Math.min(victimEntities, size.entities), from, until)
  for (const table of ['entities', 'relationships', 'claims', 'pages', 'graph_changes'])
    await db.query(`analyze ${table}`)
  return { enemy: { ...enemy, from: from.toISOString(), until: until.toISOString() }, victim }
}

async function makeSide(db: Database, name: string, count: number, from: Date, until: Date): Promise<Side> {
  const { key, domain_id } = await db.transaction(async (tx) => {
    const project = await createProject(tx, { name })
    const { key } = await createKey(tx, project.id, { name: 'key' })
    const settings = { name, description: '', ontology: ['person', 'event'], max_depth: 3, max_pages: 5_000 }
    const domain = await createDomain(tx, project.id, 'test', {
      ...settings,
      max_spend_usd: null,
      readers_may_spend: false,
      recrawl_every: null,
    })
    return { key, domain_id: domain.id }
  })
  const at = (n: number) => new Date(from.getTime() + (n / count) * (until.getTime() - from.getTime()))
  const entities = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    kind: n % 3 ? 'person' : 'event',
    name: name === 'enemy' ? longName(n) : `Person ${n} Lovelace`,
    at: at(n),
  }))
  const ids = entities.map(({ id }) => id)
  await insertGraph(db, domain_id, {
    entities,
    relationships: entities.slice(1).map(({ id }, n) => ({
      ...{ from: id, to: ids[n % Math.max(1, Math.floor(n / 2))] as string, type: `knows_${n % 9}`, at: at(n + 1) },
    })),
    claims: entities.flatMap(({ id }, n) => [
      { entity: id, url: `https://a${n % 50}.example/${n}`, quote: 'a quote', observed_at: at(n) },
      { entity: id, url: `https://b${n % 50}.example/${n}`, quote: 'another quote', observed_at: at(n) },
    ]),
  })
  return { key, domain_id, entity_ids: ids }
}

const longName = (n: number) =>
  `${Array.from({ length: 25 }, (_, word) => `commi${(n + word) % 17}ttee of ways`).join(' ')} ${n}`.slice(0, 450)

/** What `explain` and a preview read. */
async function fillPages(db: Database, { domain_id, entity_ids }: Side, { pages, page_letters }: BattlefieldSize) {
  const sentence = 'The committee met again in the evening and spoke of many things that nobody remembers. '
  const text = sentence.repeat(Math.ceil(page_letters / sentence.length)).slice(0, page_letters)
  await insertGraph(db, domain_id, {
    claims: Array.from({ length: pages }, (_, n) => ({
      ...{ entity: entity_ids[0] as string, url: `https://large.example/${n}`, quote: sentence.slice(0, 40) },
    })),
  })
  await db.query(
    `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
     select p.domain_id, p.id, $2, length($2), ''::tsvector, '[]', '[]' from pages p
     where p.domain_id = $1 and p.url like 'https://large.example/%'
     on conflict (domain_id, page_id) do update set text = excluded.text, shown_chars = excluded.shown_chars`,
    [domain_id, text],
  )
  // Otherwise they would count as pages without a text.
  await db.query(`update pages set read_at = created_at where domain_id = $1 and url like 'https://large.example/%'`, [
    domain_id,
  ])
}
