import type { autopilot, autopilotStages } from '@polegraph/contract/crawl/autopilot.ts'
import type { z } from 'zod'
import type { Attribute } from '../../domains/domain-settings.ts'

/** The autopilot of a domain, as the API shows it. */
export type Autopilot = z.output<typeof autopilot>
export type AutopilotStage = (typeof autopilotStages)[number]
export type WorkingStage = Exclude<AutopilotStage, 'steady' | 'failed'>
export type Report = NonNullable<Autopilot['last_report']>
export type HistoryEntry = Autopilot['history'][number]

/** A step that this process takes. `fence` tells it from a later one of the same autopilot. */
export interface TakenAutopilot
  extends Pick<Autopilot, 'domain_id' | 'prompt' | 'cycle' | 'max_cycles' | 'brief' | 'last_report' | 'history'> {
  project_id: string
  stage: WorkingStage
  /** The discovery or the plan that the stage waits for. */
  work_id: string | null
  fence: number
  attempts: number
}

/** The next stage, or a reason to wait. */
export type StepOutcome =
  /** The stage goes on: the note says what it waits for. */
  { wait: string; work_id?: string | null } | Move

export interface Move {
  to: AutopilotStage
  /** The work of the stage, in words. */
  note: string
  cycle?: number
  brief?: Autopilot['brief']
  last_report?: Report
  work_id?: string
}

/** A domain, as its autopilot sees it. */
export interface PilotedDomain {
  name: string
  description: string
  ontology: string[]
  attributes: Attribute[]
  max_pages: number
  page_count: number
  entity_count: number
  /** The domain, or its project. */
  is_archived: boolean
  /** Null unless the crawl is paused. */
  paused_reason: string | null
}
