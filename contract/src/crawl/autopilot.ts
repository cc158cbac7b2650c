import { z } from 'zod'
import { attributes, domainId, ontology } from '../domains.ts'
import { decimal, id, integer, label, list, nothing, object, ok, text, timestamp } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import { gateRules } from './gate.ts'
import { components } from './scorecard.ts'

export const autopilotStages = ['brief', 'discover', 'crawling', 'assess', 'grow', 'steady', 'failed'] as const

/** The settings and the gate of the domain, made from the prompt by rules, or by a model whose answer must fit this schema. */
export const brief = object({
  name: label(),
  description: text({ max: limits.description_max }),
  ontology,
  attributes,
  gate: gateRules,
  queries: list(text({ min: 1, max: limits.query_max }), { max: limits.brief_queries_max }),
}).meta({ id: 'Brief', description: 'What the prompt was understood as.' })

const report = z
  .strictObject({
    score: z.number().min(0).max(100),
    components,
    gaps: z.array(z.string()).describe('What the graph has little of, in words.'),
    decision: z.enum(['grow', 'steady']),
    reason: z.string().describe('Why it was decided so, in words.'),
  })
  .meta({ id: 'AutopilotReport' })

const historyEntry = z
  .strictObject({
    stage: z.enum(autopilotStages),
    cycle: z.int(),
    started_at: timestamp,
    finished_at: timestamp.nullable().describe('Null for the present stage.'),
    note: z.string().describe('What was done, in words; of an assessment with the score.'),
  })
  .meta({ id: 'AutopilotHistoryEntry' })

export const autopilot = z
  .strictObject({
    domain_id: id,
    prompt: z.string(),
    stage: z.enum(autopilotStages),
    cycle: z.int().describe('Counts from 1.'),
    max_cycles: z.int(),
    brief: brief.nullable().describe('Null until it is made.'),
    last_report: report.nullable().describe('Null until the first assessment.'),
    history: z.array(historyEntry).describe(`Oldest first; the last ${limits.autopilot_history}.`),
    error: z.string().nullable().describe('Why the stage failed, in words; null unless it did.'),
    assessed_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Autopilot' })

export const autopilotRoutes = defineRoutes({
  createAutopilot: {
    method: 'POST',
    adds: ['domains'],
    path: '/v1/domains/autopilot',
    auth: 'full',
    tag: 'Autopilot',
    summary: 'Make a graph from one sentence',
    description:
      'Makes a domain, understands the prompt, searches for sources, crawls the best pages, and assesses the graph, up to `max_cycles` times. Without a model the prompt is understood by rules.',
    body: z
      .strictObject({
        prompt: text({
          min: limits.prompt_min,
          max: limits.prompt_max,
          too_long: 'prompt too long (max 500 chars)',
          counts_blanks: false,
        }).describe('What the graph is about, in one sentence of any language.'),
        max_pages: integer({ min: 1, max: limits.pages_max }).default(150),
        max_spend_usd: decimal({ min: 0, max: limits.spend_usd_max }).default(25),
        max_cycles: integer({ min: 1, max: limits.cycles_max }).default(3),
      })
      .meta({ id: 'CreateAutopilot', examples: [{ prompt: 'Ports of the Baltic Sea and who runs them' }] }),
    status: 202,
    answer: z.strictObject({ id, stage: z.literal('brief') }).meta({ id: 'AutopilotStarted' }),
    queues_work: true,
  },
  getAutopilot: {
    method: 'GET',
    path: '/v1/domains/{domainId}/autopilot',
    auth: 'any',
    tag: 'Autopilot',
    summary: 'Get the autopilot of a domain',
    params: { domainId },
    status: 200,
    answer: z
      .strictObject({ autopilot: autopilot.nullable().describe('Null when the domain was not made by it.') })
      .meta({ id: 'AutopilotOfDomain' }),
  },
  retryAutopilot: {
    method: 'POST',
    path: '/v1/domains/{domainId}/autopilot/retry',
    auth: 'full',
    tag: 'Autopilot',
    summary: 'Retry the stage that failed',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: ok,
    queues_work: true,
    errors: ['autopilot_not_failed'],
  },
})
