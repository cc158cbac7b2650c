import { foldName } from '../../../../server/src/language/fold-name.ts'
import type { NamedPage } from '../../../../server/src/reader/names/rules/named-page.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import { statementTypes, waysToBelong } from '../../../../server/src/reader/statements/statement-types.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../../eval/evaluation.ts'
import {
  attributeTypes,
  count,
  type Examples,
  isName,
  type Labeller,
  namesOf,
  push,
  typeIndex,
  typeOf,
} from './examples.ts'

// Articles of the open web in which everything that they say is marked.

interface Marks {
  page: string
  url: string
  language: string
  entities: {
    ref: string
    kind: string
    name: string
    aliases: string[]
    attributes: Record<string, string>
    when: string | null
  }[]
  relations: { from: string; type: string; to: string; quote: string; certainty?: string }[]
}

export function readProse(corpus: Corpus, tagger: Tagger): Examples {
  const found: Examples = { examples: [], marked: new Map(), markedNames: new Map() }
  for (const file of corpus.list('prose/gold')) {
    const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
    const parsed = parsePage(decodeText(corpus.read(marks.page), null, 'html').text, { url: marks.url })
    const page: NamedPage = { ...parsed, url: marks.url }
    const group = file
    const refs = new Map(
      marks.entities.flatMap(({ ref, name, aliases }) =>
        [name, ...aliases].map((one): [string, string] => [foldName(one), ref]),
      ),
    )
    const byRef = new Map(marks.entities.map((entity) => [entity.ref, entity]))
    const refOf = (end: End) => {
      if (!isName(end)) return undefined
      return [...(end.entity ? [end.entity.name, ...end.entity.aliases] : []), parsed.text.slice(end.start, end.end)]
        .map((name) => refs.get(foldName(name)))
        .find(Boolean)
    }
    const relations = marks.relations.filter(({ certainty }) => certainty !== 'denied')
    for (const { type } of relations) count(found.marked, `${group} ${typeOf(type)}`)
    for (const { attributes } of marks.entities)
      for (const key of Object.keys(attributes)) count(found.marked, `${group} ${attributeTypes[key] ?? key}`)
    for (const { sentence, words, ends } of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      const first = sentence.tokens[0]?.start ?? 0
      const said = foldName(parsed.text.slice(first, sentence.tokens.at(-1)?.end ?? first))
      const label: Labeller = (a, b) => {
        const labels = new Map<string, number>()
        const facts = new Map<string, string>()
        const [from, to] = [refOf(a), refOf(b)]
        const open = { labels, facts, other: -1 }
        if (a.is_pronoun || b.is_pronoun) return open
        if (from === undefined) return { labels, facts, other: 0 }
        const entity = byRef.get(from)
        if (!isName(b)) {
          const value = foldName(b.value ?? '')
          for (const [key, marked] of Object.entries({
            ...entity?.attributes,
            ...(entity?.when ? { event_date: entity.when } : {}),
          })) {
            const type = attributeTypes[key]
            const wanted = foldName(`${marked}`)
            const isSame =
              b.kind === 'date'
                ? wanted.startsWith(value.slice(0, 4)) && (value.startsWith(wanted) || wanted.startsWith(value))
                : value.includes(wanted) || wanted.includes(value)
            if (type !== undefined && isSame) {
              labels.set(type, 1)
              facts.set(type, `${file} ${from} ${key}`)
            }
          }
          if (labels.get('job_title') === 1 || labels.get('occupation') === 1)
            for (const one of ['job_title', 'occupation']) if (!labels.has(one)) labels.set(one, 0)
          return { labels, facts, other: 0 }
        }
        if (to === undefined) return { labels, facts, other: 0 }
        if (from === to) return open
        for (const [at, relation] of relations.entries()) {
          const type = typeOf(relation.type)
          const isMutual = statementTypes[typeIndex.get(type) ?? -1]?.is_mutual
          const isThis = relation.from === from && relation.to === to
          if (!isThis && !(isMutual && relation.from === to && relation.to === from)) continue
          const quote = foldName(relation.quote ?? '')
          const isHere = quote.includes(said) || said.includes(quote)
          labels.set(type, isHere ? 1 : -1)
          if (isHere) facts.set(type, `${file} ${at}`)
          if (waysToBelong.includes(type)) labels.set('affiliated_with', isHere ? 1 : -1)
          if (waysToBelong.includes(type) && isHere) facts.set('affiliated_with', `${file} ${at}`)
        }
        return { labels, facts, other: 0 }
      }
      for (const pair of candidatePairs(ends)) push(found.examples, { set: 'prose', group }, words, pair, { label })
    }
  }
  return found
}
