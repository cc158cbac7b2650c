import { limits } from '@polegraph/contract/limits.ts'
import type { GraphEvent } from '../../graph/events/graph-event.ts'
import { changesOf, entityOf, titleOf } from '../news/event-words.ts'

export interface MailNews {
  domain_id: string
  domain_name: string
  watch_id: string
  watch_name: string
  /** The first ones, oldest first. */
  events: GraphEvent[]
  count: number
}

/** Subject and plain text of a mail, with links to the console. */
export function renderMail(news: MailNews, base: string): { subject: string; text: string } {
  const { domain_id, domain_name, watch_id, watch_name, events, count } = news
  const home = `${base}/d/${domain_id}`
  const page = `${home}/watches?watch=${watch_id}`
  const listed = events.slice(0, limits.mail_entries)
  const changes = count === 1 ? '1 change' : `${count} changes`
  const more = count > listed.length ? [`And ${count - listed.length} more.`] : []
  const text = [
    `${changes} in “${watch_name}” (${domain_name}):`,
    ...listed.map((event) => describe(event, home)),
    ...more,
    `All of it, and where to change or end these mails: ${page}`,
  ]
  return { subject: oneLine(`${watch_name}: ${changes} (${domain_name})`), text: `${text.join('\n\n')}\n` }
}

function describe(event: GraphEvent, home: string): string {
  const lines = changesOf(event.payload)
  const entity = entityOf(event)
  return [
    `* ${titleOf(event)}`,
    // One or two stand in the title.
    ...(lines.length > 2 ? lines.map((line) => `  - ${line}`) : []),
    ...(entity === undefined ? [] : [`  ${home}/e/${entity}`]),
  ].join('\n')
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
