import { parseEdtf } from '../../../src/dates/parse-edtf.ts'
import type { Entity, GraphFile, Relationship, WriteGraph } from '../../../src/graph/export/formats/graph-file.ts'
import { newId } from '../../../src/platform/ids.ts'

// Graphs that every export format must hold: one with all features, and one of hostile content.

const at = '2026-01-01T00:00:00.000Z'
const domainId = newId()

const makeEntity = (said: Partial<Entity> & { name: string }): Entity => ({
  id: newId(),
  kind: 'person',
  aliases: [],
  summary: null,
  attributes: {},
  when: null,
  where: null,
  external_ids: {},
  urls: [],
  confidence: 0.9,
  relationship_count: 1,
  evidence_count: 2,
  source_count: 1,
  pinned: [],
  merged_from: [],
  first_seen_at: at,
  last_seen_at: null,
  created_at: at,
  updated_at: at,
  ...said,
})

const makeRelationship = (from: Entity, type: string, to: Entity, said: Partial<Relationship> = {}): Relationship => ({
  id: newId(),
  from: { id: from.id, kind: from.kind, name: from.name },
  to: { id: to.id, kind: to.kind, name: to.name },
  type,
  certainty: 'said',
  said_as: [],
  attributes: {},
  since: null,
  until: null,
  pinned: [],
  confidence: 1,
  evidence_count: 1,
  source_count: 1,
  created_at: at,
  updated_at: at,
  ...said,
})

const inOneBatch = async function* <Row>(rows: Row[]) {
  if (rows.length > 0) yield rows
}

/** The bytes of a file in any format. */
export async function writeBytes(
  write: WriteGraph,
  entities: Entity[],
  relationships: Relationship[] = [],
): Promise<Buffer> {
  const provenance = entities.some(({ pages }) => pages !== undefined)
  const exported = { domain_id: domainId, at, provenance }
  const rows = { entities: inOneBatch(entities), relationships: inOneBatch(relationships) }
  const pieces: Buffer[] = []
  for await (const piece of write(exported, rows)) pieces.push(Buffer.from(piece as string))
  return Buffer.concat(pieces)
}

export function writeGraph(file: GraphFile, entities: Entity[], relationships: Relationship[] = []): string {
  const provenance = entities.some(({ pages }) => pages !== undefined)
  const exported = { domain_id: domainId, at, provenance }
  const text = [
    file.begin(exported),
    ...entities.map((one) => file.entity?.(one, exported)),
    file.between,
    ...relationships.map((one) => file.relationship?.(one, exported)),
    file.end,
  ].join('')
  return Buffer.from(text).toString()
}

export const ada = makeEntity({
  name: 'Ada Lovelace',
  aliases: ['Augusta Ada King', 'Countess of Lovelace', 'Augusta Ada King'],
  summary: 'She wrote programs.',
  attributes: { birth_date: '1815-12-10', death_date: '1852', job_title: 'writer', favourite_colour: 'red' },
  when: parseEdtf('1815-12-10/1852') ?? null,
  where: { lat: 51.5, lon: -0.13, precision: 'city', country: 'GB', place_id: 'geonames:2643743' },
  external_ids: { wikidata: 'Q7259' },
  urls: ['https://ada.example/?q=a|b', 'javascript:alert(1)', 'no address'],
})
export const firm = makeEntity({
  kind: 'company',
  name: 'Engines',
  where: { lat: null, lon: null, precision: 'country', country: 'GB', place_id: null },
  attributes: { founding_date: 'about 1830' },
})
export const rome = makeEntity({
  kind: 'location',
  name: 'Roma',
  where: { lat: 41, lon: 12.5, precision: 'point', country: null, place_id: null },
})
export const ides = makeEntity({ kind: 'event', name: 'The Ides', when: parseEdtf('-0043-03-15') ?? null })
export const ship = makeEntity({ kind: 'ship', name: 'Argo', when: parseEdtf('198X') ?? null, confidence: 1 })
export const entities = [ada, firm, rome, ides, ship]
export const relationships = [
  makeRelationship(ada, 'works_for', firm, { since: '1840-05', until: '184X', attributes: { role: 'programmer' } }),
  makeRelationship(ada, 'founder_of', firm, { confidence: 0.123 }),
  makeRelationship(ides, 'located_in', rome),
  makeRelationship(ada, 'sailed_on', ship),
  makeRelationship(ada, 'admires', ada),
]

/** Texts that a database can hold, and texts that it cannot. */
export const hostile = [
  ...[
    '"',
    "'",
    '`',
    '\\',
    'O\'Neil "x" `y`',
    '"; DROP TABLE entities; --',
    ']]>',
    '<script>alert(1)</script>',
    '&amp;',
  ],
  ...[
    '</data>',
    '-->',
    '\n',
    '\r',
    '\r\n',
    'carriage\rreturn',
    'line\nbreak\rand\r\nmore',
    '\t=x',
    'a\u0001\u001b[31mb',
    '\u007f\u0085',
    '\u2028',
  ],
  ...[
    '\u202egnp.exe',
    '😀',
    '\ufeffx',
    '\ufffe',
    ' spaced ',
    ',',
    ';',
    '=1+1',
    "'=1+1",
    "''=1+1",
    '+1',
    '-0043',
    '@x',
    '＝1',
  ],
  ...[
    '\\u0027',
    '\\\\u0027',
    '\\u0027}) DETACH DELETE n //',
    '\\\u0001',
    '\\u005c',
    "\\u005c'",
    '\\u0060',
    '\\n',
    '\\',
  ],
  ...[
    '$1 $& $`',
    '%s{}|^`<>',
    '# no',
    '_:b0',
    '@type',
    '__proto__',
    '{"a":1}',
    '[1]',
    'null',
    '1e400',
    '\u0000',
    'a\ud800b',
    '\udc00',
  ],
]
export const thing = makeEntity({ kind: 'ship', name: 'Argo' })
export const hostileEntities = hostile.map((text, n) =>
  makeEntity({
    name: text,
    kind: text,
    aliases: [text, `${text}${text}`],
    summary: text,
    attributes: Object.fromEntries([[text, text]]),
    external_ids: Object.fromEntries([[text, text]]),
    urls: [text, `https://x.example/${text}?${text}#${text}`],
    confidence: n / 1000,
  }),
)
export const hostileRelationships = hostileEntities.map((one, n) =>
  makeRelationship(one, hostile[n] as string, thing, { attributes: { [hostile[n] as string]: hostile[n] as string } }),
)

export const graphs: [title: string, entities: Entity[], relationships: Relationship[]][] = [
  ['an ordinary graph', entities, relationships],
  ['a hostile one', [thing, ...hostileEntities], hostileRelationships],
  ['an empty one', [], []],
]
