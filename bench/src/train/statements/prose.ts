import { foldName } from '../../../../server/src/language/fold-name.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { statementTypes, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import type { MarkedEntity, MarkedPage } from '../marks/marked-pages.ts'
import { attributeTypes, type Example, isName, type Labeller, namesOf, push, typeIndex, typeOf } from './examples.ts'

// Articles of the open web in which everything that they say is marked.

/** The pairs of marked pages. Each page is read with a tagger that has not learned from it, as other pages will be. */
export function readProse(pages: MarkedPage[], taggerOf: (page: MarkedPage) => Tagger): Example[] {
  const examples: Example[] = []
  for (const marked of pages) {
    const { id, page, end } = marked
    const tagger = taggerOf(marked)
    const refOf = refsOf(marked)
    for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      const first = one.sentence.tokens[0]?.start ?? 0
      if (first >= end) continue
      const said = foldName(page.text.slice(first, one.sentence.tokens.at(-1)?.end ?? first))
      const label = labellerOf(marked, refOf, said)
      for (const pair of candidatePairs(one.ends)) push(examples, { set: 'prose', group: id }, one, pair, { label })
    }
  }
  return examples
}

function refsOf({ entities, page }: MarkedPage): (end: End) => string | undefined {
  const refs = new Map(
    entities.flatMap(({ ref, name, aliases }) =>
      [name, ...aliases].map((one): [string, string] => [foldName(one), ref]),
    ),
  )
  return (end) => {
    if (!isName(end)) return undefined
    return [...(end.entity ? [end.entity.name, ...end.entity.aliases] : []), page.text.slice(end.start, end.end)]
      .map((name) => refs.get(foldName(name)))
      .find(Boolean)
  }
}

function labellerOf(
  { entities, relations }: MarkedPage,
  refOf: (end: End) => string | undefined,
  said: string,
): Labeller {
  const byRef = new Map(entities.map((entity) => [entity.ref, entity]))
  return (a, b) => {
    const labels = new Map<string, number>()
    const [from, to] = [refOf(a), refOf(b)]
    const facts = new Map<string, string>()
    const open = { labels, facts, other: -1 }
    if (a.is_pronoun || b.is_pronoun) return open
    if (from === undefined) return { labels, facts, other: 0 }
    if (!isName(b)) return { labels: labelsOfAttributes(byRef.get(from), b), facts, other: 0 }
    if (to === undefined) return { labels, facts, other: 0 }
    if (from === to) return open
    for (const relation of relations) {
      const type = typeOf(relation.type)
      const isMutual = statementTypes[typeIndex.get(type) ?? -1]?.is_mutual
      const isThis = relation.from === from && relation.to === to
      if (!isThis && !(isMutual && relation.from === to && relation.to === from)) continue
      const quote = foldName(relation.quote)
      const isHere = quote.includes(said) || said.includes(quote)
      labels.set(type, isHere || labels.get(type) === 1 ? 1 : -1)
      if (waysToBelong.includes(type)) labels.set('affiliated_with', labels.get(type) as number)
    }
    return { labels, facts, other: 0 }
  }
}

function labelsOfAttributes(entity: MarkedEntity | undefined, { kind, value: found = '' }: End): Map<string, number> {
  const labels = new Map<string, number>()
  const value = foldName(found)
  for (const [key, written] of entity?.attributes ?? []) {
    const type = attributeTypes[key]
    const wanted = foldName(written)
    const isSame =
      kind === 'date'
        ? wanted.startsWith(value.slice(0, 4)) && (value.startsWith(wanted) || wanted.startsWith(value))
        : value.includes(wanted) || wanted.includes(value)
    if (type !== undefined && isSame) labels.set(type, 1)
  }
  if (labels.get('job_title') === 1 || labels.get('occupation') === 1)
    for (const one of ['job_title', 'occupation']) if (!labels.has(one)) labels.set(one, 0)
  return labels
}
