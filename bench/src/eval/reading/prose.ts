import type { BaseKind, Claim, EntityRef } from '../../../../server/src/facts/claim.ts'
import { primaryLanguage } from '../../../../server/src/language/detection/tell-language.ts'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import type { NameOptions } from '../../../../server/src/reader/names/find-names.ts'
import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { idOf, readersOfPages } from './prose-left-out.ts'

// Articles of the open web in which everything that they say is marked. What is not marked was not said, so what is found
// beside it is wrong. Pages that were learned from are read with what was learned without them.

export interface Marks {
  page: string
  url: string
  language: string
  entities: {
    ref: string
    kind: BaseKind
    name: string
    aliases: string[]
    attributes: Record<string, string>
  }[]
  relations: { from: string; type: string; to: string; certainty?: string }[]
  not: string[]
}

/** Attributes of the marks that the reader calls by another name. */
const attributeNames: Record<string, string> = { role: 'job_title', website: 'url' }

export const prose: Evaluation = {
  name: 'prose',
  describe: 'articles of the open web: names, relations and attributes, found and right',
  async run({ corpus, training, progress }) {
    const files = corpus.list('prose/gold')
    const readerOf = readersOfPages(corpus, { ids: files.map(idOf), training, progress })
    const measures = new Map<string, { score: Score; shares: number[] }>()
    const add = (measure: string, { wrong, total, percent }: Score) => {
      const { score, shares } = measures.get(measure) ?? { score: new Score(), shares: [] }
      measures.set(measure, { score, shares: [...shares, percent] })
      for (const name of wrong) score.add(name, false)
      for (let right = total - wrong.length; right > 0; right--) score.add('', true)
    }
    const all: Marks[] = []
    for (const file of files) {
      progress(file)
      const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
      all.push(marks)
      for (const [measure, score] of scorePage(marks, claimsOf(corpus, marks, readerOf(idOf(file))))) {
        add(measure, score)
        add(`${primaryLanguage(marks.language)}, ${measure}`, score)
      }
    }
    const rows = [...measures].sort().flatMap(([measure, { score, shares }]): Row[] => {
      const mean = shares.reduce((sum, percent) => sum + percent, 0) / shares.length
      return scoreRow(`prose, ${measure}`, { ours: score }).map((row) => ({
        ...row,
        note: `mean of ${shares.length} pages ${mean.toFixed(1)} %; ${row.note}`,
      }))
    })
    return [...rows, await cpuRow(corpus, all)]
  },
}

/** The CPU of an article of a thousand words that is asked for. */
const mostMs = 15

async function cpuRow(corpus: Corpus, all: Marks[]): Promise<Row> {
  const pages = all.map(({ page, url }) => ({ html: decodeText(corpus.read(page), null, 'html').text, url }))
  const parsed = pages.map(({ html, url }) => ({ ...parsePage(html, { url }), url }))
  const words = parsed.reduce((sum, { text }) => sum + (text.match(/\S+/g) ?? []).length, 0)
  const parsing = await cpuMicroseconds(1000 * pages.length, () =>
    pages.map(({ html, url }) => parsePage(html, { url })),
  )
  const naming = await cpuMicroseconds(1000 * pages.length, () => parsed.map((page) => readNames(page)))
  const ours = ((parsing + naming) * pages.length) / (words / 1000)
  return {
    measure: 'prose, CPU of reading 1,000 words',
    unit: 'ms',
    ours,
    target: { text: `${mostMs} ms`, met: ours <= mostMs },
    note: `of a page (${Math.round(words / pages.length)} words) parsing ${parsing.toFixed(1)}, names ${naming.toFixed(1)} ms`,
  }
}

/** The claims of a page as a service without a model makes them. */
function claimsOf(corpus: Corpus, { page, url }: Marks, reader: NameOptions): Claim[] {
  const parsed = parsePage(decodeText(corpus.read(page), null, 'html').text, { url })
  const names = readNames({ ...parsed, url }, reader)
  const known = new Set(parsed.claims.flatMap((claim) => (claim.type === 'entity' ? [claim.ref] : [])))
  return [...parsed.claims, ...names.filter((claim) => claim.type !== 'entity' || !known.has(claim.ref))]
}

/** Of the names that are given this confidence, so many should be right. */
const sureFrom = 0.9

interface FoundName {
  kind: string
  name: string
  mark: string | undefined
  confidence: number
}

