import { limits } from '@polegraph/contract/limits.ts'
import { isWord } from '../shared/format/word.ts'
import type { Strings } from '../shared/page/search-params.ts'

// The address of the explore page holds the view, its filters, the search, the chosen entity, a path, a question.

export const viewNames = ['graph', 'timeline', 'map', 'table'] as const
export type ViewName = (typeof viewNames)[number]

export const sorts = ['name', 'connections', 'updated', 'relevance'] as const
export type Sort = (typeof sorts)[number]

const tools = ['path', 'ask'] as const

export const levels = ['groups', 'near'] as const
export type Level = (typeof levels)[number]

export interface ExploreSearch {
  view?: ViewName
  /** Kinds, separated by commas. */
  kind?: string
  /** Types of relationships, separated by commas. */
  type?: string
  host?: string
  min_confidence?: number
  from?: string
  to?: string
  as_of?: string
  q?: string
  /** Order of the table. */
  sort?: Sort
  /** The entity that is looked at. */
  at?: string
  /** Whether the filters only light up what passes them, instead of leaving the rest out. */
  lit?: '1'
  /** Entities of which the neighbours are drawn, separated by commas; behind a dot how many, behind another by which type. */
  open?: string
  /** The ends of the ids of entities that are not drawn, separated by commas; and of the only ones that are. */
  hide?: string
  only?: string
  /** The hub of the community that is drawn alone. */
  group?: string
  /** Whether communities are drawn, or entities. Without it, the size of the graph decides. */
  level?: Level
  /** What colours and sizes mean: `group`, `same`, or the key of an attribute. */
  color?: string
  size?: string
  /** Whether communities have no ground of their own. */
  plain?: '1'
  /** The saved view that is shown. */
  saved?: string
  /** How many entities are drawn. */
  show?: number
  /** Whether the drawn entities are also listed beside the picture. */
  list?: '1'
  /** The tool that is open in the panel. */
  tool?: (typeof tools)[number]
  /** The two ends of a path, and which of the paths is shown. */
  path_from?: string
  path_to?: string
  path_n?: number
  ask?: string
}

const filterTexts = ['kind', 'type', 'host', 'from', 'to', 'as_of']
const pictureTexts = ['open', 'hide', 'only', 'group', 'saved']
const texts = [...filterTexts, ...pictureTexts, 'q', 'at', 'path_from', 'path_to', 'ask']
const words = ['color', 'size']
const flags = ['list', 'lit', 'plain']

export function readExploreSearch(search: Strings): ExploreSearch {
  const view = viewNames.find((name) => name === search.view)
  const sort = sorts.find((name) => name === search.sort)
  const tool = tools.find((name) => name === search.tool)
  const level = levels.find((name) => name === search.level)
  const confidence = Number(search.min_confidence)
  const show = Math.min(Number(search.show), limits.graph_max)
  const path = Number(search.path_n)
  return {
    ...(view && view !== 'graph' && { view }),
    ...Object.fromEntries(texts.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    ...(confidence > 0 && confidence <= 1 && { min_confidence: confidence }),
    ...(sort && { sort }),
    ...(tool && { tool }),
    ...(level && { level }),
    ...Object.fromEntries(words.flatMap((name) => (isWord(search[name] ?? '') ? [[name, search[name]]] : []))),
    ...(Number.isInteger(show) && show > 0 && { show }),
    ...(Number.isInteger(path) && path > 0 && { path_n: path }),
    ...Object.fromEntries(flags.flatMap((name) => (search[name] === '1' ? [[name, '1']] : []))),
  }
}

/** The filters that all views share, as the service takes them. */
export type Filters = {
  kind?: string[]
  type?: string[]
  host?: string
  min_confidence?: number
  from?: string
  to?: string
  as_of?: string
}

export const filterNames = ['kind', 'type', 'host', 'min_confidence', 'from', 'to', 'as_of'] as const

/** What is left out of all views. */
export function filtersOf(search: ExploreSearch): Filters {
  return search.lit ? timeOf(search) : allFilters(search)
}

const timeOf = ({ as_of }: ExploreSearch): Filters => (as_of ? { as_of } : {})

/** All filters, whether they leave something out or light it up. */
export function allFilters(search: ExploreSearch): Filters {
  const { host, min_confidence, from, to, as_of } = search
  const kind = wordsOf(search.kind)
  const type = wordsOf(search.type)
  return {
    ...(kind.length > 0 && { kind }),
    ...(type.length > 0 && { type }),
    ...(host && { host }),
    ...(min_confidence && { min_confidence }),
    ...(from && { from }),
    ...(to && { to }),
    ...(as_of && { as_of }),
  }
}

export const hasFilters = (search: ExploreSearch) => filterNames.some((name) => search[name] !== undefined)

export const wordsOf = (text: string | undefined) => (text ?? '').split(',').filter(Boolean)

/** The words with this one, or without it where it was among them. */
export function toggled(text: string | undefined, word: string): string | undefined {
  const words = wordsOf(text)
  const others = words.filter((one) => one !== word)
  return (others.length < words.length ? others : [...words, word]).join(',') || undefined
}
