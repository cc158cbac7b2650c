import { autopilotRoutes } from '@polegraph/contract/crawl/autopilot.ts'
import { sourceRoutes } from '@polegraph/contract/crawl/sources.ts'
import { domainRoutes } from '@polegraph/contract/domains.ts'
import { nothing } from '@polegraph/contract/fields.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { type WritingTool, writingTool } from '../tool.ts'
import { domainField } from '../tool-input.ts'

// The tools that change something.

const createDomain = writingTool({
  name: 'create_domain',
  title: 'Create an empty knowledge graph',
  description:
    'Makes a domain without pages; add_source then gives it something to read. When the person only names a subject, start_autopilot finds the sources itself.',
  args: nothing,
  fields: domainRoutes.createDomain.body.omit({ readers_may_spend: true }),
  async write({ client, fields, options }) {
    const made = await client.domains.create(fields, options)
    return { text: `Made the domain ${made.id}. Add pages with add_source.`, data: made }
  },
})

const addSource = writingTool({
  name: 'add_source',
  title: 'Add a source to a graph',
  description:
    'Registers a web address and reads its page at once, then the pages that it links to, politely and within the limits of the domain. Follow it with get_status.',
  args: z.object({ domain: domainField }),
  fields: sourceRoutes.addSource.body,
  isIdempotent: true,
  async write({ client, fields, domain, options }) {
    const added = await client.sources.add(domain, fields, options)
    const text =
      added.queued > 0 ? 'Added and queued.' : 'Added, but not queued: it waits already, or max_pages is reached.'
    return { text: `${text} Follow it with get_status.`, data: added }
  },
})

const startCrawl = writingTool({
  name: 'start_crawl',
  title: 'Crawl the sources of a graph',
  description:
    'Queues pages: `new` those that were not read yet, `all` those that were read before, to see what has changed. Follow it with get_status. A paused crawl stays paused.',
  args: z.object({
    domain: domainField,
    pages: z
      .enum(['new', 'all'], { error: '{field} must be new or all' })
      .default('new')
      .describe('Which pages to queue.'),
  }),
  fields: nothing,
  async write({ client, args, domain, options }) {
    const queued = await (args.pages === 'all'
      ? client.pages.recrawl(domain, options)
      : client.sources.crawlAll(domain, options))
    return { text: `Queued ${amountOf(queued.queued, 'page')}. Follow them with get_status.`, data: queued }
  },
})

const pauseCrawl = writingTool({
  name: 'pause_crawl',
  title: 'Pause the crawl of a graph',
  description: 'No page is fetched and no model is asked any more; what waits stays. A person resumes it.',
  args: z.object({ domain: domainField }),
  fields: nothing,
  isIdempotent: true,
  async write({ client, domain, options }) {
    const paused = await client.runs.pause(domain, options)
    return { text: 'The crawl is paused.', data: paused }
  },
})

const startAutopilot = writingTool({
  name: 'start_autopilot',
  title: 'Make a graph from one sentence',
  description:
    'Makes a new domain from a sentence, searches the web for sources, crawls them and assesses the graph, within the limits given. It takes minutes and may cost money up to max_spend_usd. Follow it with get_status.',
  args: nothing,
  fields: autopilotRoutes.createAutopilot.body.pick({
    prompt: true,
    max_pages: true,
    max_spend_usd: true,
    max_cycles: true,
  }),
  async write({ client, fields, options }) {
    const made = await client.autopilot.create(fields, options)
    return { text: `Made the domain ${made.id}. Follow it with get_status.`, data: made }
  },
})

export const writingTools: readonly WritingTool[] = [createDomain, addSource, startCrawl, pauseCrawl, startAutopilot]
