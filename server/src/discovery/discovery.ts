import type { LeftOut } from './explore/findings.ts'
import type { ByModel } from './rounds/progress.ts'

// A discovery as the API shows it.

export interface SuggestedSource {
  url: string
  reason: string
  kinds: string[]
}

export interface DiscoveryResult {
  hits: number
  sites: number
  left_out: Record<LeftOut, number>
}

export interface DiscoveryEnd {
  status: 'finished' | 'failed'
  summary: string
  result: DiscoveryResult | null
  sources: SuggestedSource[]
  queries_tried: string[]
  /** Only with a model. */
  by_model?: ByModel
}

export interface Discovery extends Omit<DiscoveryEnd, 'status' | 'summary' | 'by_model'> {
  id: string
  status: 'queued' | 'running' | 'finished' | 'failed'
  started_at: string | null
  finished_at: string | null
  summary: string | null
  /** Null without a model. */
  by_model: ByModel | null
}

/** Why a discovery ended that was stopped: another one may be started when the domain goes on. */
export const stopSentences = {
  archived: 'The domain or its project is archived.',
  paused: 'The crawl of the domain is paused: resume it and discover again.',
}
