import { type Box, overlap } from '../box.ts'

// Names beside nodes. Of names that would cover each other, the larger node's is written.

export interface LabelColors {
  text: string
  box: string
}

interface LabelData {
  x: number
  y: number
  size: number
  label: string | null
  color: string
  forceLabel?: boolean
}

interface LabelSettings {
  labelSize: number
  labelFont: string
  labelWeight: string
}

type Label = [context: CanvasRenderingContext2D, data: LabelData, settings: LabelSettings]

const labelMax = 42

export const shortLabel = (name: string) => (name.length > labelMax ? `${name.slice(0, labelMax - 1)}…` : name)

/** Gathers the labels of one picture, and writes those that fit. */
export class LabelPen {
  readonly colors: LabelColors
  #waiting: Label[] = []

  constructor(colors: LabelColors) {
    this.colors = colors
  }

  readonly add = (...label: Label): void => {
    this.#waiting.push(label)
  }

  write(): void {
    const taken: Box[] = this.#waiting.map(([, { x, y, size }]) => [x - size, y - size, x + size, y + size])
    const weight = ([, data]: Label) => (data.forceLabel ? 1000 : 0) + data.size
    for (const [context, data, settings] of this.#waiting.toSorted((a, b) => weight(b) - weight(a))) {
      if (!data.label) continue
      context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`
      const boxes = boxesFor(data, context.measureText(data.label).width, settings.labelSize)
      const isFree = (one: Box) =>
        one[0] >= 0 && one[2] <= context.canvas.clientWidth && !taken.some((other) => overlap(one, other))
      const box = boxes.find(isFree) ?? (data.forceLabel && boxes[0])
      if (!box) continue
      taken.push(box)
      const [left, top] = box
      const base = top + settings.labelSize * 1.08
      // A thin edge of the background keeps the name readable on lines.
      context.lineWidth = 3
      context.lineJoin = 'round'
      context.strokeStyle = this.colors.box
      context.strokeText(data.label, left, base)
      context.fillStyle = this.colors.text
      context.fillText(data.label, left, base)
    }
    this.#waiting = []
  }

  /** The node under the pointer, or the chosen one: its name in a box over everything. */
  readonly hover = (...[context, data, settings]: Label): void => {
    const size = settings.labelSize
    context.font = `600 ${size}px ${settings.labelFont}`
    const label = data.label ?? ''
    const width = label ? context.measureText(label).width + 10 : 0
    context.fillStyle = this.colors.box
    context.strokeStyle = data.color
    context.lineWidth = 2
    context.beginPath()
    context.arc(data.x, data.y, data.size + 4, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    if (!label) return
    context.beginPath()
    context.roundRect(data.x + data.size + 7, data.y - size, width, size * 2, 4)
    context.fill()
    context.fillStyle = this.colors.text
    context.fillText(label, data.x + data.size + 12, data.y + size / 3)
  }
}

/** Places for a name: at the right of its node, at its left, below, above. */
function boxesFor({ x, y, size }: LabelData, width: number, height: number): Box[] {
  const half = height * 0.75
  const gap = size + 3
  return [
    [x + gap, y - half, x + gap + width, y + half],
    [x - gap - width, y - half, x - gap, y + half],
    [x - width / 2, y + gap, x + width / 2, y + gap + 2 * half],
    [x - width / 2, y - gap - 2 * half, x + width / 2, y - gap],
  ]
}
