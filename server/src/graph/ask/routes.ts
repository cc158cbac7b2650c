import type { askRoutes } from '@polegraph/contract/graph/ask.ts'
import { sharedReads } from '../../platform/http/caller-reads.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { cutQuestion } from '../memory/search/search.ts'
import { momentsOf } from '../read/routes.ts'
import type { Asker, AskParts } from './ask.ts'

export function askHandlers(parts: AskParts): Handlers<typeof askRoutes> {
  // Loaded with the first question.
  let asker: Promise<Asker> | undefined
  const findAsker = () => {
    asker ??= import('./ask.ts').then(({ Asker }) => new Asker(parts))
    return asker
  }
  const { at } = momentsOf(parts.clock)
  return {
    ask: {
      read: async (call) => {
        const may_spend = call.caller.role !== 'viewer' || call.domain.readers_may_spend
        // An answer is shared by all who ask the same.
        const moment = at(call)
        const asker = await findAsker()
        return asker.ask(sharedReads(call.db), { ...call.domain, may_spend }, moment, cutQuestion(call.query.q))
      },
    },
  }
}
