import type { Place } from '../layout/places.ts'
import { inkOn } from '../look/ink.ts'
import type { LegendEntry } from '../look/looks.ts'
import { type Hull, opacityOfHulls } from './hulls.ts'
import { type Dot, markedFrom, markSize, pinOf, pinRadius } from './marks.ts'
import type { PlacedLabel } from './place-labels.ts'
import type { Theme } from './themes.ts'

// A picture as it is seen, without the library that draws it: to be written as SVG, from which a PNG is made.

export interface SceneLine {
  from: Place
  to: Place
  /** The radius of the dot at its end, where its arrow begins. */
  radius: number
  curvature: number
  color: string
  width: number
  hasArrow: boolean
}

export interface Scene {
  width: number
  height: number
  theme: Theme
  hulls: Hull[]
  hullWidth: number
  /** Whether a part of it is lit, and the rest dimmed. */
  isDimmed: boolean
  lines: SceneLine[]
  dots: (Dot & { name: string })[]
  labels: PlacedLabel[]
}

const legendRow = 20

/** The picture as SVG, with its legend below it. */
export function sceneToSvg(scene: Scene, legend: LegendEntry[]): string {
  const { width, height, theme } = scene
  const columns = Math.max(1, Math.floor(width / 190))
  const rows = Math.ceil(legend.length / columns)
  const whole = Math.round(height + rows * legendRow + (rows > 0 ? 16 : 0))
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${whole}" viewBox="0 0 ${Math.round(width)} ${whole}" font-family="system-ui, sans-serif">`,
    `<rect width="100%" height="100%" fill="${theme.box}"/>`,
    `<g opacity="${opacityOfHulls(scene.isDimmed)}">`,
    ...scene.hulls.map((hull) => hullSvg(hull, scene.hullWidth)),
    '</g>',
    ...scene.lines.map(lineSvg),
    ...scene.dots.map((dot) => dotSvg(dot, theme)),
    ...scene.labels.map((label) => labelSvg(label, theme)),
    ...legend.map((entry, at) =>
      legendSvg(entry, { theme, x: 12 + (at % columns) * 190, y: height + 18 + Math.floor(at / columns) * legendRow }),
    ),
    '</svg>',
  ]
  return parts.join('\n')
}

const number = (value: number) => String(Math.round(value * 10) / 10)
const point = ({ x, y }: Place) => `${number(x)} ${number(y)}`

/** Text of strangers: nothing of it may be read as markup, and characters that XML forbids are left out. */
function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => names[letter] as string)
}

function hullSvg({ color, points }: Hull, width: number): string {
  const path = `M${points.map(point).join('L')}Z`
  const style = `fill="${color}" stroke="${color}" stroke-width="${number(width)}" stroke-linejoin="round"`
  return `<path d="${path}" ${style}/>`
}

/** The place at which a line bends. */
function bendOf({ from, to, curvature }: SceneLine): Place {
  return {
    x: (from.x + to.x) / 2 + (to.y - from.y) * curvature,
    y: (from.y + to.y) / 2 - (to.x - from.x) * curvature,
  }
}

function lineSvg(line: SceneLine): string {
  const { to, color, width, radius, hasArrow } = line
  const bend = bendOf(line)
  const path = `<path d="M${point(line.from)}Q${point(bend)} ${point(to)}" fill="none" stroke="${color}" stroke-width="${number(width)}"/>`
  if (!hasArrow) return path
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x)
  const at = (distance: number, side: number) =>
    point({
      x: to.x - distance * Math.cos(angle) - side * Math.sin(angle),
      y: to.y - distance * Math.sin(angle) + side * Math.cos(angle),
    })
  const long = 2.5 + 2.5 * width
  const wide = 1 + width
  return `${path}<path d="M${at(radius, 0)}L${at(radius + long, wide)}L${at(radius + long, -wide)}Z" fill="${color}"/>`
}

function dotSvg(dot: Scene['dots'][number], theme: Theme): string {
  const { x, y, radius, color, name, mark, isPinned, isDim } = dot
  const circle = `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" fill="${color}"><title>${escaped(name)}</title></circle>`
  const letter =
    radius >= markedFrom && !isDim
      ? `<text x="${number(x)}" y="${number(y)}" font-size="${markSize(radius)}" font-weight="700" fill="${inkOn(color)}" text-anchor="middle" dominant-baseline="central">${escaped(mark)}</text>`
      : ''
  const { x: pinX, y: pinY } = pinOf(dot)
  const pin = isPinned
    ? `<circle cx="${number(pinX)}" cy="${number(pinY)}" r="${pinRadius}" fill="${theme.text}" stroke="${theme.box}" stroke-width="1.5"/>`
    : ''
  return circle + letter + pin
}

function labelSvg({ text, box, x, y, isCentred, isAway }: PlacedLabel, theme: Theme): string {
  const [left, top, right, bottom] = box
  const lead = isAway
    ? `<path d="M${point({ x, y })}L${point({ x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) })}" stroke="${theme.quiet}"/>`
    : ''
  const style = isCentred
    ? `font-size="11" fill="${theme.quiet}"`
    : `font-size="13" font-weight="500" fill="${theme.text}"`
  const halo = `paint-order="stroke" stroke="${theme.box}" stroke-width="3" stroke-linejoin="round"`
  return `${lead}<text data-label="${isCentred ? 'line' : 'node'}" x="${number(left + 1)}" y="${number((top + bottom) / 2)}" dominant-baseline="central" ${style} ${halo}>${escaped(text)}</text>`
}

function legendSvg({ label, color, mark, count }: LegendEntry, { theme, x, y }: { theme: Theme } & Place): string {
  const short = label.length > 22 ? `${label.slice(0, 21)}…` : label
  return `<circle cx="${x}" cy="${y}" r="7" fill="${color}"/><text x="${x}" y="${y}" font-size="9" font-weight="700" fill="${inkOn(color)}" text-anchor="middle" dominant-baseline="central">${escaped(mark)}</text><text x="${x + 13}" y="${y}" font-size="12" fill="${theme.text}" dominant-baseline="central">${escaped(short)} ${count}</text>`
}
