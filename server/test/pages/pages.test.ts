import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCase, readCases } from './page-case.ts'
import { readPageOf } from './read-case.ts'
import { forbiddenFacts, Measures, scoreCase } from './score.ts'

// The gate on quality: what the service reads from pages of our own writing, without a model. See README.md.

/** Percent. Two points under what was reached when it was last set, or one item where there are fewer than fifty. */
const floors: Record<string, number> = {
  'claims: attribute precision': 84,
  'claims: attribute recall': 37.6,
  'claims: date precision': 97.6,
  'claims: date recall': 40.6,
  'claims: relation has its dates': 33,
  'claims: relation precision': 86,
  'claims: relation recall': 15.4,
  'markup: hcard': 75,
  'markup: hevent': 71.4,
  'markup: jsonld': 62.7,
  'markup: microdata': 62.5,
  'markup: rdfa': 56,
  'names: event precision': 91.3,
  'names: event recall': 33.9,
  'names: location precision': 86.4,
  'names: location recall': 66,
  'names: object precision': 86.4,
  'names: object recall': 53.6,
  'names: person precision': 88.7,
  'names: person recall': 88.3,
  'page: language': 98,
  'page: published': 90,
  'page: verdict': 98,
  'places: in their country': 64.4,
  'text: F1': 92.8,
  'text: kept': 96.5,
  'text: left out': 79.4,
}

/** How many facts break the `never` of a case today. The number may only fall. */
const known: Record<string, number> = {
  'hostile-fake-json-ld': 1,
  'hostile-invisible-text': 4,
  'hostile-keyword-stuffing': 1,
  'product-kettle': 1,
}

const cases = readCases(import.meta.dirname)
const measures = new Measures()
const pages = []
for (const pageCase of cases) {
  const found = await readPageOf(pageCase)
  scoreCase(pageCase, found, measures)
  pages.push({ pageCase, found })
}

it('reads the pages as well as before', () => {
  const figures = measures.figures()
  expect([...figures.keys()], 'every measure has a floor').toEqual(Object.keys(floors).sort())
  const rows = [...figures].map(([measure, { percent, count }]) => {
    const isBelow = percent < (floors[measure] as number)
    const row = `${isBelow ? 'BELOW' : '     '} ${measure.padEnd(28)} ${percent.toFixed(1).padStart(5)}`
    return { isBelow, row: `${row}  floor ${floors[measure]}, of ${count}` }
  })
  const table = rows.map(({ row }) => row).join('\n')
  expect(
    rows.filter(({ isBelow }) => isBelow).map(({ row }) => row),
    `quality fell; \`npm run eval -- pages\` lists what is missed\n${table}\n`,
  ).toEqual([])
})

it.each(pages.map((page) => [page.pageCase.name, page] as const))('%s says nothing that it never may', (name, page) => {
  const facts = forbiddenFacts(page.pageCase, page.found)
  expect(facts.length, `found: ${facts.join('; ')}; if there are fewer, lower the number in \`known\``).toBe(
    known[name] ?? 0,
  )
})

describe('a malformed case is refused, and the message says what is wrong', () => {
  const good = 'schedule-choir-season'
  /** The message for a copy of a good case with one thing changed. */
  function refusal(change: (folder: string) => void): string {
    const root = mkdtempSync(join(tmpdir(), 'pages-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    cpSync(join(import.meta.dirname, good), join(root, good), { recursive: true })
    change(join(root, good))
    try {
      readCase(root, good)
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }
  type Json = Record<string, unknown>
  const edit = (change: (expected: Json) => Json) => (folder: string) => {
    const file = join(folder, 'expected.json')
    const expected = JSON.parse(readFileSync(file, 'utf8')) as Json
    writeFileSync(file, JSON.stringify(change(expected)))
  }
  const claim = { of: 'Rory Dunphy', attribute: 'job_title', value: 'organist', quote: 'Rory Dunphy, organ' }

  it.each<[name: string, change: (folder: string) => void, message: RegExp]>([
    ['nothing', () => undefined, /^accepted$/],
    ['no page', (folder) => rmSync(join(folder, 'source.html')), /season has no source\.html/],
    ['no expectations', (folder) => rmSync(join(folder, 'expected.json')), /season has no expected\.json/],
    ['no JSON', (folder) => writeFileSync(join(folder, 'expected.json'), '{'), /expected\.json is no JSON/],
    ['an unknown field', edit((one) => ({ ...one, mood: 'good' })), /[Uu]nrecognized key: "mood"/],
    ['a wrong kind', edit((one) => ({ ...one, names: [{ kind: 'ship', name: 'Hebe' }] })), /names\[0\]\.kind/],
    [
      'a quote that is not there',
      edit((one) => ({ ...one, claims: [{ ...claim, quote: 'Rory Dunphy, flute' }] })),
      /quotes nothing on the page: "Rory Dunphy, flute"/,
    ],
    [
      'a claim about nobody',
      edit((one) => ({ ...one, claims: [{ ...claim, of: 'Rory' }] })),
      /is about "Rory", which is not among the names/,
    ],
    [
      'a date that is none',
      edit((one) => ({ ...one, claims: [{ ...claim, attribute: 'birth_date', value: 'May 1970' }] })),
      /"May 1970" is no EDTF date/,
    ],
    ['a name that is not there', edit((one) => ({ ...one, names: [{ kind: 'person', name: 'Ada' }] })), /name "Ada"/],
    [
      'text that is not there',
      edit((one) => ({ ...one, main_text: { must: ['Doors open at seven'] } })),
      /does not say "Doors open at seven"/,
    ],
  ])('%s', (_name, change, message) => {
    expect(refusal(change)).toMatch(message)
  })
})
