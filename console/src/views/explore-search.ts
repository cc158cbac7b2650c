import { limits } from '@polegraph/contract/limits.ts'
import type { Strings } from '../shared/page/search-params.ts'

// The address of the explore page holds the view, its filters, the search, the chosen entity, a path, a question.

export const viewNames = ['graph', 'timeline', 'map', 'table'] as const
export type ViewName = (typeof viewNames)[number]

export const sorts = ['name', 'connections', 'updated', 'relevance'] as const
export type Sort = (typeof sorts)[number]

const tools = ['path', 'ask'] as const

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
  /** Entities of which the neighbours are drawn, separated by commas; how many of them stands after a dot. */
  open?: string
  /** Entities that are not drawn, separated by commas. */
  hide?: string
  /** How many of the best connected are drawn. */
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

const texts = ['kind', 'type', 'host', 'from', 'to', 'as_of', 'q', 'at', 'open', 'hide', 'path_from', 'path_to', 'ask']

export function readExploreSearch(search: Strings): ExploreSearch {
  const view = viewNames.find((name) => name === search.view)
  const sort = sorts.find((name) => name === search.sort)
  const tool = tools.find((name) => name === search.tool)
  const confidence = Number(search.min_confidence)
  const show = Math.min(Number(search.show), limits.graph_max)
  const path = Number(search.path_n)
  return {
    ...(view && view !== 'graph' && { view }),
    ...Object.fromEntries(texts.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    ...(confidence > 0 && confidence <= 1 && { min_confidence: confidence }),
    ...(sort && { sort }),
    ...(tool && { tool }),
    ...(Number.isInteger(show) && show > 0 && { show }),
    ...(Number.isInteger(path) && path > 0 && { path_n: path }),
    ...(search.list === '1' && { list: '1' }),
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

export function filtersOf(search: ExploreSearch): Filters {
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
