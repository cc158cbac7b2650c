import { limits } from '../limits.ts'

// The first page of the reference: what holds for all calls, and the order of the chapters.

export function guide(version: string): string {
  return `Polegraph builds knowledge graphs of people, objects (organizations), locations and events from the open web. A
**project** is the tenant: it owns keys, members and domains. A **domain** is one graph, with its ontology, sources, gate and
budget. Served by version ${version}.

\`\`\`sh
curl -H "Authorization: Bearer $KEY" "$BASE/v1/domains"
\`\`\`

## Authentication

Send a key as \`Authorization: Bearer svc_…\`. A \`read\` key may call every GET, send feedback and say which news it has seen; a \`full\` key may do
everything in its project. People sign in and have a session cookie; their role decides what they may do. Share links and feeds
need neither.

## Errors

Every error has a JSON body:

\`\`\`json
{
  "error": "max_pages must be an integer from 1 to ${limits.pages_max}",
  "code": "invalid_request",
  "request_id": "0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70",
  "details": [{ "path": "max_pages", "message": "max_pages must be an integer from 1 to ${limits.pages_max}" }]
}
\`\`\`

\`error\` is for people, \`code\` for programs and stable. \`details\` lists all mistakes of a request that is not valid. What
belongs to another project is not found. Unknown fields of a body or query are refused. After 429 and 503, wait for
\`Retry-After\` seconds and try again; quote \`request_id\` (also the header \`X-Request-Id\`) when you report a 500.

## Repeating a call

Any POST takes an \`Idempotency-Key\`. The same key with the same request gets the first answer again for
${limits.idempotency_hours} hours, with the header \`Idempotent-Replayed: true\`; with another request it gets 409. Bodies are
compared by value: spaces and the order of fields make no difference.

## Pagination

Lists take \`limit\` (default ${limits.list_default}, at most ${limits.list_max}, unless the call says otherwise) and
\`cursor\`, and answer \`next_cursor\`: pass it as \`cursor\` to get the next page; it is null on the last one. Rows that are
added meanwhile shift nothing. Pages take \`offset\` and answer \`next_offset\` instead.

## Limits

A body has at most ${limits.body_bytes / 1024 / 1024} MiB. Answers tell how many requests are left in \`RateLimit\` and
\`RateLimit-Policy\`; over the limit the answer is 429. Answers over 1 KB are compressed when \`Accept-Encoding\` asks for it.
Answers with an \`ETag\` can be asked for again with \`If-None-Match\`: 304 says that nothing has changed.
Changes of entities, relationships and drafts of the gate take the \`ETag\` of what was read as \`If-Match\`: 412 says that it
has changed since.

## Events

Every domain has a log of events that counts 1, 2, 3 …. Poll it with \`since\`, or follow it as server-sent events: the stream
ends after ${limits.event_stream_seconds} seconds, and \`Last-Event-ID\` goes on where it was. Webhooks deliver the same events
by POST; a delivery that is not answered with 2xx within ${limits.webhook_timeout_seconds} seconds is tried
${limits.webhook_attempts - 1} more times, with the same \`id\`.

## Signatures

Deliveries follow [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` is \`v1,\` and the base64
HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, with the base64-decoded part of the secret after \`whsec_\` as its
key. \`X-Service-Signature\` is the lowercase hex SHA-256 of the secret, a dot and the body. Compute either over the raw bytes,
and compare in constant time.
`
}

export const tags = [
  { name: 'Domains', description: 'Knowledge graphs, each with its own ontology, gate, budget and event log.' },
  { name: 'Autopilot', description: 'A graph from one sentence: what it does, how far it is, and another try.' },
  { name: 'Sources', description: 'Entry URLs of a crawl, and the calls that start it.' },
  { name: 'Pages', description: 'Crawled pages, failed pages and dead letters.' },
  {
    name: 'Crawl runs',
    description: 'Runs of a crawl: list, pause, resume and cancel them; and the frontier of links.',
  },
  {
    name: 'Gate',
    description: 'Versioned rules that decide which pages are relevant. Exactly one version is published.',
  },
  { name: 'Recipes', description: 'Learned extractors that read the pages of one template without a model.' },
  { name: 'Graph', description: 'Entities and relationships, their evidence and their history.' },
  {
    name: 'Curation',
    description: 'What people correct in the graph: it is shown at once, survives every crawl, and can be undone.',
  },
  {
    name: 'Views of the graph',
    description: 'Search, paths, timeline, map, statistics, changes and exports of the graph.',
  },
  { name: 'Imports', description: 'Files whose rows become evidence of the graph, and are taken back as one.' },
  { name: 'Events', description: 'Events of a domain, by polling or as server-sent events.' },
  {
    name: 'Webhooks',
    description: 'Signed event deliveries, with Standard Webhooks headers and `X-Service-Signature`.',
  },
  {
    name: 'Saved views',
    description: 'What a person sees in the console, kept under a name for themselves or for the project.',
  },
  {
    name: 'Watches',
    description: 'Saved searches and sets of entities with a name: what is new in them since the caller looked.',
  },
  { name: 'Feeds', description: 'The news of a watch as Atom and as JSON Feed, at a private address. No key needed.' },
  { name: 'Share links', description: 'Links that publish read-only views of a domain.' },
  {
    name: 'Public views',
    description: 'Read-only views behind share links. No key needed; any origin may read them (CORS).',
  },
  { name: 'Project', description: 'The tenant, its members and invites.' },
  { name: 'API keys', description: 'Keys for programs. Send one as `Authorization: Bearer <key>`.' },
  { name: 'Sessions', description: 'Sign-in for people, by invite, email and password.' },
  { name: 'Feedback', description: 'Report problems and ideas to the team that builds the service.' },
  { name: 'Service', description: 'Health, status and this description. No key needed.' },
]
