import type { GraphEvent } from '../../graph/events/graph-event.ts'
import { changesOf, entityOf, titleOf } from '../news/event-words.ts'
import type { OpenedFeed } from './queries.ts'

// The same entries as Atom (RFC 4287) and as JSON Feed 1.1. Their ids stay: they are of the change, and not of the address.

export interface FeedContent {
  feed: OpenedFeed
  /** Newest first. */
  events: GraphEvent[]
  /** Where the console is. */
  base_url: string
  /** Where the feed itself was read. */
  self_url: string
}

export function renderAtom({ feed, events, base_url, self_url }: FeedContent): string {
  const updated = events[0]?.created_at ?? feed.created_at
  const entries = events.map((event) => {
    const link = linkOf(feed, event, base_url)
    return `  <entry>
    <id>${escapeXml(idOf(feed, event))}</id>
    <title>${escapeXml(titleOf(event))}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(link)}"/>
    <updated>${event.created_at}</updated>
    <published>${event.created_at}</published>
    <content type="text">${escapeXml(textOf(event))}</content>
  </entry>
`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(`urn:polegraph:${feed.domain_id}:watch:${feed.watch_id}`)}</id>
  <title>${escapeXml(`${feed.name} (${feed.domain_name})`)}</title>
  <updated>${updated}</updated>
  <author><name>${escapeXml(feed.domain_name)}</name></author>
  <generator>Polegraph</generator>
  <link rel="self" type="application/atom+xml" href="${escapeXml(self_url)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(homeOf(feed, base_url))}"/>
${entries.join('')}</feed>
`
}

export function renderJsonFeed({ feed, events, base_url, self_url }: FeedContent): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${feed.name} (${feed.domain_name})`,
    home_page_url: homeOf(feed, base_url),
    feed_url: self_url,
    items: events.map((event) => ({
      id: idOf(feed, event),
      url: linkOf(feed, event, base_url),
      title: titleOf(event),
      content_text: textOf(event),
      date_published: event.created_at,
    })),
  })
}

const idOf = ({ domain_id }: OpenedFeed, { id }: GraphEvent) => `urn:polegraph:${domain_id}:${id}`

const homeOf = ({ domain_id }: OpenedFeed, base: string) => `${base}/d/${domain_id}`

function linkOf(feed: OpenedFeed, event: GraphEvent, base: string): string {
  const entity = entityOf(event)
  return entity === undefined ? homeOf(feed, base) : `${homeOf(feed, base)}/e/${entity}`
}

const textOf = (event: GraphEvent) => changesOf(event.payload).join('\n') || titleOf(event)

/** What XML cannot hold at all is left out: control characters, and halves of characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}
