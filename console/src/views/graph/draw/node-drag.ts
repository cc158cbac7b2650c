import type Sigma from 'sigma'
import type { Place } from '../layout/places.ts'
import type { LineLook, NodeLook } from './drawn-looks.ts'

type Before = Place & { isPinned?: boolean }

/** A finger moves the picture; after resting so long on a node it holds the node. */
const restMs = 350
/** A hand that clicks trembles, a finger more. */
const trembles = { hand: 4, finger: 10 }

/** Lets people drag nodes. Returns whether the last click was the end of one: then it chooses nothing. */
export function holdNodes(
  sigma: Sigma<NodeLook, LineLook>,
  onMoved: (id: string, before: Before) => void,
): () => boolean {
  const graph = sigma.getGraph()
  const mouse = sigma.getMouseCaptor()
  const touch = sigma.getTouchCaptor()
  let held: { id: string; before: Before; isMoved: boolean } | undefined
  let from: Place | undefined
  let wasDragged = false
  let resting: number | undefined

  const hold = (id: string) => {
    const { x, y, isPinned } = graph.getNodeAttributes(id)
    held = { id, before: { x, y, ...(isPinned && { isPinned }) }, isMoved: false }
  }
  const move = (to: Place) => {
    if (!held) return
    held.isMoved = true
    // Only this node and its lines are drawn anew: a whole large graph would not follow the hand.
    Object.assign(graph.getNodeAttributes(held.id), sigma.viewportToGraph(to))
    const partialGraph = { nodes: [held.id], edges: graph.edges(held.id) }
    sigma.refresh({ partialGraph, skipIndexation: true, schedule: true })
  }
  const letGo = () => {
    const moved = held
    held = undefined
    if (!moved?.isMoved || !graph.hasNode(moved.id)) return
    wasDragged = true
    onMoved(moved.id, moved.before)
  }
  const isFar = (to: Place, most: number) => !from || Math.hypot(to.x - from.x, to.y - from.y) >= most
  const stopResting = () => clearTimeout(resting)

  sigma.on('downNode', ({ node, event: { original } }) => {
    if (!('touches' in original)) return hold(node)
    stopResting()
    resting = window.setTimeout(() => {
      if (!graph.hasNode(node)) return
      hold(node)
      navigator.vibrate?.(15)
    }, restMs)
  })
  mouse.on('mousedown', ({ x, y }) => {
    from = { x, y }
    wasDragged = false
  })
  mouse.on('mousemovebody', (event) => {
    if (!held || !graph.hasNode(held.id)) return
    event.preventSigmaDefault()
    if (held.isMoved || isFar(event, trembles.hand)) move(event)
  })
  mouse.on('mouseup', letGo)
  touch.on('touchdown', ({ touches }) => {
    from = touches[0]
    wasDragged = false
    // Two fingers zoom.
    if (touches.length > 1) stopResting()
  })
  touch.on('touchmove', (event) => {
    const [first] = event.touches
    if (!first) return
    if (held && graph.hasNode(held.id)) {
      event.preventSigmaDefault()
      move(first)
    } else if (isFar(first, trembles.finger)) stopResting()
  })
  touch.on('touchup', () => {
    stopResting()
    letGo()
  })
  return () => wasDragged
}
