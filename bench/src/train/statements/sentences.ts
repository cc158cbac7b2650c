import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { type EndKind, statementTypes, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import {
  attributeTypes,
  type Examples,
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

// Single sentences in English and German with their relations and attributes.

interface MarkedSentence {
  t: string[]
  spans: [string, number, number][]
  relations: [number, string, number][]
  attributes: [number, string, string][]
}

const kindOfTag: Record<string, EndKind> = { PER: 'person', ORG: 'object', LOC: 'location', EVT: 'event' }

export function readMarkedSentences(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  for (const language of ['en', 'de']) {
    const lines = readFileSync(join(folder, `relations-marked-${language}.jsonl`), 'utf8').split('\n')
    for (const [row, line] of lines.entries()) {
      if (line === '') continue
      const { t, spans, relations, attributes } = JSON.parse(line) as MarkedSentence
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
          push(found.examples, { set: `marked-${language}`, group: `${row % 5}` }, whole.words, pair, {
            label,
            given: whole.given,
          })
      }
    }
  }
  return found
}
