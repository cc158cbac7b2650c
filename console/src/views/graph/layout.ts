// The places of nodes. A node that has its place keeps it: only new ones are moved.

export interface LayoutRequest {
  nodes: { id: string; x: number; y: number; isFixed: boolean }[]
  lines: [from: string, to: string][]
  rounds: number
}

export interface LayoutStep {
  /** x and y of each node, in their order. */
  places: Float32Array<ArrayBuffer>
  isLast: boolean
}

export interface Place {
  x: number
  y: number
}

/** The place of the n-th node on a spiral, from the middle outwards, with the same room for each. */
export function spiral(at: number, room = 12): Place {
  const angle = at * Math.PI * (3 - Math.sqrt(5))
  const radius = room * Math.sqrt(at + 0.5)
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** Nodes without lines, each kind by itself. */
export function placesByKind(nodes: { id: string; kind: string }[]): Map<string, Place> {
  const groups = [...Map.groupBy(nodes, ({ kind }) => kind).values()]
  const room = 30
  const reach = groups.length > 1 ? 1.6 * room * Math.sqrt(Math.max(...groups.map((group) => group.length)) + 1) : 0
  return new Map(
    groups.flatMap((group, turn) => {
      const angle = (2 * Math.PI * turn) / groups.length
      return group.map(({ id }, at): [string, Place] => {
        const { x, y } = spiral(at, room)
        return [id, { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) }]
      })
    }),
  )
}

/** How often a layout moves its nodes: few need many rounds to settle, and with many each round takes long. */
const roundsFor = (count: number) => Math.max(100, Math.min(400, Math.round(60_000 / Math.max(1, count))))

/** Starts a layout; calls `onStep` with places as they become better. The answer ends it early. */
export function startLayout(
  nodes: LayoutRequest['nodes'],
  lines: LayoutRequest['lines'],
  onStep: (step: LayoutStep) => void,
): () => void {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data)
    if (data.isLast) worker.terminate()
    else requestAnimationFrame(() => worker.postMessage('next'))
  }
  const moving = nodes.filter(({ isFixed }) => !isFixed).length
  worker.postMessage({ nodes, lines, rounds: roundsFor(moving) } satisfies LayoutRequest)
  return () => worker.terminate()
}
