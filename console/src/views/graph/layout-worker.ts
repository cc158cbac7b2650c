import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import type { LayoutRequest, LayoutStep } from './layout.ts'

// Places nodes, beside the page: a graph of thousands takes seconds. It ends after a given number of rounds.

const roundsPerStep = 20

function* placements({ nodes, lines, rounds }: LayoutRequest): Generator<LayoutStep> {
  const graph = new Graph({ type: 'undirected' })
  for (const { id, x, y, isFixed } of nodes) graph.addNode(id, { x, y, fixed: isFixed })
  for (const [from, to] of lines) graph.mergeEdge(from, to)
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    // Enough gravity that parts without a line between them do not drift out of the picture.
    gravity: 6,
    scalingRatio: 12,
    strongGravityMode: false,
    barnesHutOptimize: nodes.length > 400,
  }
  for (let done = 0; done < rounds; done += roundsPerStep) {
    forceAtlas2.assign(graph, { iterations: Math.min(roundsPerStep, rounds - done), settings })
    const places = new Float32Array(nodes.length * 2)
    nodes.forEach(({ id }, at) => {
      places[2 * at] = graph.getNodeAttribute(id, 'x')
      places[2 * at + 1] = graph.getNodeAttribute(id, 'y')
    })
    yield { places, isLast: done + roundsPerStep >= rounds }
  }
}

let steps: Generator<LayoutStep> | undefined

/** Computes one step for each message: a page that draws slowly would otherwise fall further and further behind. */
addEventListener('message', ({ data }: MessageEvent<LayoutRequest | 'next'>) => {
  if (data !== 'next') steps = placements(data)
  const step = steps?.next()
  if (step && !step.done) postMessage(step.value, { transfer: [step.value.places.buffer] })
})
