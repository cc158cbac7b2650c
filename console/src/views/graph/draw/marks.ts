import type { Box } from '../../box.ts'
import type { Place } from '../layout/places.ts'
import { inkOn } from '../look/ink.ts'
import type { Theme } from './themes.ts'

// The letters in dots, and the heads of pins.

export interface Dot extends Place {
  radius: number
  color: string
  mark: string
  isPinned: boolean
  isDim: boolean
}

export const boxOf = ({ x, y, radius }: Dot): Box => [x - radius, y - radius, x + radius, y + radius]

/** Where buttons lie over the picture. */
export function controlsOver(container: HTMLElement): Box[] {
  const { left, top } = container.getBoundingClientRect()
  return [...(container.parentElement?.querySelectorAll('.graph-zoom') ?? [])].map((control): Box => {
    const box = control.getBoundingClientRect()
    return [box.left - left, box.top - top, box.right - left, box.bottom - top]
  })
}

/** Smaller dots have no room for a letter. */
export const markedFrom = 6.5
export const markSize = (radius: number) => Math.min(14, Math.round(radius * 1.15))
export const pinOf = ({ x, y, radius }: Place & { radius: number }) => ({ x: x + radius * 0.75, y: y - radius * 0.75 })
export const pinRadius = 3.2

export function drawMarks(context: CanvasRenderingContext2D, dots: Dot[], theme: Theme): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const dot of dots) {
    if (dot.radius >= markedFrom && !dot.isDim) {
      context.font = `700 ${markSize(dot.radius)}px system-ui, sans-serif`
      context.fillStyle = inkOn(dot.color)
      context.fillText(dot.mark, dot.x, dot.y + 0.5)
    }
    if (dot.isPinned) drawPin(context, pinOf(dot), theme)
  }
  context.textAlign = 'start'
  context.textBaseline = 'alphabetic'
}

function drawPin(context: CanvasRenderingContext2D, { x, y }: Place, theme: Theme): void {
  context.beginPath()
  context.arc(x, y, pinRadius, 0, 2 * Math.PI)
  context.fillStyle = theme.text
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = theme.box
  context.stroke()
}
