import type { RecipeInForce } from '../recipes/recipe.ts'

/** A page that a worker has taken, with everything that its work needs. */
export interface ClaimedPage {
  project_id: string
  domain_id: string
  id: string
  url: string
  host: string
  depth: number
  fence: number
  /** How often the page was taken since the work on it last ended, this time included. */
  begun: number
  source_id: string | null
  source_host: string
  group_key: string
  /** The group of the page whose link led to this one. */
  found_in: string | null
  fetch_failures: number
  /** How often the model could not be reached for this page in this run. */
  model_failures: number
  run_id: string | null
  before_status: PageStatus | null
  etag: string | null
  last_modified: string | null
  bytes_hash: string | null
  content_hash: string | null
  read_at: string | null
  /** How the stored text was read, and with which status; null when its claims were retracted. */
  read_mode: ReadMode | null
  read_status: PageStatus | null
  gate_version: number | null
  /** The version of the gate that is published now. */
  published_version: number
  ontology: string[]
  /** The recipe in force for the page's template. */
  recipe: RecipeInForce | null
  /** Pages that were read before this are read in full. */
  attributes_added_at: string | null
  /** How many stops this process knew of before it claimed the page. */
  stops_seen: number
}

/**
 * How often the work on a page may be begun without an end. One that was begun more often ended its process each time,
 * as far as anybody can tell, and is given up.
 */
export const begunMax = 3

/** The work on the page never ended so far. It is worked on alone of its kind, so that the others are not blamed. */
export const isSuspect = ({ begun }: Pick<ClaimedPage, 'begun'>) => begun === begunMax

export type PageStatus = 'queued' | 'extracted' | 'irrelevant' | 'skipped' | 'failed'
export type PageMode = 'agentic' | 'deterministic' | 'unchanged'
export type ReadMode = Exclude<PageMode, 'unchanged'>
