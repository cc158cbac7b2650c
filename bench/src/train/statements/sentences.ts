import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { type EndKind, statementTypes, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import { spansOf } from '../tagger-data.ts'
import {
  attributeTypes,
  type Example,
  isName,
  joined,
  type Labeller,
  namesOf,
  overlap,
  pageOfText,
  push,
  type Span,
  typeIndex,
  typeOf,
  withGiven,
} from './examples.ts'
import { writtenLanguages, writtenSentences } from './written.ts'

// Single sentences with their relations and attributes. Some stand with their marks in the training data, of others only
// the marks are here: marks/sentences.tsv, by the row of the data that has the sentence.

export interface MarkedSentence {
  t: string[]
  spans: [string, number, number][]
  relations: [number, string, number][]
  attributes: [number, string, string][]
}

const kindOfTag: Record<string, EndKind> = { PER: 'person', ORG: 'object', LOC: 'location', EVT: 'event' }
const folds = 5

export function readMarkedSentences(folder: string, tagger: Tagger): Example[] {
  const examples: Example[] = []
  const add = (language: string, sentences: Iterable<MarkedSentence>, set = `marked-${language}`) => {
    let row = 0
    for (const one of sentences) pushSentence(examples, one, { set, language, group: `${row++ % folds}`, tagger })
  }
  for (const language of ['en', 'de'])
    add(language, linesOf<MarkedSentence>(folder, `relations-marked-${language}.jsonl`))
  for (const [file, sentences] of readOwnMarks(folder)) add(languageOf(file), sentences)
  for (const language of writtenLanguages()) add(language, writtenSentences(language), `written-${language}`)
  return examples
}

const languageOf = (file: string) => /-(de|fr|nl|pt)\.jsonl$/.exec(file)?.[1] ?? 'en'

const linesOf = <Row>(folder: string, file: string): Row[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))

/** By file of the training data: `FILE:ROW`, then `0 works_for 1` and `0 @role 5-7`, by the names and tokens of the row. */
function readOwnMarks(folder: string): Map<string, MarkedSentence[]> {
  const byFile = new Map<string, MarkedSentence[]>()
  const rows = new Map<string, { t: string[]; g: string[] }[]>()
  for (const line of readFileSync(join(import.meta.dirname, '../marks/sentences.tsv'), 'utf8')
    .trim()
    .split('\n')) {
    const [key = '', ...marks] = line.split('\t')
    const [file = '', row = ''] = key.split(':')
    const known = rows.get(file) ?? linesOf<{ t: string[]; g: string[] }>(folder, file)
    rows.set(file, known)
    const { t, g } = known[Number(row)] as { t: string[]; g: string[] }
    const spans = spansOf(g).map(({ kind, start, end }): [string, number, number] => [kind, start, end])
    const sentence: MarkedSentence = { t, spans, relations: [], attributes: [] }
    for (const mark of marks) {
      const [from = '', type = '', to = ''] = mark.split(' ')
      const [first, last] = to.split('-').map(Number) as [number, number]
      if (type.startsWith('@')) sentence.attributes.push([Number(from), type.slice(1), t.slice(first, last).join(' ')])
      else sentence.relations.push([Number(from), type, Number(to)])
    }
    byFile.set(file, [...(byFile.get(file) ?? []), sentence])
  }
  return byFile
}

function pushSentence(
  examples: Example[],
  { t, spans, relations, attributes }: MarkedSentence,
  { set, language, group, tagger }: { set: string; language: string; group: string; tagger: Tagger },
): void {
  const { text, at } = joined(t)
  const page = pageOfText(text, language)
  const ranges = spans.map(([, from, to]): [number, number] => [at[from]?.[0] ?? 0, at[to - 1]?.[1] ?? 0])
  const given = spans.flatMap(([kind], index): Span[] => {
    const end = kindOfTag[kind]
    const [start, stop] = ranges[index] as [number, number]
    return end ? [{ start, end: stop, kind: end }] : []
  })
  const spanOf = (end: End) => (end.is_pronoun ? -1 : ranges.findIndex((range) => overlap(end, range)))
  const label: Labeller = (a, b) => {
    const labels = new Map<string, number>()
    const from = spanOf(a)
    if (a.is_pronoun || b.is_pronoun) return { labels, facts: new Map(), other: -1 }
    if (isName(b)) {
      const to = spanOf(b)
      for (const [h, type, o] of relations) {
        const ours = typeOf(type)
        const isMutual = statementTypes[typeIndex.get(ours) ?? -1]?.is_mutual
        if ((h === from && o === to) || (isMutual && h === to && o === from)) {
          labels.set(ours, 1)
          if (waysToBelong.includes(ours)) labels.set('affiliated_with', 1)
        }
      }
      return { labels, facts: new Map(), other: 0 }
    }
    const written = foldName(text.slice(b.start, b.end))
    for (const [span, key, value] of attributes) {
      const wanted = foldName(value)
      const type = attributeTypes[key]
      if (span === from && type && (written.includes(wanted) || wanted.includes(written))) labels.set(type, 1)
    }
    return { labels, facts: new Map(), other: 0 }
  }
  for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
    const whole = withGiven(one, given, page, tagger)
    for (const pair of candidatePairs(whole.ends))
      push(examples, { set, group }, whole, pair, { label, given: whole.given })
  }
}
