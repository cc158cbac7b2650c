import Graph from 'graphology'
import Sigma from 'sigma'
import { EdgeLineProgram } from 'sigma/rendering'
import { formatNumber, formatWords } from '../../shared/format/format.ts'
import { kindHex } from '../../shared/format/kinds.tsx'
import { LabelPen, shortLabel } from './graph-labels.ts'
import { type DrawnGraph, drawnDegrees, type Line, linesOf } from './graph-shape.ts'
import { type Place, placesByKind, spiral, startLayout } from './layout.ts'

// A graph on a canvas. Each new state is compared with what is drawn, and only the difference is changed.

export interface Chosen {
  at: string | undefined
  /** Nodes and relationships of a path. */
  path: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> } | undefined
}

export interface DrawingEvents {
  onChoose(id: string | undefined): void
  onToggle(id: string): void
  onSettled(): void
}

interface NodeLook extends Place {
  label: string
  size: number
  color: string
  more: number
}

interface LineLook {
  label: string
  ids: string[]
  size: number
  type: 'arrow' | 'line' | 'thin'
}

const themes = {
  light: { text: '#1a1b1e', box: '#ffffff', line: '#c3c9d0', strong: '#495057', faded: '#e6e8eb' },
  dark: { text: '#e9ecef', box: '#242424', line: '#4a4e54', strong: '#ced4da', faded: '#34363a' },
}

const manyLines = 5000

/** The places at which nodes were drawn last: a view that is opened again looks as it did. */
const remembered = new Map<string, Place>()

export class GraphDrawing {
  readonly #graph = new Graph<NodeLook, LineLook>({ type: 'undirected' })
  readonly #sigma: Sigma<NodeLook, LineLook>
  readonly #events: DrawingEvents
  readonly #theme: (typeof themes)['light']
  #chosen: Chosen = { at: undefined, path: undefined }
  #hovered: string | undefined
  #near: Set<string> | undefined
  #stopLayout: (() => void) | undefined
  #isEnded = false
  /** Whether the whole graph was fitted into the picture once. */
  #isFitted = false
  readonly #resized: ResizeObserver

