import type { askRoutes } from '@polegraph/contract/ask.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { cutQuestion } from '../memory/search.ts'
import { momentsOf } from '../read/routes.ts'
import { Asker, type AskParts } from './ask.ts'

export function askHandlers(parts: AskParts): Handlers<typeof askRoutes> {
  const asker = new Asker(parts)
  const { at } = momentsOf(parts.clock)
  return { ask: { read: (call) => asker.ask(call.db, call.domain, at(call), cutQuestion(call.query.q)) } }
}
