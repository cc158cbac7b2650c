import { autopilotRoutes } from '@polegraph/contract/crawl/autopilot.ts'
import { sourceRoutes } from '@polegraph/contract/crawl/sources.ts'
import { domainRoutes } from '@polegraph/contract/domains.ts'
import { amountOf } from '../answer-text.ts'
import { fieldsFrom, ToolMistake, type WritingTool } from '../tool.ts'
import { contractFields, domainField, joinInputs, ownFields } from '../tool-input.ts'

// The tools that change something.

const ofDomain = ['name', 'description', 'ontology', 'max_depth', 'max_pages', 'max_spend_usd']

const createDomain: WritingTool = {
  name: 'create_domain',
  title: 'Create an empty knowledge graph',
  description:
    'Makes a domain without pages; add_source then gives it something to read. When the person only names a subject, start_autopilot finds the sources itself.',
  input: contractFields(domainRoutes.createDomain.body, ofDomain),
  async write({ client, args, options }) {
    const made = await client.domains.create(fieldsFrom(args, ofDomain), options)
    return { text: `Made the domain ${made.id}. Add pages with add_source.`, data: made }
  },
}

const addSource: WritingTool = {
  name: 'add_source',
  title: 'Add a source to a graph',
  description:
    'Registers a web address and reads its page at once, then the pages that it links to, politely and within the limits of the domain. Follow it with get_status.',
  input: joinInputs(domainField, contractFields(sourceRoutes.addSource.body, ['url'])),
  isIdempotent: true,
  async write({ client, args, domain, options }) {
    const added = await client.sources.add(domain, fieldsFrom(args, ['url']), options)
    const text =
      added.queued > 0 ? 'Added and queued.' : 'Added, but not queued: it waits already, or max_pages is reached.'
    return { text: `${text} Follow it with get_status.`, data: added }
  },
}

const pagesToCrawl = ['new', 'all'] as const

const startCrawl: WritingTool = {
  name: 'start_crawl',
  title: 'Crawl the sources of a graph',
  description:
    'Queues pages: `new` those that were not read yet, `all` those that were read before, to see what has changed. Follow it with get_status. A paused crawl stays paused.',
  input: joinInputs(
    domainField,
    ownFields(
      { pages: { type: 'string', enum: pagesToCrawl, default: 'new', description: 'Which pages to queue.' } },
      { optional: true },
    ),
  ),
  async write({ client, args: { pages = 'new' }, domain, options }) {
    if (!pagesToCrawl.includes(pages as 'new')) throw new ToolMistake('pages must be new or all')
    const queued = await (pages === 'all'
      ? client.pages.recrawl(domain, options)
      : client.sources.crawlAll(domain, options))
    return { text: `Queued ${amountOf(queued.queued, 'page')}. Follow them with get_status.`, data: queued }
  },
}

const pauseCrawl: WritingTool = {
  name: 'pause_crawl',
  title: 'Pause the crawl of a graph',
  description: 'No page is fetched and no model is asked any more; what waits stays. A person resumes it.',
  input: domainField,
  isIdempotent: true,
  async write({ client, domain, options }) {
    const paused = await client.runs.pause(domain, options)
    return { text: 'The crawl is paused.', data: paused }
  },
}

const ofAutopilot = ['prompt', 'max_pages', 'max_spend_usd', 'max_cycles']

const startAutopilot: WritingTool = {
  name: 'start_autopilot',
  title: 'Make a graph from one sentence',
  description:
    'Makes a new domain from a sentence, searches the web for sources, crawls them and assesses the graph, within the limits given. It takes minutes and may cost money up to max_spend_usd. Follow it with get_status.',
  input: contractFields(autopilotRoutes.createAutopilot.body, ofAutopilot),
  async write({ client, args, options }) {
    const made = await client.autopilot.create(fieldsFrom(args, ofAutopilot), options)
    return { text: `Made the domain ${made.id}. Follow it with get_status.`, data: made }
  },
}

export const writingTools: readonly WritingTool[] = [createDomain, addSource, startCrawl, pauseCrawl, startAutopilot]
