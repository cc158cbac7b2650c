import type { agents, EventType } from '@polegraph/contract/events/events.ts'

export interface EventEntry {
  type: EventType
  payload: Record<string, unknown>
}

export interface LoggedEvent extends EventEntry {
  id: number
  created_at: string
}

export interface ActivityEntry {
  agent: (typeof agents)[number]
  action: string
  subject?: string | null
  detail?: string | null
  tokens?: number
  spend_usd?: number
}

export interface Activity extends Required<ActivityEntry> {
  id: number
  at: string
  domain_id: string
}
