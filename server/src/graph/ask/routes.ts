import type { askRoutes } from '@polegraph/contract/ask.ts'
import { sharedReads } from '../../platform/http/caller-reads.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { cutQuestion } from '../memory/search.ts'
import { momentsOf } from '../read/routes.ts'
import { Asker, type AskParts } from './ask.ts'

export function askHandlers(parts: AskParts): Handlers<typeof askRoutes> {
  const asker = new Asker(parts)
  const { at } = momentsOf(parts.clock)
  return {
    ask: {
      read: (call) => {
        const may_spend = call.caller.role !== 'viewer' || call.domain.readers_may_spend
        // An answer is shared by all who ask the same.
        return asker.ask(sharedReads(call.db), { ...call.domain, may_spend }, at(call), cutQuestion(call.query.q))
      },
    },
  }
}
