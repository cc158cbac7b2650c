import '@mantine/core/styles.css'
import '../../../../console/src/shared/page/console.css'
import { MantineProvider } from '@mantine/core'
import cytoscape from 'cytoscape'
import { createElement, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { DrawnGraph } from '../../../../console/src/views/graph/graph-shape.ts'
import { GraphView } from '../../../../console/src/views/graph/graph-view.tsx'
import { useGroups } from '../../../../console/src/views/graph/groups/use-groups.ts'
import { pageMemory } from '../../../../console/src/views/graph/layout/kept-places.ts'
import { spiral } from '../../../../console/src/views/graph/layout/places.ts'
import type { Spot } from '../../../../console/src/views/map/map-drawing.ts'
import { MapView } from '../../../../console/src/views/map/map-view.tsx'

// The views of the console and a peer, one after the other in one page. Each is given the same data, and says how long it took
// until its first picture was on the screen.

const kinds = ['person', 'object', 'location', 'event']

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Few nodes have many edges, as in graphs of the web. */
function makeGraph(nodeCount: number, edgeCount: number): DrawnGraph {
  const next = random(7)
  const nodes = Array.from({ length: nodeCount }, (_, at) => ({
    id: `n${at}`,
    kind: kinds[at % kinds.length] as string,
    name: `Entity number ${at}`,
    relationship_count: 1,
  }))
  const edges = Array.from({ length: edgeCount }, (_, at) => {
    const from = Math.floor(nodeCount * next() ** 3)
    const to = Math.floor(nodeCount * next())
    return { id: `e${at}`, from: `n${from}`, to: `n${to === from ? (to + 1) % nodeCount : to}`, type: 'works_for' }
  })
  return { nodes, edges }
}

function makeSpots(count: number): Spot[] {
  const next = random(3)
  return Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    kind: kinds[at % kinds.length] as string,
    name: `Place number ${at}`,
    lat: 70 - 120 * next(),
    lon: -180 + 360 * next(),
  }))
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Two frames after the work: the picture has been handed to the screen. */
async function untilDrawn(isThere: () => boolean): Promise<void> {
  while (!isThere()) await frame()
  await frame()
  await frame()
}

let root: Root | undefined
let peer: cytoscape.Core | undefined

function show(view: ReactNode): HTMLElement {
  clear()
  const place = document.getElementById('root') as HTMLElement
  root = createRoot(place)
  root.render(createElement(MantineProvider, null, view))
  return place
}

function clear(): void {
  root?.unmount()
  root = undefined
  peer?.destroy()
  peer = undefined
}

const memory = pageMemory(new Map())

function Ours({ graph }: { graph: DrawnGraph }) {
  return createElement(GraphView, {
    graph,
    groups: useGroups(graph),
    memory,
    hasHulls: true,
    onChoose: () => undefined,
  })
}

const bench = {
  clear,
  async ours(nodeCount: number, edgeCount: number) {
    const graph = makeGraph(nodeCount, edgeCount)
    const start = performance.now()
    const place = show(createElement(Ours, { graph }))
    await untilDrawn(() => place.querySelector('.graph-canvas canvas') !== null)
    const first_ms = performance.now() - start
    while (!place.querySelector('[data-settled="true"]')) await frame()
    return { first_ms, settled_ms: performance.now() - start }
  },
  async cytoscape(nodeCount: number, edgeCount: number) {
    const graph = makeGraph(nodeCount, edgeCount)
    clear()
    const container = document.getElementById('root') as HTMLElement
    const start = performance.now()
    peer = cytoscape({
      container,
      elements: [
        ...graph.nodes.map(({ id, name }, at) => ({ data: { id, name }, position: spiral(at) })),
        ...graph.edges.map(({ id, from, to }) => ({ data: { id, source: from, target: to } })),
      ],
      layout: { name: 'preset' },
      style: [
        { selector: 'node', style: { width: 6, height: 6 } },
        { selector: 'edge', style: { width: 1, 'curve-style': 'haystack' } },
      ],
      // As its documents advise for large graphs.
      hideEdgesOnViewport: true,
      textureOnViewport: true,
      pixelRatio: 1,
    })
    let isDrawn = false
    peer.one('render', () => {
      isDrawn = true
    })
    await untilDrawn(() => isDrawn)
    return { first_ms: performance.now() - start }
  },
  async map(count: number) {
    const spots = makeSpots(count)
    const start = performance.now()
    const place = show(createElement(MapView, { spots, at: undefined, onChoose: () => undefined }))
    await untilDrawn(() => (place.querySelector('canvas')?.width ?? 0) > 0)
    return { first_ms: performance.now() - start }
  },
  /** Frames that were shown while this many milliseconds went by. */
  async frames(ms: number) {
    const start = performance.now()
    let count = 0
    let longest = 0
    let last = start
    while (performance.now() - start < ms) {
      await frame()
      count++
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    return { per_second: (count * 1000) / (performance.now() - start), longest_ms: longest }
  },
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
