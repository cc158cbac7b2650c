export interface Attribute {
  key: string
  label: string
  kinds: string[]
  description: string
}

export interface DomainSettings {
  name: string
  description: string
  ontology: string[]
  attributes: Attribute[]
  max_depth: number
  max_pages: number
  max_spend_usd: number | null
  readers_may_spend: boolean
  /** In seconds; null where pages are not asked for again by themselves. */
  recrawl_every: number | null
}

/** Why a crawl is paused: the sentence for people, and who or what paused it. */
export interface Pause {
  reason: string
  by: 'caller' | 'budget' | 'model' | 'quota'
}