  constructor(container: HTMLElement, isDark: boolean, events: DrawingEvents) {
    this.#events = events
    this.#theme = isDark ? themes.dark : themes.light
    const pen = new LabelPen(this.#theme)
    this.#sigma = new Sigma<NodeLook, LineLook>(this.#graph, container, {
      allowInvalidContainer: true,
      edgeProgramClasses: { thin: EdgeLineProgram },
      defaultEdgeColor: this.#theme.line,
      renderEdgeLabels: true,
      labelFont: 'system-ui, sans-serif',
      labelSize: 13,
      labelWeight: '500',
      labelColor: { color: this.#theme.text },
      labelDensity: 3,
      labelGridCellSize: 80,
      labelRenderedSizeThreshold: 2,
      edgeLabelFont: 'system-ui, sans-serif',
      edgeLabelSize: 11,
      edgeLabelColor: { color: this.#theme.text },
      defaultDrawNodeLabel: pen.add,
      defaultDrawNodeHover: pen.hover,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 4,
      stagePadding: 60,
      nodeReducer: (id, look) => this.#lookOfNode(id, look),
      edgeReducer: (key, look) => this.#lookOfLine(key, look),
    })
    this.#sigma.on('afterRender', () => pen.write())
    this.#sigma.on('clickNode', ({ node }) => events.onChoose(node))
    this.#sigma.on('clickStage', () => events.onChoose(undefined))
    this.#sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault()
      events.onToggle(node)
    })
    this.#sigma.on('enterNode', ({ node }) => this.#hover(node))
    this.#sigma.on('leaveNode', () => this.#hover(undefined))
    this.#resized = new ResizeObserver(() => {
      this.#sigma.resize()
      this.#sigma.scheduleRefresh()
    })
    this.#resized.observe(container)
  }

  /** Draws this graph. Nodes that were there stay where they are; new ones come beside their neighbours. */
  draw(shown: DrawnGraph): void {
    if (this.#isEnded) return
    const lines = linesOf(shown)
    const isFirst = this.#graph.order === 0
    const known = new Set(shown.nodes.map(({ id }) => id))
    const wanted = new Set(lines.map(({ key }) => key))
    for (const key of this.#graph.edges()) if (!wanted.has(key)) this.#graph.dropEdge(key)
    for (const id of this.#graph.nodes()) if (!known.has(id)) this.#graph.dropNode(id)

    const degrees = drawnDegrees(shown)
    const beside = neighboursOf(lines)
    const added = new Set<string>()
    const alone = lines.length === 0 ? placesByKind(shown.nodes) : undefined
    // Nodes are smaller where there are thousands, or they would cover each other.
    const scale = Math.max(0.4, Math.min(1, Math.sqrt(800 / shown.nodes.length)))
    shown.nodes.forEach((node, at) => {
      const look = {
        label: shortLabel(node.name),
        size: scale * (4 + Math.min(16, 1.8 * Math.sqrt(node.relationship_count ?? 4))),
        color: kindHex(node.kind),
        more: Math.max(0, (node.relationship_count ?? 0) - (degrees.get(node.id) ?? 0)),
      }
      if (this.#graph.hasNode(node.id)) {
        this.#graph.mergeNodeAttributes(node.id, look)
        return
      }
      const place = alone?.get(node.id) ?? remembered.get(node.id)
      if (!place) added.add(node.id)
      this.#graph.addNode(node.id, { ...look, ...(place ?? this.#placeFor(node.id, beside, at)) })
    })
    // Thousands of lines would make every movement slow, and their arrows could not be told apart.
    const areMany = lines.length > manyLines
    for (const line of lines) this.#addLine(line, areMany)
    this.#sigma.setSetting('hideEdgesOnMove', areMany)
    this.#choose()
    if (isFirst && added.size === 0) this.#settle()
    else if (added.size > 0) this.#layOut(lines, added)
  }

  choose(chosen: Chosen): void {
    if (this.#isEnded) return
    const isNew = chosen.at !== this.#chosen.at
    this.#chosen = chosen
    this.#choose()
    if (isNew && chosen.at) this.#bringIntoView(chosen.at)
  }

  zoom(factor: number): void {
    const camera = this.#sigma.getCamera()
    camera.setState({ ratio: this.#sigma.getCamera().getBoundedRatio(camera.ratio * factor) })
  }

  /** Shows all of it. */
  fit(): void {
    this.#sigma.setCustomBBox(null)
    this.#sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 })
    this.#sigma.refresh()
    this.#sigma.setCustomBBox(this.#sigma.getBBox())
    this.#isFitted = true
  }

  end(): void {
    this.#isEnded = true
    this.#stopLayout?.()
    this.#resized.disconnect()
    this.#graph.forEachNode((id, { x, y }) => remembered.set(id, { x, y }))
    this.#sigma.kill()
  }

  #placeFor(id: string, beside: Map<string, string[]>, at: number): Place {
    const placed = (beside.get(id) ?? []).find((other) => this.#graph.hasNode(other))
    const off = spiral(at + 1)
    if (!placed || this.#graph.order < 2) return off
    const { x, y } = this.#graph.getNodeAttributes(placed)
    const angle = Math.atan2(off.y, off.x)
    return { x: x + 25 * Math.cos(angle), y: y + 25 * Math.sin(angle) }
  }

  #addLine({ key, from, to, types, ids, isOneWay }: Line, isThin: boolean): void {
    const names = types.map(formatWords)
    const label = names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', ')
    const look: LineLook = {
      label,
      ids,
      size: 1 + Math.min(2, (ids.length - 1) / 2),
      type: isThin ? 'thin' : isOneWay ? 'arrow' : 'line',
    }
    if (this.#graph.hasEdge(key)) this.#graph.mergeEdgeAttributes(key, look)
    else this.#graph.addEdgeWithKey(key, from, to, look)
  }

  #layOut(lines: Line[], added: Set<string>): void {
    this.#stopLayout?.()
    const nodes = this.#graph.mapNodes((id, { x, y }) => ({ id, x, y, isFixed: !added.has(id) }))
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#stopLayout = startLayout(
      nodes,
      lines.map(({ from, to }) => [from, to]),
      ({ places, isLast }) => {
        if (isCalm && !isLast) return
        const moved = new Map<string, Place>()
        nodes.forEach(({ id, isFixed }, at) => {
          if (!isFixed) moved.set(id, { x: places[2 * at] as number, y: places[2 * at + 1] as number })
        })
        // All nodes in one call: each call makes the library draw anew.
        this.#graph.updateEachNodeAttributes((id, look) => ({ ...look, ...moved.get(id) }), { attributes: ['x', 'y'] })
        if (isLast) this.#settle()
      },
    )
  }

  #settle(): void {
    // The scale stays from here on, so that what comes later does not move what is there. A graph that has grown out of
    // the picture is shown whole again, unless somebody has moved it.
    const { x, y, ratio } = this.#sigma.getCamera().getState()
    const isUntouched = x === 0.5 && y === 0.5 && ratio === 1
    if (!this.#isFitted || (isUntouched && this.#graph.someNode((id) => !this.#isSeen(id)))) this.fit()
    if (this.#chosen.at) this.#bringIntoView(this.#chosen.at)
    this.#events.onSettled()
  }

  #hover(id: string | undefined): void {
    const nodes = [this.#hovered, id].filter((one) => one !== undefined && this.#graph.hasNode(one)) as string[]
    this.#hovered = id
    this.#sigma.getContainer().style.cursor = id ? 'pointer' : ''
    // Only what looks different is drawn anew: a whole large graph would take longer than the pointer stays.
    const edges = nodes.flatMap((one) => this.#graph.edges(one))
    this.#sigma.refresh({ partialGraph: { nodes, edges }, skipIndexation: true, schedule: true })
  }

  #choose(): void {
    const { at, path } = this.#chosen
    const isDrawn = at !== undefined && this.#graph.hasNode(at)
    this.#near = path ? new Set(path.nodes) : isDrawn ? new Set([at, ...this.#graph.neighbors(at)]) : undefined
    this.#sigma.refresh({ skipIndexation: true })
  }

  #bringIntoView(id: string): void {
    const shown = this.#sigma.getNodeDisplayData(id)
    if (shown && !this.#isSeen(id)) this.#sigma.getCamera().setState({ x: shown.x, y: shown.y })
  }

  /** Whether a node is inside the picture, and not at its very edge. */
  #isSeen(id: string): boolean {
    const { x, y } = this.#sigma.graphToViewport(this.#graph.getNodeAttributes(id))
    const { width, height } = this.#sigma.getDimensions()
    return x > 40 && y > 40 && x < width - 40 && y < height - 40
  }

  #lookOfNode(id: string, look: NodeLook) {
    const isChosen = id === this.#chosen.at
    const isNear = !this.#near || this.#near.has(id)
    const more = look.more > 0 && (isChosen || id === this.#hovered) ? ` +${formatNumber(look.more)} more` : ''
    if (!isNear && id !== this.#hovered) return { ...look, color: this.#theme.faded, label: null, zIndex: 0 }
    const isNamed = isChosen || this.#chosen.path?.nodes.has(id) === true
    return { ...look, label: look.label + more, highlighted: isChosen, forceLabel: isNamed, zIndex: isChosen ? 2 : 1 }
  }

  #lookOfLine(key: string, look: LineLook) {
    const { at, path } = this.#chosen
    const touches = (id: string | undefined) =>
      id !== undefined && this.#graph.hasNode(id) && this.#graph.hasExtremity(key, id)
    const isStrong = path ? look.ids.some((id) => path.edges.has(id)) : touches(at)
    if (isStrong || touches(this.#hovered)) {
      return { ...look, color: this.#theme.strong, size: look.size + 0.6, forceLabel: true, zIndex: 1 }
    }
    return { ...look, label: null, color: this.#near ? this.#theme.faded : this.#theme.line, zIndex: 0 }
  }
}

function neighboursOf(lines: Line[]): Map<string, string[]> {
  const beside = new Map<string, string[]>()
  const add = (id: string, other: string) => {
    const others = beside.get(id)
    if (others) others.push(other)
    else beside.set(id, [other])
  }
  for (const { from, to } of lines) {
    add(from, to)
    add(to, from)
  }
  return beside
}
