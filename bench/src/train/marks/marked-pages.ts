import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import type { NamedPage } from '../../../../server/src/reader/names/rules/named-page.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../../eval/evaluation.ts'

// Articles of the open web in which somebody has marked every name, and what the page says of it. The corpus has some
// (prose/gold); pages.jsonl has more of its pages, as offsets in their text.

export interface MarkedEntity {
  ref: string
  kind: BaseKind
  name: string
  /** Every form that the page uses, inflected ones too. */
  aliases: string[]
  /** Key and value as written. */
  attributes: [key: string, value: string][]
}

export interface MarkedRelation {
  from: string
  type: string
  to: string
  /** The sentence, or the block that has it. */
  quote: string
}

export interface MarkedPage {
  id: string
  language: string
  page: NamedPage & ReturnType<typeof parsePage> & { url: string }
  entities: MarkedEntity[]
  relations: MarkedRelation[]
  /** The text behind was not marked. */
  end: number
}

/** All marked pages of the corpus. */
export const readMarkedPages = (corpus: Corpus): MarkedPage[] => [...readGoldPages(corpus), ...readOwnPages(corpus)]

interface Gold {
  page: string
  url: string
  language: string
  entities: {
    ref: string
    kind: BaseKind
    name: string
    aliases: string[]
    attributes: Record<string, string>
    when: string | null
  }[]
  relations: { from: string; type: string; to: string; quote: string | null; certainty?: string }[]
}

export function readGoldPages(corpus: Corpus): MarkedPage[] {
  return corpus.list('prose/gold').map((file) => {
    const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Gold
    const page = readPage(corpus, marks.page, marks.url)
    const entities = marks.entities.map(({ attributes, when, ...entity }) => ({
      ...entity,
      attributes: [
        ...Object.entries(attributes).map(([key, value]): [string, string] => [key, `${value}`]),
        ...(when === null ? [] : [['event_date', when] as [string, string]]),
      ],
    }))
    const relations = marks.relations
      .filter(({ certainty }) => certainty !== 'denied')
      .map(({ from, type, to, quote }) => ({ from, type, to, quote: quote ?? '' }))
    const { language } = marks
    return { id: file.replace(/\.json$/, ''), language, page, entities, relations, end: page.text.length }
  })
}

type Range = [start: number, end: number]

/** A line of pages.jsonl. Relations and attributes name their ends by their places in `names`. */
interface OwnMarks {
  page: string
  language: string
  upto: number | null
  names: [kind: BaseKind, forms: Range[], when?: string][]
  relations: [from: number, type: string, to: number, block: Range][]
  attributes: [of: number, key: string, value: Range][]
}

function readOwnPages(corpus: Corpus): MarkedPage[] {
  const lines = readFileSync(join(import.meta.dirname, 'pages.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line): MarkedPage[] => {
    const marks = JSON.parse(line) as OwnMarks
    if (!corpus.has(marks.page)) return []
    const page = readPage(corpus, marks.page, 'https://example.org/')
    const written = ([start, end]: Range) => page.text.slice(start, end)
    const entities = marks.names.map(([kind, forms, when], at): MarkedEntity => {
      const [name = '', ...aliases] = forms.map(written)
      const own = marks.attributes.filter(([of]) => of === at)
      const attributes = own.map(([, key, value]): [string, string] => [key, written(value)])
      return {
        ref: `${at}`,
        kind,
        name,
        aliases,
        attributes: when === undefined ? attributes : [...attributes, ['event_date', when]],
      }
    })
    const relations = marks.relations.map(([from, type, to, block]) => ({
      from: `${from}`,
      type,
      to: `${to}`,
      quote: written(block),
    }))
    const id = marks.page.replace(/^.*\/|\.html$/g, '')
    return [{ id, language: marks.language, page, entities, relations, end: marks.upto ?? page.text.length }]
  })
}

function readPage(corpus: Corpus, path: string, url: string): MarkedPage['page'] {
  return { ...parsePage(decodeText(corpus.read(path), null, 'html').text, { url }), url }
}
