import { isDeepStrictEqual } from 'node:util'
import type { Claim } from '../../../../server/src/facts/claim.ts'
import { HeadCollector } from '../../../../server/src/reader/head/head-collector.ts'
import { readEvents } from '../../../../server/src/reader/html/html-events.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { foldScript } from '../../../../server/src/reader/structured/syntaxes/fold-script.ts'
import { type JsonValue, readJson } from '../../../../server/src/reader/structured/syntaxes/read-json.ts'
import type { Row } from '../../measurement.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { expectedThings, fold, saidStrings, type Thing } from './structured-gold.ts'

// The same facts in several syntaxes, and what other readers of them expect.

export const structured: Evaluation = {
  name: 'structured',
  describe: 'structured data: entities of schema.org in each syntax, JSON-LD that can be read, microformats',
  async run({ corpus, progress }) {
    return [
      ...scoreSchemaOrg(corpus, progress),
      ...scoreJsonLd(corpus, progress),
      ...scoreMicroformats(corpus, progress),
    ]
  },
}

const url = 'http://example.com/page'
const syntaxes = ['jsonld', 'microdata', 'rdfa'] as const

function scoreSchemaOrg(corpus: Corpus, progress: (text: string) => void): Row[] {
  const folder = 'structured/schemaorg'
  const files = corpus.list(folder)
  const examples = files.filter((name) => name.endsWith('.expected.json')).map((name) => name.replace(/\..*$/, ''))
  progress(`${examples.length} examples of schema.org`)
  const rows: Row[] = []
  const claimsOf = (example: string, syntax: string): { html: string; claims: Claim[] } | undefined => {
    const name = `${example}.${syntax}.html`
    if (!files.includes(name)) return undefined
    const html = corpus.read(`${folder}/${name}`).toString('utf8')
    return { html, claims: parsePage(html, { url }).claims }
  }
  for (const syntax of syntaxes) {
    const recall = new Score()
    const precision = new Score()
    const same = new Score()
    for (const example of examples) {
      const page = claimsOf(example, syntax)
      if (!page) continue
      const { jsonld } = JSON.parse(corpus.read(`${folder}/${example}.expected.json`).toString('utf8')) as {
        jsonld: unknown
      }
      scoreThings(example, page, jsonld, { recall, precision })
      const gold = claimsOf(example, 'jsonld')
      if (gold && syntax !== 'jsonld') same.add(example, isDeepStrictEqual(factsOf(page.claims), factsOf(gold.claims)))
    }
    rows.push(
      ...scoreRow(`structured, ${syntax}: entities found`, { ours: recall, least: 99 }),
      ...scoreRow(`structured, ${syntax}: entities right`, { ours: precision, least: 99 }),
      ...scoreRow(`structured, ${syntax}: same claims as jsonld`, { ours: same }),
    )
  }
  return rows
}

/**
 * The forms of an example differ in small things. A thing is expected of a form if its name is all that some element,
 * attribute or string of the form says. A thing that is found is wrong unless the gold has it, or has its name as a plain
 * text where a thing may stand, or has nothing of that name while the form itself marks it up as a name.
 */
