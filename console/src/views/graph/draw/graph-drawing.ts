import Graph from 'graphology'
import { graphExtent } from 'sigma/utils'
import { formatNumber, formatWords } from '../../../shared/format/format.ts'
import { type Line, linesOf } from '../graph-shape.ts'
import { askWorker } from '../layout/ask-worker.ts'
import { type KeptPlace, type KeptPlaces, type PlaceMemory, shortId } from '../layout/kept-places.ts'
import type { Place } from '../layout/places.ts'
import { groupColor, type LegendEntry, looksOf } from '../look/looks.ts'
import type { LineLook, NodeLook } from './drawn-looks.ts'
import { drawHulls, type Hull, hullAround, hullLine, opacityOfHulls } from './hulls.ts'
import { LabelPen } from './label-pen.ts'
import { boxOf, controlsOver, type Dot, drawMarks } from './marks.ts'
import { isInside, isOfFew, usualLength } from './measure.ts'
import { CopyableSigma, MovingCopy } from './moving-copy.ts'
import { holdNodes } from './node-drag.ts'
import { layoutOf, looksOfPicture, type NodeLooks, type Picture, scaleFor } from './picture.ts'
import type { Scene } from './scene.ts'
import { drawingSettings } from './settings.ts'
import { type Theme, themes } from './themes.ts'

// A graph on a canvas. Each new state is compared with what is drawn, and only the difference is changed.

export interface Chosen {
  at: string | undefined
  /** Nodes and relationships of a path. */
  path: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> } | undefined
  /** Nodes that were found, or that a lasso has caught: the others are dimmed. */
  lit: ReadonlySet<string> | undefined
}

export interface DrawingEvents {
  onChoose(id: string | undefined, how: { isAdded: boolean }): void
  onToggle(id: string): void
  /** Places that a person has changed, as they were before. */
  onMoved(before: ReadonlyMap<string, KeptPlace>): void
  onSettled(isSettled: boolean): void
  /** Whether the picture shows a part of the canvas on which nothing lies. */
  onLost(isLost: boolean): void
}

const manyLines = 3000
const manyNodes = 1200
/** Lines of this many pixels have room for their types. */
const readableLine = 130

export class GraphDrawing {
  readonly #graph = new Graph<NodeLook, LineLook>({ type: 'directed', multi: true })
  readonly #sigma: CopyableSigma
  readonly #events: DrawingEvents
  readonly #theme: Theme
  readonly #pen: LabelPen
  readonly #resized: ResizeObserver
  readonly #memory: PlaceMemory
  readonly #copy: MovingCopy
  #picture: Picture | undefined
  #chosen: Chosen = { at: undefined, path: undefined, lit: undefined }
  #hovered: string | undefined
  #near: ReadonlySet<string> | undefined
  #stopLayout: (() => void) | undefined
  #isEnded = false
  #showsTypes = false
  #usualLine = 1
  #watching: number | undefined

