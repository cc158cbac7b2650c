import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { type EndKind, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import {
  type Example,
  joined,
  type Labeller,
  namesOf,
  overlap,
  pageOfText,
  push,
  type Span,
  withGiven,
} from './examples.ts'

// Re-DocRED and FewRel: documents and sentences with properties of Wikidata.

interface Document {
  sents: string[][]
  vertexSet: { sent_id: number; pos: [number, number]; type: string }[][]
  labels?: { h: number; t: number; r: string; evidence: number[] }[]
}

/** Properties of Wikidata by our types; `<` where they lead the other way. */
const wikidata: Record<string, string> = {
  P131: 'located_in',
  P17: 'located_in',
  P150: '<located_in',
  P276: 'located_in',
  P159: 'located_in',
  P30: 'located_in',
  P706: 'located_in',
  P27: 'national_of',
  P19: 'born_in',
  P20: 'died_in',
  P551: 'lives_in',
  P69: 'alumnus_of',
  P108: 'works_for',
  P463: 'member_of',
  P54: 'member_of',
  P102: 'member_of',
  P112: '<founder_of',
  P127: '<owner_of',
  P749: 'part_of',
  P355: '<part_of',
  P361: 'part_of',
  P26: 'spouse_of',
  P40: 'parent_of',
  P22: '<parent_of',
  P25: '<parent_of',
  P3373: 'sibling_of',
  P569: 'birth_date',
  P570: 'death_date',
  P571: 'founding_date',
  P585: 'event_date',
  P1344: 'participant_in',
  P710: '<participant_in',
  P607: 'participant_in',
  P488: '<leads',
  P169: '<leads',
  P6: '<leads',
}
const documentKind: Record<string, EndKind> = {
  PER: 'person',
  ORG: 'object',
  LOC: 'location',
  TIME: 'date',
  MISC: 'event',
}
const markedOnly = [
  'job_title',
  'occupation',
  'nationality',
  'visited',
  'partner_of',
  'organizer_of',
  'lives_in',
  'affiliated_with',
  'leads',
  'works_for',
  'owner_of',
]

export function readDocuments(folder: string, tagger: Tagger): Example[] {
  const examples: Example[] = []
  const documents = JSON.parse(readFileSync(join(folder, 'relations-redocred.json'), 'utf8')) as Document[]
  for (const [row, { sents, vertexSet, labels: facts = [] }] of documents.entries()) {
    for (const [number, tokens] of sents.entries()) {
      const { text, at } = joined(tokens)
      const page = pageOfText(text, 'en')
      const here = vertexSet.flatMap((mentions, vertex) =>
        mentions
          .filter(({ sent_id }) => sent_id === number)
          .map(({ pos, type }) => ({ vertex, type, start: at[pos[0]]?.[0] ?? 0, end: at[pos[1] - 1]?.[1] ?? 0 })),
      )
      const given = here.flatMap(({ type, start, end }): Span[] => {
        const kind = documentKind[type]
        return kind && kind !== 'date' && kind !== 'event' ? [{ start, end, kind }] : []
      })
      const vertexOf = (end: End) => here.find((one) => overlap(end, [one.start, one.end]))?.vertex
      const label: Labeller = (a, b) => {
        const labels = new Map<string, number>(markedOnly.map((type) => [type, -1]))
        const [from, to] = [vertexOf(a), vertexOf(b)]
        if (a.is_pronoun || b.is_pronoun) return { labels, facts: new Map(), other: -1 }
        if (from === undefined || to === undefined) return { labels, facts: new Map(), other: 0 }
        for (const { h, t, r, evidence } of facts) {
          const type = wikidata[r]
          if (type === undefined) continue
          const [one, other] = type.startsWith('<') ? [t, h] : [h, t]
          const name = type.replace('<', '')
          if ((one === from && other === to) || (name === 'spouse_of' && one === to && other === from)) {
            const isHere = evidence.includes(number)
            labels.set(name, isHere ? 1 : Math.max(-1, labels.get(name) === 1 ? 1 : -1))
            if (waysToBelong.includes(name)) labels.set('affiliated_with', isHere ? 1 : -1)
          }
        }
        return { labels, facts: new Map(), other: 0 }
      }
      for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
        const whole = withGiven(one, given, page, tagger)
        for (const pair of candidatePairs(whole.ends))
          push(examples, { set: 'redocred', group: `${row % 5}` }, whole, pair, {
            label,
            given: whole.given,
          })
      }
    }
  }
  return examples
}

export function readFewRel(folder: string, tagger: Tagger): Example[] {
  const examples: Example[] = []
  const lines = readFileSync(join(folder, 'relations-fewrel.jsonl'), 'utf8').split('\n')
  for (const line of lines) {
    if (line === '') continue
    const { property, t, h, o } = JSON.parse(line) as { property: string; t: string[]; h: number[]; o: number[] }
    const stated = wikidata[property]
    if (stated === undefined) continue
    const { text, at } = joined(t)
    const page = pageOfText(text, 'en')
    const range = (indexes: number[]): [number, number] => [
      at[Math.min(...indexes)]?.[0] ?? 0,
      at[Math.max(...indexes)]?.[1] ?? 0,
    ]
    const [from, to] = stated.startsWith('<') ? [range(o), range(h)] : [range(h), range(o)]
    const type = stated.replace('<', '')
    const label: Labeller = (a, b) => {
      const isThis = overlap(a, from) && overlap(b, to)
      const isBack = overlap(a, to) && overlap(b, from)
      const labels = new Map<string, number>()
      if (a.is_pronoun || b.is_pronoun || (!isThis && !isBack)) return { labels, facts: new Map(), other: -1 }
      labels.set(type, isThis || type === 'spouse_of' || type === 'sibling_of' ? 1 : 0)
      return { labels, facts: new Map(), other: isThis && type === 'part_of' ? -1 : 0 }
    }
    for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      for (const pair of candidatePairs(one.ends)) push(examples, { set: 'fewrel', group: '0' }, one, pair, { label })
    }
  }
  return examples
}