function scoreThings(
  example: string,
  { html, claims }: { html: string; claims: Claim[] },
  gold: unknown,
  { recall, precision }: { recall: Score; precision: Score },
): void {
  const source = fold(
    html.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
  const expected = expectedThings(gold)
  const texts = saidStrings(gold)
  const found = thingsOf(claims)
  const has = (things: Thing[], wanted: Thing) =>
    things.some(({ kind, name }) => kind === wanted.kind && name === wanted.name)
  for (const thing of expected) {
    if (says(source, thing.name)) recall.add(`${example} ${thing.kind} ${thing.name}`, has(found, thing))
  }
  for (const thing of found) {
    const isElsewhere = !expected.some(({ name }) => name === thing.name) && isMarked(source, thing.name)
    precision.add(
      `${example} ${thing.kind} ${thing.name}`,
      has(expected, thing) || texts.has(thing.name) || isElsewhere,
    )
  }
}

function says(source: string, name: string): boolean {
  return [`>${name}<`, `> ${name} <`, `> ${name}<`, `>${name} <`, `"${name}"`].some((text) => source.includes(text))
}

function isMarked(source: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:itemprop|property)="(?:\\w+:)?name"[^>]*(?:content="${escaped}"|> ?${escaped} ?<)`).test(source)
}

function thingsOf(claims: Claim[]): Thing[] {
  const things = new Map<string, Thing>()
  for (const claim of claims) {
    if (claim.type === 'entity')
      things.set(`${claim.kind} ${fold(claim.name)}`, { kind: claim.kind, name: fold(claim.name) })
  }
  return [...things.values()]
}

function factsOf(claims: Claim[]): Set<string> {
  return new Set(
    claims.map((claim) =>
      claim.type === 'entity'
        ? `${claim.kind} ${fold(claim.name)}`
        : `${fold(claim.from.name)} ${claim.relation} ${fold(claim.to.name)}`,
    ),
  )
}

/** What was expected is what others read; of the tests of JSON-LD itself only whether a script gives anything. */
function scoreJsonLd(corpus: Corpus, progress: (text: string) => void): Row[] {
  const blocks = new Score()
  const scripts = new Score()
  for (const name of corpus.list('structured/extruct')) {
    if (!name.endsWith('.expected.jsonld.json')) continue
    const base = name.replace('.expected.jsonld.json', '')
    const expected = blocksOf(JSON.parse(corpus.read(`structured/extruct/${name}`).toString('utf8')))
    const found = scriptsOf(corpus.read(`structured/extruct/${base}.html`).toString('utf8'))
      .flatMap((script) => readJson(foldScript(script)))
      .flatMap((value) => (value.kind === 'array' ? value.values.map((entry) => entry.value) : [value]))
      .map(plainValue)
    for (const [at, value] of expected.entries()) {
      const wanted = plainExpected(value)
      blocks.add(
        `${base} ${at}`,
        found.some((read) => isDeepStrictEqual(read, wanted)),
      )
    }
  }
  for (const name of corpus.list('structured/w3c-jsonld-html')) {
    if (!name.endsWith('.html')) continue
    const meta = corpus.read(`structured/w3c-jsonld-html/${name.replace('.html', '.meta.json')}`).toString('utf8')
    if (!meta.includes('PositiveEvaluationTest')) continue
    for (const [at, script] of scriptsOf(
      corpus.read(`structured/w3c-jsonld-html/${name}`).toString('utf8'),
    ).entries()) {
      scripts.add(`${name} ${at}`, readJson(foldScript(script)).length > 0)
    }
  }
  progress(`${blocks.total} blocks and ${scripts.total} scripts of JSON-LD`)
  return [
    ...scoreRow('structured, JSON-LD as others read it', { ours: blocks, least: 100 }),
    ...scoreRow('structured, JSON-LD scripts that can be read', { ours: scripts, least: 100 }),
  ]
}

function scriptsOf(html: string): string[] {
  const head = new HeadCollector()
  readEvents(html, [head])
  return head.json_ld
}

/** A list, or lists in an object. */
function blocksOf(expected: unknown): unknown[] {
  if (Array.isArray(expected)) return expected
  if (typeof expected !== 'object' || expected === null) return []
  const { items } = expected as { items?: unknown }
  return Array.isArray(items) ? items.flat() : [expected]
}

/** Both sides without `null`, numbers as texts, white space folded. */
function plainValue(value: JsonValue): unknown {
  if (value.kind === 'text') return fold(value.text)
  if (value.kind === 'array') return value.values.map((entry) => plainValue(entry.value))
  return Object.fromEntries(value.entries.map(({ name, value: inner }) => [name, plainValue(inner)]))
}

function plainExpected(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((inner) => inner !== null).map(plainExpected)
  if (typeof value !== 'object' || value === null) return fold(String(value))
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(entries.map(([name, inner]) => [name, plainExpected(inner)]))
}

interface Microformat {
  type?: string[]
  properties?: Record<string, unknown[]>
  children?: unknown[]
}

/** Names of cards and events, wherever they stand in what the reference parsers give. */
function scoreMicroformats(corpus: Corpus, progress: (text: string) => void): Row[] {
  const folder = 'structured/microformats'
  const recall = new Score()
  const precision = new Score()
  const files = corpus.list(folder).filter((name) => name.endsWith('.expected.json'))
  progress(`${files.length} pages with microformats`)
  for (const file of files) {
    const base = file.replace('.expected.json', '')
    const { items } = JSON.parse(corpus.read(`${folder}/${file}`).toString('utf8')) as { items?: unknown[] }
    const names = new Set<string>()
    const all = new Set<string>()
    collectNames(items ?? [], names, all)
    const { claims } = parsePage(corpus.read(`${folder}/${base}.html`).toString('utf8'), { url })
    const found = new Set(thingsOf(claims).map(({ name }) => name))
    for (const name of names) recall.add(`${base} ${name}`, found.has(name))
    for (const name of found) precision.add(`${base} ${name}`, all.has(name))
  }
  return [
    ...scoreRow('structured, names of cards and events', { ours: recall, least: 90 }),
    ...scoreRow('structured, names that are values of microformats', { ours: precision, least: 99 }),
  ]
}

function collectNames(items: unknown[], names: Set<string>, all: Set<string>): void {
  for (const item of items) {
    if (typeof item === 'string') all.add(fold(item))
    if (typeof item !== 'object' || item === null) continue
    const { type = [], properties = {}, children = [] } = item as Microformat
    const [name] = properties.name ?? []
    const isThing = type.includes('h-card') || type.includes('h-event')
    if (isThing && typeof name === 'string' && fold(name) !== '') names.add(fold(name))
    for (const values of Object.values(properties)) collectNames(values, names, all)
    // A card in parts has no name of its own.
    all.add(fold(`${properties['given-name']?.[0]} ${properties['family-name']?.[0]}`))
    collectNames(children, names, all)
  }
}