  constructor(container: HTMLElement, isDark: boolean, memory: PlaceMemory, events: DrawingEvents) {
    this.#events = events
    this.#memory = memory
    this.#theme = themes[isDark ? 'dark' : 'light']
    this.#pen = new LabelPen(this.#theme)
    this.#sigma = new CopyableSigma(this.#graph, container, {
      ...drawingSettings(this.#theme, this.#pen),
      nodeReducer: (id, look) => this.#lookOfNode(id, look),
      edgeReducer: (key, look) => this.#lookOfLine(key, look),
    })
    this.#sigma.createCanvasContext('hulls')
    const { edges, hulls } = this.#sigma.getCanvases()
    if (hulls) edges?.before(hulls)
    this.#sigma.resize(true)
    this.#sigma.on('afterRender', () => this.#finish())
    this.#copy = new MovingCopy(this.#sigma)
    const wasDragged = holdNodes(this.#sigma, (id, before) => this.#pin(id, before))
    this.#sigma.on('clickNode', ({ node, event }) => {
      if (wasDragged()) return
      const { shiftKey, ctrlKey, metaKey } = event.original as MouseEvent
      events.onChoose(node, { isAdded: shiftKey || ctrlKey || metaKey })
    })
    this.#sigma.on('clickStage', () => events.onChoose(undefined, { isAdded: false }))
    this.#sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault()
      events.onToggle(node)
    })
    this.#sigma.on('enterNode', ({ node }) => this.#hover(node))
    this.#sigma.on('leaveNode', () => this.#hover(undefined))
    this.#sigma.getCamera().on('updated', () => this.#watch())
    this.#resized = new ResizeObserver(() => {
      this.#sigma.resize()
      this.#sigma.scheduleRefresh()
    })
    this.#resized.observe(container)
  }

  /** Draws this graph. Nodes that were there stay where they are; new ones come beside their neighbours. */
  draw(picture: Picture): void {
    if (this.#isEnded) return
    const { nodes } = picture.graph
    const lines = linesOf(picture.graph)
    this.#picture = picture
    const kept = this.#memory.read()
    const known = new Set(nodes.map(({ id }) => id))
    const wanted = new Set(lines.map(({ key }) => key))
    for (const key of this.#graph.edges()) if (!wanted.has(key)) this.#graph.dropEdge(key)
    for (const id of this.#graph.nodes()) if (!known.has(id)) this.#graph.dropNode(id)
    const looks = looksOfPicture(picture, this.#scale)
    const placed = new Map<string, KeptPlace>()
    for (const { id } of nodes) {
      const place = this.#graph.hasNode(id) ? this.#graph.getNodeAttributes(id) : kept.get(shortId(id))
      if (place) placed.set(id, { x: place.x, y: place.y, ...(place.isPinned && { isPinned: true }) })
    }
    if (placed.size === nodes.length) this.#show(looks, lines, placed)
    else this.#layOut(looks, lines, placed)
  }

  /** Forgets all places but those that a person has chosen. */
  layOutAnew(): void {
    if (!this.#picture) return
    const before = this.places()
    const pinned = new Map([...before].filter(([, { isPinned }]) => isPinned))
    this.#layOut(looksOfPicture(this.#picture, this.#scale), linesOf(this.#picture.graph), pinned, () => this.fit())
    this.#events.onMoved(before)
  }

  /** Puts nodes where they were. */
  restore(places: ReadonlyMap<string, KeptPlace>): void {
    this.#graph.updateEachNodeAttributes((id, look) => {
      const place = places.get(id)
      return place ? { ...look, x: place.x, y: place.y, isPinned: place.isPinned === true } : look
    })
    this.#keep()
  }

  /** Holds nodes where they are, or lets them go. */
  hold(ids: Iterable<string>, isPinned: boolean): void {
    const before = new Map<string, KeptPlace>()
    for (const id of ids) {
      if (!this.#graph.hasNode(id)) continue
      before.set(id, this.#placeOf(id))
      this.#graph.setNodeAttribute(id, 'isPinned', isPinned)
    }
    this.#keep()
    this.#events.onMoved(before)
  }

  places(): Map<string, KeptPlace> {
    return new Map(this.#graph.nodes().map((id) => [id, this.#placeOf(id)]))
  }

  choose(chosen: Chosen): void {
    if (this.#isEnded) return
    const isNew = chosen.at !== this.#chosen.at
    this.#chosen = chosen
    this.#light()
    if (this.#graph.order > 0) this.#sigma.refresh({ skipIndexation: true })
    if (isNew && chosen.at) this.#bringIntoView(chosen.at)
  }

  zoom(factor: number): void {
    const camera = this.#sigma.getCamera()
    camera.setState({ ratio: camera.getBoundedRatio(camera.ratio * factor) })
  }

  /** Shows all of it. */
  fit(): void {
    if (this.#graph.order > 0) this.#sigma.setCustomBBox(graphExtent(this.#graph))
    this.#sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 })
    this.#sigma.refresh()
  }

  /** The nodes that lie inside this outline, in pixels of the picture. */
  inside(outline: Place[]): string[] {
    return this.#graph.filterNodes((_, look) => isInside(this.#sigma.graphToViewport(look), outline))
  }

  legend(): LegendEntry[] {
    const picture = this.#picture
    return picture ? looksOf(picture.graph.nodes, picture.groups, picture.look).legend : []
  }

  /** What is seen now. */
  scene(): Scene {
    const dots = new Map(this.#graph.nodes().map((id) => [id, this.#dotOf(id)]))
    return {
      ...this.#sigma.getDimensions(),
      theme: this.#theme,
      hulls: this.#hulls(),
      hullWidth: this.#hullWidth,
      isDimmed: this.#near !== undefined,
      lines: this.#graph.mapEdges((key, { curvature, type }, from, to) => {
        const shown = this.#sigma.getEdgeDisplayData(key)
        const end = dots.get(to) as Dot
        return {
          ...{ from: dots.get(from) as Dot, to: end, radius: end.radius, curvature, hasArrow: type !== 'thin' },
          ...{ color: shown?.color ?? this.#theme.line, width: this.#sigma.scaleSize(shown?.size ?? 1) },
        }
      }),
      dots: [...dots].map(([id, dot]) => ({ ...dot, name: this.#graph.getNodeAttributes(id).label })),
      labels: this.#pen.written,
    }
  }

  end(): void {
    this.#isEnded = true
    this.#stopLayout?.()
    clearTimeout(this.#watching)
    this.#resized.disconnect()
    this.#copy.end()
    this.#sigma.kill()
  }

  #layOut(looks: NodeLooks, lines: Line[], placed: KeptPlaces, onDone?: () => void): void {
    const picture = this.#picture as Picture
    const { nodes } = picture.graph
    const request = layoutOf(picture, looks, lines, placed)
    this.#stopLayout?.()
    this.#events.onSettled(false)
    this.#stopLayout = askWorker({ what: 'layout', request }, (found) => {
      const all = new Map(
        nodes.map(({ id }, at): [string, KeptPlace] => {
          const isPinned = placed.get(id)?.isPinned
          return [id, { x: found[2 * at] as number, y: found[2 * at + 1] as number, ...(isPinned && { isPinned }) }]
        }),
      )
      this.#show(looks, lines, all)
      this.#keep()
      onDone?.()
    })
  }

  #show(looks: NodeLooks, lines: Line[], places: KeptPlaces): void {
    const isFirst = this.#graph.order === 0
    for (const [id, look] of looks) {
      const { x, y, isPinned = false } = places.get(id) as KeptPlace
      this.#graph.mergeNode(id, { ...look, x, y, isPinned })
    }
    // Thousands of lines would make every movement slow, and their arrows could not be told apart.
    const areMany = lines.length > manyLines
    for (const line of lines) {
      this.#graph.mergeEdgeWithKey(line.key, line.from, line.to, {
        label: formatWords(line.type) + (line.ids.length > 1 ? ` ×${formatNumber(line.ids.length)}` : ''),
        ids: line.ids,
        size: 1.2 + Math.min(2, (line.ids.length - 1) / 2),
        curvature: line.curvature,
        type: areMany ? 'thin' : this.#picture?.isOverview ? 'line' : line.curvature === 0 ? 'arrow' : 'curve',
      })
    }
    this.#copy.isLarge = areMany || looks.size > manyNodes
    this.#usualLine = usualLength(this.#graph)
    this.#light()
    const { x, y, ratio } = this.#sigma.getCamera().getState()
    const isUntouched = x === 0.5 && y === 0.5 && ratio === 1
    if (isFirst || (isUntouched && this.#graph.someNode((id) => !this.#isSeen(id)))) this.fit()
    else this.#sigma.refresh()
    if (this.#chosen.at) this.#bringIntoView(this.#chosen.at)
    this.#watch()
    this.#events.onSettled(true)
  }

  #placeOf(id: string): KeptPlace {
    const { x, y, isPinned } = this.#graph.getNodeAttributes(id)
    return { x, y, ...(isPinned && { isPinned: true }) }
  }

  #keep(): void {
    this.#memory.write(new Map([...this.#memory.read(), ...this.places()].map(([id, place]) => [shortId(id), place])))
  }

  #pin(id: string, before: KeptPlace): void {
    this.#graph.setNodeAttribute(id, 'isPinned', true)
    this.#keep()
    this.#events.onMoved(new Map([[id, before]]))
  }

  #hover(id: string | undefined): void {
    const nodes = [this.#hovered, id].filter((one) => one !== undefined && this.#graph.hasNode(one)) as string[]
    this.#hovered = id
    this.#sigma.getContainer().style.cursor = id ? 'pointer' : ''
    // The name alone is drawn over a large picture: anything more would draw all of it, for longer than the pointer stays.
    if (this.#copy.isLarge) return
    const edges = nodes.flatMap((one) => this.#graph.edges(one))
    this.#sigma.refresh({ partialGraph: { nodes, edges }, skipIndexation: true, schedule: true })
  }

  /** Remembers what is not dimmed. */
  #light(): void {
    const { at, path, lit } = this.#chosen
    const isDrawn = at !== undefined && this.#graph.hasNode(at)
    this.#near = path ? path.nodes : isDrawn ? new Set([at, ...this.#graph.neighbors(at)]) : lit
  }

  #bringIntoView(id: string): void {
    const shown = this.#sigma.getNodeDisplayData(id)
    if (shown && !this.#isSeen(id)) this.#sigma.getCamera().setState({ x: shown.x, y: shown.y })
  }

  /** Whether a node is inside the picture, and not at its very edge. */
  #isSeen(id: string, edge = 40): boolean {
    const { x, y } = this.#sigma.graphToViewport(this.#graph.getNodeAttributes(id))
    const { width, height } = this.#sigma.getDimensions()
    return x > edge && y > edge && x < width - edge && y < height - edge
  }

  /** Looks a moment after the last movement whether there is room for the types of lines, and whether anything is seen. */
  #watch(): void {
    clearTimeout(this.#watching)
    this.#watching = window.setTimeout(() => {
      const ratio = this.#sigma.getGraphToViewportRatio() / this.#sigma.getCamera().ratio
      // Among thousands of lines no type could be told from the others, however long they are.
      const { size } = this.#graph
      const showsTypes = size > 0 && size <= manyLines && this.#usualLine * ratio > readableLine
      if (showsTypes !== this.#showsTypes) {
        this.#showsTypes = showsTypes
        this.#sigma.refresh({ skipIndexation: true })
      }
      this.#events.onLost(this.#graph.order > 0 && !this.#graph.someNode((id) => this.#isSeen(id, 0)))
    }, 120)
  }

  /** What is written over the dots and lies below them. */
  #finish(): void {
    const canvases = this.#sigma.getCanvases()
    const ground = canvases.hulls?.getContext('2d')
    const words = canvases.labels?.getContext('2d')
    if (!ground || !words) return
    ground.canvas.style.opacity = String(opacityOfHulls(this.#near !== undefined))
    drawHulls(ground, this.#hulls(), this.#hullWidth)
    const dots = this.#graph.order > manyNodes ? [] : this.#graph.nodes().map((id) => this.#dotOf(id))
    this.#pen.write([...dots.map(boxOf), ...controlsOver(this.#sigma.getContainer())], this.#sigma.getSettings())
    drawMarks(words, dots, this.#theme)
  }

  #dotOf(id: string): Dot {
    const look = this.#graph.getNodeAttributes(id)
    return {
      ...this.#sigma.graphToViewport(look),
      radius: this.#sigma.scaleSize(look.size),
      color: this.#sigma.getNodeDisplayData(id)?.color ?? look.color,
      mark: look.mark,
      isPinned: look.isPinned,
      isDim: this.#near !== undefined && !this.#near.has(id),
    }
  }

  get #scale(): number {
    return scaleFor(this.#sigma.getDimensions())
  }

  get #hullWidth(): number {
    return hullLine / Math.sqrt(this.#sigma.getCamera().ratio)
  }

  #hulls(): Hull[] {
    const picture = this.#picture
    if (!picture?.hasHulls || picture.isOverview) return []
    return picture.groups.all.flatMap(({ members }, at) => {
      const places = members.flatMap(({ id }) =>
        this.#graph.hasNode(id) ? [this.#sigma.graphToViewport(this.#graph.getNodeAttributes(id))] : [],
      )
      return places.length < 3 || at > 11 ? [] : [{ color: groupColor(at), points: hullAround(places) }]
    })
  }

  #lookOfNode(id: string, look: NodeLook) {
    const isChosen = id === this.#chosen.at
    const isNear = !this.#near || this.#near.has(id)
    const more = look.more > 0 && (isChosen || id === this.#hovered) ? ` +${formatNumber(look.more)} more` : ''
    if (!isNear && id !== this.#hovered) return { ...look, color: this.#theme.fadedDot, label: null, zIndex: 0 }
    const isNamed = isChosen || look.isNamed || this.#chosen.path?.nodes.has(id) === true
    return { ...look, label: look.label + more, highlighted: isChosen, forceLabel: isNamed, zIndex: isChosen ? 2 : 1 }
  }

  #lookOfLine(key: string, look: LineLook) {
    const { at, path } = this.#chosen
    const touches = (id: string | undefined) =>
      id !== undefined && this.#graph.hasNode(id) && this.#graph.hasExtremity(key, id)
    const isStrong = path ? look.ids.some((id) => path.edges.has(id)) : touches(at)
    if (isStrong || touches(this.#hovered)) {
      const forceLabel = path !== undefined || this.#showsTypes || isOfFew(this.#graph, key, [at, this.#hovered])
      return {
        ...look,
        ...(!forceLabel && { label: null }),
        color: this.#theme.strong,
        size: look.size + 0.6,
        forceLabel,
        zIndex: 1,
      }
    }
    if (this.#near) return { ...look, label: null, color: this.#theme.faded, zIndex: 0 }
    const isNamed = this.#showsTypes && !this.#picture?.isOverview
    return { ...look, label: isNamed ? look.label : null, forceLabel: isNamed, zIndex: 0 }
  }
}
