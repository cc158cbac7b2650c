import type { brief } from '@polegraph/contract/crawl/autopilot.ts'
import type { z } from 'zod'

/** The subject of the graph, as the prompt was understood. */
export type Brief = z.output<typeof brief>

/** A stage cannot be done; the message says why to a user. */
export class StageFailed extends Error {
  override name = 'StageFailed'
}