/** The names of claims, by `ref`, each with the mark that it is. */
function findMarks({ entities }: Marks, claims: Claim[]): Map<string, FoundName> {
  const marked = new Map(
    entities.flatMap(({ ref, kind, name, aliases }) =>
      [name, ...aliases].map((one): [string, string] => [`${kind} ${foldName(one)}`, ref]),
    ),
  )
  const markOf = ({ kind, name }: Pick<EntityRef, 'kind' | 'name'>) => marked.get(`${kind} ${foldName(name)}`)
  const found = new Map<string, FoundName>()
  for (const claim of claims) {
    if (claim.type !== 'entity' || found.has(claim.ref)) continue
    const mark = [claim.name, ...claim.aliases].map((name) => markOf({ kind: claim.kind, name })).find(Boolean)
    found.set(claim.ref, { kind: claim.kind, name: claim.name, mark, confidence: claim.confidence ?? 0 })
  }
  return found
}

/** Whether a claim is marked on its page. */
export function isMarked(marks: Marks, claims: Claim[]): (claim: Claim) => boolean {
  const found = findMarks(marks, claims)
  const wanted = new Set(marks.relations.map(({ from, type, to }) => relationKey(from, type, to)))
  const markOf = (ref: string) => found.get(ref)?.mark
  return (claim) =>
    claim.type === 'entity'
      ? markOf(claim.ref) !== undefined
      : wanted.has(relationKey(markOf(claim.from.ref), claim.relation, markOf(claim.to.ref)))
}

export function scorePage(marks: Marks, claims: Claim[]): Map<string, Score> {
  const scores = new Map<string, Score>()
  const check = (measure: string, name: string, isRight: boolean) => {
    const score = scores.get(measure) ?? new Score()
    scores.set(measure, score)
    score.add(name, isRight)
  }
  const found = findMarks(marks, claims)
  const foundMarks = new Set([...found.values()].map(({ mark }) => mark))
  for (const { kind, name, mark, confidence } of found.values()) {
    check(`${kind} right`, name, mark !== undefined)
    if (confidence >= sureFrom) check(`names of confidence ${sureFrom} and more right`, name, mark !== undefined)
  }
  for (const { kind, name, ref } of marks.entities) check(`${kind} found`, name, foundMarks.has(ref))
  const names = new Set([...found.values()].map(({ name }) => foldName(name)))
  for (const no of marks.not) check('no names left out', no, !names.has(foldName(no)))
  scoreRelations(marks, claims, (ref) => found.get(ref)?.mark, check)
  scoreAttributes(marks, claims, (ref) => found.get(ref)?.mark, check)
  return scores
}

/** The marks tell those who lead from others who work there. */
const relationKey = (from: string | undefined, type: string, to: string | undefined) =>
  `${from} ${type === 'leads' ? 'works_for' : type} ${to}`

type Check = (measure: string, name: string, isRight: boolean) => void

function scoreRelations(
  { relations, entities }: Marks,
  claims: Claim[],
  markOf: (ref: string) => string | undefined,
  check: Check,
): void {
  const nameOf = new Map(entities.map(({ ref, name }) => [ref, name]))
  const said = relations.filter(({ certainty }) => certainty === undefined || certainty === 'said')
  const wanted = new Set(relations.map(({ from, type, to }) => relationKey(from, type, to)))
  const stated = new Map<string, string>()
  for (const claim of claims) {
    if (claim.type !== 'relationship' || claim.relation === 'mentioned_with') continue
    const { from, relation, to } = claim
    const line = `${from.name} ${relation} ${to.name}`
    stated.set(line, relationKey(markOf(from.ref), relation, markOf(to.ref)))
  }
  for (const [line, one] of stated) check('relations right', line, wanted.has(one))
  const all = new Set(stated.values())
  for (const { from, type, to } of said)
    check('relations found', `${nameOf.get(from)} ${type} ${nameOf.get(to)}`, all.has(relationKey(from, type, to)))
}

function scoreAttributes(
  { entities }: Marks,
  claims: Claim[],
  markOf: (ref: string) => string | undefined,
  check: Check,
): void {
  const stated = new Map<string, string[]>()
  for (const claim of claims) {
    const mark = claim.type === 'entity' ? markOf(claim.ref) : undefined
    if (claim.type !== 'entity' || mark === undefined) continue
    for (const [name, value] of Object.entries(claim.attributes)) {
      const key = `${mark} ${name}`
      stated.set(key, [...(stated.get(key) ?? []), foldName(value)])
    }
  }
  for (const { ref, name, attributes } of entities) {
    for (const [attribute, value] of Object.entries(attributes)) {
      const values = stated.get(`${ref} ${attributeNames[attribute] ?? attribute}`) ?? []
      const wanted = foldName(`${value}`)
      const isFound = values.some((one) => one.includes(wanted) || wanted.includes(one))
      check('attributes found', `${name} ${attribute} ${value}`, isFound)
    }
  }
}
