import { z } from 'zod'
import { domainId } from '../domains.ts'
import { nothing, taskProgress } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'

const suggestedSource = z
  .strictObject({
    url: z.string().describe('Canonical address of the page that was looked at: add it as a source.'),
    reason: z.string().describe('Why it is suggested, in words.'),
    kinds: z.array(z.string()).describe('Kinds of the ontology that its page names, the most frequent first.'),
  })
  .meta({ id: 'SuggestedSource' })

const leftOut = z
  .strictObject({
    source: z.int().describe('They are sources of the domain already.'),
    gate: z.int().describe('The gate drops their address, language or text.'),
    robots: z.int().describe('Their robots.txt does not allow to read the page.'),
    unreachable: z.int().describe('The page could not be fetched or read.'),
    unrelated: z.int().describe('The page says nothing about the subject.'),
    not_looked_at: z.int().describe('There were better results than were looked at, or no time was left.'),
  })
  .meta({ id: 'LeftOutSites', description: 'Sites that are not suggested, by the reason.' })

const byModel = z
  .strictObject({
    calls: z.int().describe('Calls that were begun, repairs of answers among them.'),
    calls_max: z.int(),
    searches: z.int().describe('Searches that were made, those of the rules among them.'),
    searches_max: z.int(),
    sites: z.int().describe('Sites that were looked at.'),
    sites_max: z.int(),
    tokens: z.int().describe('Of input and output.'),
    spend_usd: z.number(),
    ended: z
      .enum(['done', 'limit', 'budget', 'failed'])
      .nullable()
      .describe(
        'Why its rounds ended: it had enough, a bound was reached, a spend cap left no room, or it gave no answer. After the last two, rules finish the discovery. Null while they go on, and when it was stopped.',
      ),
    note: z.string().nullable().describe('The same in words.'),
    dropped: z
      .array(z.strictObject({ url: z.string(), reason: z.string() }).meta({ id: 'DroppedSite' }))
      .describe('Sites that were looked at and that the model dropped, with its reason.'),
  })
  .meta({ id: 'DiscoveryByModel', description: 'What a model did in a discovery, and what it could do at most.' })

const discovery = z
  .strictObject({
    ...taskProgress,
    result: z
      .strictObject({
        hits: z.int().describe('Different addresses that the searches found.'),
        sites: z.int().describe('Sites that these addresses are on.'),
        left_out: leftOut,
      })
      .meta({ id: 'DiscoveryResult' })
      .nullable()
      .describe('What became of the results; null until it has finished, and when it failed.'),
    sources: z.array(suggestedSource).describe('Suggestions, the best first. None is added by itself.'),
    summary: z.string().nullable().describe('What was found, or why it failed, in words; null until then.'),
    queries_tried: z.array(z.string()).describe('Words that were searched for, with the language in brackets.'),
    by_model: byModel.nullable().describe('Null without a model.'),
  })
  .meta({ id: 'Discovery', description: 'A search for sources.' })

export const discoveryRoutes = defineRoutes({
  discoverSources: {
    method: 'POST',
    path: '/v1/domains/{domainId}/discover-sources',
    auth: 'full',
    tag: 'Sources',
    summary: 'Search the web for sources',
    description:
      'Searches with words of the name, the description, the ontology and the gate, and looks at one page of each of the ten best sites, for a minute at most. With a model it goes in rounds: the model says what to search for, reads what came, keeps or drops each site with a reason, and asks again, within fixed bounds and the spend cap of the domain. It is refused while the crawl of the domain is paused, and ends as failed when it is paused meanwhile.',
    params: { domainId },
    body: nothing,
    status: 202,
    answer: z.strictObject({ queued: z.literal(true) }).meta({ id: 'DiscoveryQueued' }),
    queues_work: true,
    errors: ['domain_paused', 'discovery_running'],
  },
  listDiscoveries: {
    method: 'GET',
    path: '/v1/domains/{domainId}/discoveries',
    auth: 'any',
    tag: 'Sources',
    summary: `List the last ${limits.discoveries} discoveries, newest first`,
    params: { domainId },
    status: 200,
    answer: z.strictObject({ discoveries: z.array(discovery) }).meta({ id: 'DiscoveryList' }),
  },
})
