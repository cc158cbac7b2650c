import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { type EndKind, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import {
  count,
  type Examples,
  type Labeller,
  namesOf,
  overlap,
  pageOfText,
  push,
  type Span,
  withGiven,
} from './examples.ts'

// KnowledgeNet: facts of fifteen properties, with the spans of both ends.

/** KnowledgeNet does not tell members from employees and heads; the words mostly do. */
function likelyWay(said: string): string {
  if (/\b(?:member|played|plays|party|club|team|band|fellow|joined the (?:band|group|team|club))\b/i.test(said))
    return 'member_of'
  if (
    /\b(?:ceo|president|chair(?:man|woman)?|director|head|chief|leader|captain|coach|dean|minister|mayor|founder)\b/i.test(
      said,
    )
  )
    return 'leads'
  return 'works_for'
}

interface Passage {
  fold: number
  text: string
  annotated: string[]
  facts: {
    property: string
    subject: [number, number]
    object: [number, number]
    subject_text: string
    object_text: string
  }[]
}

/** By property of KnowledgeNet: the types that it states, whether from its object, and what else is then open. */
const knowledgeNet: Record<string, { types: string[]; inverse?: true; open?: string[]; from: EndKind; to: EndKind[] }> =
  {
    EMPLOYEE_OR_MEMBER_OF: { types: ['affiliated_with'], open: [...waysToBelong], from: 'person', to: ['object'] },
    CEO: {
      types: ['leads', 'affiliated_with'],
      inverse: true,
      open: ['works_for', 'member_of'],
      from: 'person',
      to: ['object'],
    },
    POLITICAL_AFFILIATION: {
      types: ['member_of', 'affiliated_with'],
      open: ['leads', 'works_for'],
      from: 'person',
      to: ['object'],
    },
    FOUNDED_BY: { types: ['founder_of'], inverse: true, from: 'person', to: ['object'] },
    SUBSIDIARY_OF: { types: ['part_of'], open: ['owner_of'], from: 'object', to: ['object'] },
    HEADQUARTERS: { types: ['located_in'], from: 'object', to: ['location'] },
    PLACE_OF_RESIDENCE: { types: ['lives_in'], from: 'person', to: ['location'] },
    PLACE_OF_BIRTH: { types: ['born_in'], from: 'person', to: ['location'] },
    EDUCATED_AT: { types: ['alumnus_of'], from: 'person', to: ['object'] },
    SPOUSE: { types: ['spouse_of'], from: 'person', to: ['person'] },
    CHILD_OF: { types: ['parent_of'], inverse: true, from: 'person', to: ['person'] },
    NATIONALITY: { types: ['nationality', 'national_of'], from: 'person', to: ['nation', 'location'] },
    DATE_OF_BIRTH: { types: ['birth_date'], from: 'person', to: ['date'] },
    DATE_OF_DEATH: { types: ['death_date'], from: 'person', to: ['date'] },
    DATE_FOUNDED: { types: ['founding_date'], from: 'object', to: ['date'] },
  }
export const knowledgeNetTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(knowledgeNet).map(([property, { types }]) => [property, types[0] as string]),
)

const pronoun =
  /^(?:he|she|who|his|her|him|they|it|its|which|their|himself|herself|whose|whom|where|that|i|my|me|we|us|our)$/i

export function readKnowledgeNet(folder: string, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  const lines = readFileSync(join(folder, 'facts-knowledgenet.jsonl'), 'utf8').split('\n')
  for (const [row, line] of lines.entries()) {
    if (line === '') continue
    const { fold, text, annotated, facts } = JSON.parse(line) as Passage
    const page = pageOfText(text, 'en')
    const group = `${fold}`
    for (const { property, subject_text, object_text } of facts) {
      count(found.marked, `${group} ${property}`)
      if (!pronoun.test(subject_text.trim()) && !pronoun.test(object_text.trim()))
        count(found.markedNames, `${group} ${property}`)
    }
    const spans = facts.flatMap(({ property, subject, object }): Span[] => {
      const how = knowledgeNet[property]
      if (!how) return []
      const [from, to] = how.inverse ? [object, subject] : [subject, object]
      return [
        { start: from[0], end: from[1], kind: how.from },
        { start: to[0], end: to[1], kind: how.to[0] as EndKind },
      ]
    })
    const label: Labeller = (a, b) => {
      const labels = new Map<string, number>()
      const said = new Map<string, string>()
      for (const property of annotated) {
        const how = knowledgeNet[property]
        if (!how || how.from !== a.kind || !how.to.includes(b.kind)) continue
        const [from, to] = how.inverse ? [b, a] : [a, b]
        const states = (one: End, other: End) =>
          facts.findIndex(
            (fact) => fact.property === property && overlap(one, fact.subject) && overlap(other, fact.object),
          )
        const there = states(from, to)
        // A marriage may be marked once, or in both directions.
        const hit = there < 0 && property === 'SPOUSE' ? states(to, from) : there
        for (const type of how.types) {
          if (hit >= 0) labels.set(type, 1)
          else if (!labels.has(type)) labels.set(type, how.types[0] === type ? 0 : -1)
        }
        if (hit >= 0) {
          for (const open of how.open ?? []) if (labels.get(open) !== 1) labels.set(open, -1)
          if (property === 'EMPLOYEE_OR_MEMBER_OF') {
            const way = likelyWay(text.slice(Math.min(a.start, b.start), Math.max(a.end, b.end)))
            for (const one of waysToBelong) if (labels.get(one) !== 1) labels.set(one, one === way ? 1 : 0)
          }
          said.set(how.types[0] as string, `${row} ${hit}`)
        } else if (property === 'EMPLOYEE_OR_MEMBER_OF')
          for (const way of waysToBelong) if (!labels.has(way)) labels.set(way, 0)
      }
      // Party and chief executives are belonging too, whatever was looked for.
      if (labels.get('leads') === 1 || labels.get('member_of') === 1) labels.set('affiliated_with', 1)
      return { labels, facts: said, other: -1 }
    }
    for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      const whole = withGiven(one, spans, page, tagger)
      for (const pair of candidatePairs(whole.ends))
        push(found.examples, { set: 'knowledgenet', group }, whole, pair, { label, given: whole.given })
    }
  }
  return found
}
