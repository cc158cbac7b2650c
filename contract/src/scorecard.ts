import { z } from 'zod'
import { domainId } from './domains.ts'
import { defineRoutes } from './route.ts'

const percent = z.number().min(0).max(100)

const components = z
  .strictObject({
    coverage: percent.describe('Whether every kind of the ontology is there, and how much of it.'),
    precision: percent.describe('How sure the facts are, and how few entities may be duplicates.'),
    connectivity: percent.describe('How many entities are connected with another.'),
    corroboration: percent.describe('How many entities more than one source speaks of.'),
    facets: percent.describe('How much is said of each: summary, attributes, dates, places, identifiers.'),
    diversity: percent.describe('Whether the evidence comes from many hosts, and the entities are of many kinds.'),
  })
  .meta({ id: 'ScorecardComponents', description: 'Each from 0 to 100.' })

const metrics = z
  .strictObject({
    entities: z.int(),
    entities_by_kind: z.record(z.string(), z.int()).describe('Every kind of the ontology, and others that are in use.'),
    relationships: z.int(),
    evidence: z.int().describe('Live claims on entities.'),
    hosts: z.int(),
    largest_host_share: z.number().describe('Of the evidence.'),
    mean_confidence: z.number(),
    pending_duplicates: z.int().describe('Entities that may be the same as another and wait to be judged.'),
    connected: z.int().describe('Entities with a relationship.'),
    repeated: z.int().describe('Entities with more than one piece of evidence, all of one host.'),
    corroborated: z.int().describe('Entities with evidence of two hosts or more.'),
    with_summary: z.int(),
    with_attributes: z.int(),
    with_when: z.int(),
    with_where: z.int(),
    with_identifier: z.int().describe('Entities with an external id or an address of their own.'),
  })
  .meta({ id: 'ScorecardMetrics', description: 'Plain counts and ratios.' })

export const scorecard = z
  .strictObject({ score: percent, components, metrics })
  .meta({ id: 'Scorecard', description: 'The same graph always gets the same score.' })

export const scorecardRoutes = defineRoutes({
  getScorecard: {
    method: 'GET',
    path: '/v1/domains/{domainId}/scorecard',
    auth: 'any',
    tag: 'Graph',
    summary: 'How good the graph is',
    description: 'From 0 to 100, by the formulas of docs/scorecard.md.',
    params: { domainId },
    status: 200,
    answer: z.strictObject({ scorecard }).meta({ id: 'ScorecardAnswer' }),
  },
})
