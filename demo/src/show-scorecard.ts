import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { bar, type Screen } from './screen.ts'

const barWidth = 20

const kinds: [kind: string, one: string, many: string][] = [
  ['person', 'person', 'people'],
  ['object', 'organization', 'organizations'],
  ['location', 'place', 'places'],
  ['event', 'event', 'events'],
]

/** The score of the graph with its components, and the counts behind it. */
export async function showScorecard(polegraph: Polegraph, domainId: string, screen: Screen): Promise<void> {
  const { scorecard } = await polegraph.domains.getScorecard(domainId)
  // The scorecard counts the quotes of entities alone.
  const { evidence } = await polegraph.graph.getStats(domainId)
  const { score, components, metrics } = scorecard
  screen.heading(`Scorecard: ${score} of 100`)
  for (const [name, value] of Object.entries(components)) {
    screen.line(`  ${name.padEnd(14)} ${bar(value / 100, barWidth)} ${value}`)
  }
  const counts = kinds.map(([kind, one, many]) => {
    const count = metrics.entities_by_kind[kind] ?? 0
    return `${count} ${count === 1 ? one : many}`
  })
  screen.line(`  ${counts.join(', ')}; ${metrics.relationships} relationships; ${evidence} quotes`)
}
