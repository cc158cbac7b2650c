import type { BaseKind, Claim, EntityRef } from '../../../../server/src/facts/claim.ts'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import type { StatementModel } from '../../../../server/src/reader/statements/statement-model.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Row } from '../../measurement.ts'
import { learnModel } from '../../train/statements/model.ts'
import { readAll } from '../../train/statements/read-all.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Articles of the open web in which everything that they say is marked. What is not marked was not said, so what is found
// beside it is wrong.

interface Marks {
  page: string
  url: string
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
    const modelOf = leftOutModels(corpus, { training, files, progress })
    const measures = new Map<string, Score>()
    const scoreOf = (measure: string) => {
      const score = measures.get(measure) ?? new Score()
      measures.set(measure, score)
      return score
    }
    const shares = new Map<string, number[]>()
    for (const file of files) {
      progress(file)
      const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
      for (const [measure, score] of scorePage(marks, claimsOf(corpus, marks, modelOf(file)))) {
        for (const name of score.wrong) scoreOf(measure).add(name, false)
        for (let right = score.total - score.wrong.length; right > 0; right--) scoreOf(measure).add('', true)
        shares.set(measure, [...(shares.get(measure) ?? []), score.percent])
      }
    }
    return [...measures].sort().flatMap(([measure, score]): Row[] => {
      const percents = shares.get(measure) ?? []
      const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
      return scoreRow(`prose, ${measure}`, { ours: score }).map((row) => ({
        ...row,
        note: `mean of ${percents.length} pages ${mean.toFixed(1)} %; ${row.note}`,
      }))
    })
  },
}

const folds = 5

/** Models for what sentences say, each learned without every fifth of the pages that it is asked about. */
function leftOutModels(
  corpus: Corpus,
  { training, files, progress }: { training: string; files: string[]; progress(text: string): void },
): (file: string) => StatementModel {
  const examples = readAll(training, corpus, Tagger.shared())
  const models = Array.from({ length: folds }, (_, fold) => {
    progress(`sentences, without fold ${fold + 1} of ${folds}`)
    const left = new Set(files.filter((_file, at) => at % folds === fold))
    return learnModel(examples.filter(({ set, group }) => set !== 'prose' || !left.has(group)))
  })
  return (file) => models[files.indexOf(file) % folds] as StatementModel
}

/** The claims of a page as a service without a model makes them. */
function claimsOf(corpus: Corpus, { page, url }: Marks, statements: StatementModel): Claim[] {
  const parsed = parsePage(decodeText(corpus.read(page), null, 'html').text, { url })
  const names = readNames({ ...parsed, url }, { statements })
  const known = new Set(parsed.claims.flatMap((claim) => (claim.type === 'entity' ? [claim.ref] : [])))
  return [...parsed.claims, ...names.filter((claim) => claim.type !== 'entity' || !known.has(claim.ref))]
}

function scorePage(marks: Marks, claims: Claim[]): Map<string, Score> {
  const scores = new Map<string, Score>()
  const check = (measure: string, name: string, isRight: boolean) => {
    const score = scores.get(measure) ?? new Score()
    scores.set(measure, score)
    score.add(name, isRight)
  }
  const marked = new Map(
    marks.entities.flatMap(({ ref, kind, name, aliases }) =>
      [name, ...aliases].map((one): [string, string] => [`${kind} ${foldName(one)}`, ref]),
    ),
  )
  const markOf = ({ kind, name }: Pick<EntityRef, 'kind' | 'name'>) => marked.get(`${kind} ${foldName(name)}`)
  const found = new Map<string, { kind: string; name: string; mark: string | undefined }>()
  for (const claim of claims) {
    if (claim.type !== 'entity' || found.has(claim.ref)) continue
    const mark = [claim.name, ...claim.aliases].map((name) => markOf({ kind: claim.kind, name })).find(Boolean)
    found.set(claim.ref, { kind: claim.kind, name: claim.name, mark })
  }
  const foundMarks = new Set([...found.values()].map(({ mark }) => mark))
  for (const { kind, name, mark } of found.values()) check(`${kind} right`, name, mark !== undefined)
  for (const { kind, name, ref } of marks.entities) check(`${kind} found`, name, foundMarks.has(ref))
  const names = new Set([...found.values()].map(({ name }) => foldName(name)))
  for (const no of marks.not) check('no names left out', no, !names.has(foldName(no)))
  scoreRelations(marks, claims, (ref) => found.get(ref)?.mark, check)
  scoreAttributes(marks, claims, (ref) => found.get(ref)?.mark, check)
  return scores
}

type Check = (measure: string, name: string, isRight: boolean) => void

function scoreRelations(
  { relations, entities }: Marks,
  claims: Claim[],
  markOf: (ref: string) => string | undefined,
  check: Check,
): void {
  const nameOf = new Map(entities.map(({ ref, name }) => [ref, name]))
  const key = (from: string | undefined, type: string, to: string | undefined) =>
    // The marks tell those who lead from others who work there.
    `${from} ${type === 'leads' ? 'works_for' : type} ${to}`
  const said = relations.filter(({ certainty }) => certainty === undefined || certainty === 'said')
  const wanted = new Set(relations.map(({ from, type, to }) => key(from, type, to)))
  const stated = new Map<string, string>()
  for (const claim of claims) {
    if (claim.type !== 'relationship' || claim.relation === 'mentioned_with') continue
    const { from, relation, to } = claim
    const line = `${from.name} ${relation} ${to.name}`
    stated.set(line, key(markOf(from.ref), relation, markOf(to.ref)))
  }
  for (const [line, one] of stated) check('relations right', line, wanted.has(one))
  const all = new Set(stated.values())
  for (const { from, type, to } of said)
    check('relations found', `${nameOf.get(from)} ${type} ${nameOf.get(to)}`, all.has(key(from, type, to)))
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
