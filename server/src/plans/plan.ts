// A plan as the API shows it.

export interface SelectedLink {
  url: string
  reason: string
}

export interface GapSearch {
  query: string
  gap: string
  found: number
}

export interface PlanResult {
  pages: number
  entities_added: number
  rejected: number
  waiting: number
}

export interface Plan {
  id: string
  status: 'queued' | 'running' | 'finished' | 'failed'
  started_at: string | null
  finished_at: string | null
  result: PlanResult | null
  selected: SelectedLink[]
  searches: GapSearch[]
  notes: string | null
  enqueued: number
  frontier_added: number
}
