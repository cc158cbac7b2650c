import type { Autopilot } from '../service/types.ts'

/** The steps of an autopilot. */
export const stageWords: Record<Autopilot['stage'], string> = {
  brief: 'Understand the sentence',
  discover: 'Find sources',
  crawling: 'Read pages',
  assess: 'Assess the graph',
  grow: 'Decide what follows',
  steady: 'Done',
  failed: 'Failed',
}
