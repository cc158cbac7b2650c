import { nothing } from '@polegraph/contract/fields.ts'
import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { z } from 'zod'
import { amountOf, fitBlocks } from '../answer-text.ts'
import { nameText, summaryText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, sizeField } from '../tool-input.ts'

const runsShown = 3

export const getStatusTool = readingTool({
  name: 'get_status',
  title: 'Get the state of a graph and its crawl',
  description:
    'How a graph is doing: whether it is being crawled, why it is paused, its last runs with their counts, how many links wait, how far an autopilot is, and what an operator should look at. Use it to follow a crawl.',
  args: z.object({ domain: domainField, max_characters: sizeField }),
  fields: nothing,
  async read({ client, domain: id, room, options }) {
    const [domain, { runs }, { frontier }, { autopilot }, stats, service] = await Promise.all([
      client.domains.get(id, options),
      client.runs.list(id, options),
      client.frontier.get(id, options),
      client.autopilot.get(id, options),
      client.graph.getStats(id, {}, options),
      client.service.getStatus(options),
    ])
    const paused = domain.paused_reason ? `, ${summaryText(domain.paused_reason)}` : ''
    const blocks = [
      `${nameText(domain.name)}: crawl ${domain.crawl_state}${paused}${domain.archived ? ', archived' : ''}`,
      `graph: ${amountOf(stats.entities, 'entity', 'entities')}, ${amountOf(stats.relationships, 'relationship')}, ${amountOf(stats.evidence, 'quote')}; by kind: ${stats.kinds.map(({ value, count }) => `${value} ${count}`).join(', ')}`,
      `limits: ${domain.max_pages} pages, depth ${domain.max_depth}, ${domain.max_spend_usd === null ? 'no spend cap' : `${domain.max_spend_usd} USD a month`}`,
      `schedule: ${domain.recrawl_every === null ? 'none; it is crawled again when somebody asks' : `pages are asked for again within ${domain.recrawl_every} seconds${domain.next_recrawl_at ? `, next run ${domain.next_recrawl_at}` : ''}`}`,
      ...(runs.length === 0 ? ['runs: none yet'] : runs.slice(0, runsShown).map(runLine)),
      `links: ${frontier.map(({ status, n }) => `${n} ${status}`).join(', ')}`,
      ...(autopilot ? [autopilotLine(autopilot)] : []),
      `service: ${service.has_model ? 'with' : 'without'} a language model${service.problems.map((problem) => `; ${summaryText(problem)}`).join('')}`,
    ]
    return { about: 'State of the graph:', blocks: fitBlocks(blocks, room) }
  },
})

type Run = Awaited<ReturnType<CallGroups['runs']['list']>>['runs'][number]

function runLine(run: Run): string {
  const {
    status,
    trigger,
    started_at,
    finished_at,
    end_reason,
    pages_total,
    pages_done,
    pages_failed,
    entities_added,
  } = run
  const times = `begun ${started_at}${finished_at ? `, ended ${finished_at}` : ''}`
  const pages = `${pages_done} of ${amountOf(pages_total, 'page')} done, ${pages_failed} failed`
  return `run ${status}${trigger === 'call' ? '' : ` by a ${trigger}`}: ${times}; ${pages}; ${amountOf(entities_added, 'entity', 'entities')} added${end_reason ? `; ${summaryText(end_reason)}` : ''}`
}

type Autopilot = NonNullable<Awaited<ReturnType<CallGroups['autopilot']['get']>>['autopilot']>

function autopilotLine({ stage, cycle, max_cycles, error, last_report }: Autopilot): string {
  const report = last_report ? `; score ${last_report.score}: ${summaryText(last_report.reason)}` : ''
  return `autopilot: ${stage}, cycle ${cycle} of ${max_cycles}${report}${error ? `; ${summaryText(error)}` : ''}`
}
