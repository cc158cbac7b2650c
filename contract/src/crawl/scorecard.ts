import { z } from 'zod'
import { domainId } from '../domains.ts'
import { defineRoutes } from '../route.ts'

const percent = z.number().min(0).max(100)

export const components = z
  .strictObject({
    coverage: percent.describe('How many kinds of the ontology have entities, and how many entities.'),
    precision: percent.describe('Confidence of the facts, reduced by possible duplicates.'),
    connectivity: percent.describe('Share of entities with a relationship.'),
    corroboration: percent.describe('Share of entities with evidence from more than one source.'),
    facets: percent.describe('How complete entities are: summary, attributes, dates, places, identifiers.'),
    diversity: percent.describe('How evenly evidence is spread over hosts, and entities over kinds.'),
  })
  .meta({ id: 'ScorecardComponents', description: 'Each from 0 to 100.' })

const metrics = z
  .strictObject({
    entities: z.int(),
    entities_by_kind: z
      .record(z.string(), z.int())
      .describe('Counts for all kinds of the ontology, and for others in use.'),
    relationships: z.int(),
    evidence: z.int().describe('Live claims on entities, without those on relationships.'),
    hosts: z.int(),
    largest_host_share: z.number().describe('Share of the evidence from the largest host.'),
    mean_confidence: z.number(),
    pending_duplicates: z.int().describe('Possible duplicates that wait for a judgement.'),
    judged_pairs: z.int().describe('Pairs that people judged to be the same or different, by merges and splits too.'),
    merge_precision: z
      .number()
      .nullable()
      .describe('Of the judged pairs that the machine takes for the same, the share that people do too.'),
    merge_recall: z
      .number()
      .nullable()
      .describe('Of the pairs that people judged to be the same, the share that the machine takes for the same.'),
    connected: z.int().describe('Entities with a relationship.'),
    repeated: z.int().describe('Entities with several pieces of evidence, all from one host.'),
    corroborated: z.int().describe('Entities with evidence from two or more hosts.'),
    with_summary: z.int(),
    with_attributes: z.int(),
    with_when: z.int(),
    with_where: z.int(),
    with_identifier: z.int().describe('Entities with an external id or a URL of their own.'),
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
    summary: 'Get the scorecard',
    description: 'Quality score from 0 to 100. docs/scorecard.md has the formulas.',
    params: { domainId },
    status: 200,
    answer: z.strictObject({ scorecard }).meta({ id: 'ScorecardAnswer' }),
  },
})
