import type { Box } from '../../box.ts'
import { type LabelWish, type PlacedLabel, placeLabels } from './place-labels.ts'

// Names of nodes and types of lines on a canvas, gathered while a picture is drawn, and written when it is done.

export interface LabelColors {
  text: string
  box: string
  quiet: string
}

interface LabelData {
  x: number
  y: number
  size: number
  label: string | null
  color: string
  forceLabel?: boolean
  highlighted?: boolean
}

interface LabelSettings {
  labelSize: number
  labelFont: string
  labelWeight: string
  edgeLabelSize: number
  edgeLabelFont: string
}

type NodeLabel = [context: CanvasRenderingContext2D, data: LabelData, settings: LabelSettings]
type End = Pick<LabelData, 'x' | 'y' | 'size'>

export const labelMax = 42

/** The beginning and the end of a long name: names of one series differ at their ends. */
export function shortLabel(name: string, most: number): string {
  if (name.length <= most) return name
  const end = Math.floor(most / 3)
  return `${name.slice(0, most - end - 1).trimEnd()}…${name.slice(-end).trimStart()}`
}

/** The middle of a line that bends. */
export function middleOfLine(from: { x: number; y: number }, to: { x: number; y: number }, curvature: number) {
  return {
    x: (from.x + to.x) / 2 + ((to.y - from.y) * curvature) / 2,
    y: (from.y + to.y) / 2 - ((to.x - from.x) * curvature) / 2,
  }
}

/** Gathers the labels of one picture, and writes those that fit. */
export class LabelPen {
  readonly #colors: LabelColors
  #wishes: LabelWish[] = []
  #context: CanvasRenderingContext2D | undefined
  /** What was written last. */
  written: PlacedLabel[] = []

  constructor(colors: LabelColors) {
    this.#colors = colors
  }

  readonly addNode = (...[context, data, settings]: NodeLabel): void => {
    this.#context = context
    const { label, x, y, size } = data
    if (!label) return
    context.font = nodeFont(settings)
    const width = context.measureText(label).width + 2
    this.#wishes.push({
      ...{ text: label, x, y, radius: size, width, height: settings.labelSize * 1.5 },
      ...{ weight: (data.forceLabel ? 1000 : 0) + size, isNeeded: data.forceLabel === true },
      isBoxed: data.highlighted === true,
    })
  }

  readonly addLine = (
    context: CanvasRenderingContext2D,
    data: { label: string | null; curvature?: number; forceLabel?: boolean; size: number },
    from: End,
    to: End,
    settings: LabelSettings,
  ): void => {
    const { label, curvature = 0 } = data
    if (!label) return
    context.font = lineFont(settings)
    const width = context.measureText(label).width + 4
    // A word longer than its line would seem to belong to others.
    if (width > Math.hypot(from.x - to.x, from.y - to.y) - from.size - to.size) return
    const middle = middleOfLine(from, to, curvature)
    this.#wishes.push({
      ...{ text: label, ...middle, radius: 0, width, height: settings.edgeLabelSize * 1.4 },
      ...{ weight: data.size / 100, isNeeded: false, isCentred: true },
    })
  }

  /** Writes what was gathered. Nodes are not covered by names where there is room elsewhere. */
  write(nodes: Box[], settings: LabelSettings): void {
    const context = this.#context
    const wishes = this.#wishes
    this.#wishes = []
    this.written = []
    if (!context || wishes.length === 0) return
    const { clientWidth: width, clientHeight: height } = context.canvas
    this.written = placeLabels(wishes, nodes, { width, height })
    for (const label of this.written) {
      if (label.isBoxed) continue
      const { text, box, isCentred, isAway } = label
      const [left, top, , bottom] = box
      if (isAway) lead(context, label, this.#colors.quiet)
      context.font = isCentred ? lineFont(settings) : nodeFont(settings)
      context.textBaseline = 'middle'
      // A thin edge of the background keeps the name readable on lines.
      context.lineWidth = 3
      context.lineJoin = 'round'
      context.strokeStyle = this.#colors.box
      context.strokeText(text, left + 1, (top + bottom) / 2)
      context.fillStyle = isCentred ? this.#colors.quiet : this.#colors.text
      context.fillText(text, left + 1, (top + bottom) / 2)
      context.textBaseline = 'alphabetic'
    }
  }

  /** The node under the pointer, or the chosen one: its name in a box over everything. */
  readonly hover = (...[context, data, settings]: NodeLabel): void => {
    const size = settings.labelSize
    context.font = `600 ${size}px ${settings.labelFont}`
    const label = data.label ?? ''
    const width = label ? context.measureText(label).width + 10 : 0
    context.fillStyle = this.#colors.box
    context.strokeStyle = data.color
    context.lineWidth = 2
    context.beginPath()
    context.arc(data.x, data.y, data.size + 4, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    if (!label) return
    // At the right edge of the picture the name stands at the left of its node.
    const isLeft = data.x + data.size + 12 + width > context.canvas.clientWidth
    const wanted = isLeft ? data.x - data.size - 7 - width : data.x + data.size + 7
    // A narrow picture may have no room on either side.
    const left = Math.max(2, Math.min(wanted, context.canvas.clientWidth - width - 2))
    context.beginPath()
    context.roundRect(left, data.y - size, width, size * 2, 4)
    context.fill()
    context.fillStyle = this.#colors.text
    context.fillText(label, left + 5, data.y + size / 3)
  }
}

const nodeFont = ({ labelWeight, labelSize, labelFont }: LabelSettings) => `${labelWeight} ${labelSize}px ${labelFont}`
const lineFont = ({ edgeLabelSize, edgeLabelFont }: LabelSettings) => `400 ${edgeLabelSize}px ${edgeLabelFont}`

/** A line from a node to its name that stands away from it. */
function lead(context: CanvasRenderingContext2D, { x, y, box }: PlacedLabel, color: string): void {
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(Math.max(box[0], Math.min(box[2], x)), Math.max(box[1], Math.min(box[3], y)))
  context.lineWidth = 1
  context.strokeStyle = color
  context.stroke()
}
