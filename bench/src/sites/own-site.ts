// Whole sites of our own writing, about people, organizations and events that do not exist, in towns that do. They are
// served and crawled as the sites of the corpus are, and their gold has the same layout.

export interface GoldName {
  name: string
  page: string
  /** Latitude and longitude of a town. */
  geo?: string
}

export interface GoldRelation {
  subject: string
  relation: string
  object: string
  page: string
  event?: string
}

export interface SiteGold {
  host: string
  start_urls: string[]
  how_gold_was_made: string
  complete: boolean
  persons: GoldName[]
  organizations: GoldName[]
  locations: GoldName[]
  events: GoldName[]
  relations: GoldRelation[]
}

export interface OwnSite {
  host: string
  /** HTML by path. */
  pages: Map<string, string>
  gold: SiteGold
}

/** The fields of a table that is written as lines with bars between the fields. */
export function readRows<Field extends string>(fields: Field[], text: string): Record<Field, string>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const values = line.split('|').map((value) => value.trim())
      if (values.length !== fields.length) throw new Error(`${values.length} fields, not ${fields.length}: ${line}`)
      return Object.fromEntries(fields.map((field, at) => [field, values[at]])) as Record<Field, string>
    })
}

/** `glockengiesserei-habisreutinger` for an address. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export function htmlOf(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

export function each<Item>(items: readonly Item[], render: (item: Item, at: number) => string): string {
  return items.map(render).join('\n')
}

/** Each name once, with the first page that has it. */
export function uniqueNames(names: GoldName[]): GoldName[] {
  return [...new Map(names.toReversed().map((entry) => [entry.name, entry])).values()].toReversed()
}

/** A site with its gold, which was written before the pages that are made from it. */
export function ownSite(
  host: string,
  pages: Map<string, string>,
  lists: Omit<SiteGold, 'host' | 'start_urls' | 'how_gold_was_made' | 'complete'>,
): OwnSite {
  const how_gold_was_made = 'written before the pages, which are made from it'
  return { host, pages, gold: { host, start_urls: [`http://${host}/`], how_gold_was_made, complete: true, ...lists } }
}
