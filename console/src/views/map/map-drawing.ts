import { kindHex } from '../../shared/format/kinds.tsx'
import { type Box, overlap } from '../box.ts'
import { type Land, projection, worldSize } from './map-land.ts'

// Dots on a map. Those that would cover each other are one dot with their number.

export interface Spot {
  id: string
  kind: string
  name: string
  lat: number
  lon: number
}

export interface Cluster {
  x: number
  y: number
  spots: Spot[]
}

/** The part of the world that is shown: its scale, and where its upper left corner is on the screen. */
export interface MapCamera {
  scale: number
  left: number
  top: number
}

export interface Size {
  width: number
  height: number
}

const themes = {
  light: { water: '#eef3f8', land: '#ffffff', border: '#ced4da', coast: '#adb5bd', text: '#1a1b1e', quiet: '#868e96' },
  dark: { water: '#1b1e22', land: '#2e3136', border: '#4a4e54', coast: '#5c6066', text: '#e9ecef', quiet: '#868e96' },
}

export const maxScale = 400
const closeTogether = 18

/** The highest latitude that is drawn: Mercator's projection puts the poles infinitely far away. */
const mostLat = 84

const places = new WeakMap<object, [x: number, y: number]>()

/** The place of a spot on the map of the world; remembered, because every movement asks for all of them. */
export function placeOf(spot: Pick<Spot, 'lat' | 'lon'>): [x: number, y: number] {
  const known = places.get(spot)
  if (known) return known
  const place = projection([spot.lon, Math.max(-mostLat, Math.min(mostLat, spot.lat))]) ?? [0, 0]
  places.set(spot, place)
  return place
}

/** Shows all spots, with some room around them; the world when there are none. */
export function cameraFor(spots: Spot[], { width, height }: Size): MapCamera {
  const places = spots.map(placeOf)
  const xs = places.map(([x]) => x)
  const ys = places.map(([, y]) => y)
  const box = places.length > 0 ? [min(xs), min(ys), max(xs), max(ys)] : [0, 120, worldSize, 800]
  const [left = 0, top = 0, right = 0, bottom = 0] = box
  const scale = Math.min(
    (width - 80) / Math.max(right - left, 12),
    (height - 80) / Math.max(bottom - top, 12),
    maxScale / 4,
  )
  return bounded(
    {
      scale,
      left: width / 2 - (scale * (left + right)) / 2,
      top: height / 2 - (scale * (top + bottom)) / 2,
    },
    { width, height },
  )
}

const min = (values: number[]) => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
const max = (values: number[]) => values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)

/** A camera that was moved or zoomed too far, taken back so that the world fills the screen. */
export function bounded({ scale, left, top }: MapCamera, { width, height }: Size): MapCamera {
  const least = Math.min(width, height) / worldSize
  const kept = Math.max(least, Math.min(maxScale, scale))
  const world = kept * worldSize
  const hold = (value: number, room: number) =>
    world < room ? (room - world) / 2 : Math.min(0, Math.max(room - world, value))
  return { scale: kept, left: hold(left, width), top: hold(top, height) }
}

export function zoomed(camera: MapCamera, factor: number, [x, y]: [number, number], size: Size): MapCamera {
  const scale = Math.max(Math.min(size.width, size.height) / worldSize, Math.min(maxScale, camera.scale * factor))
  const by = scale / camera.scale
  return bounded({ scale, left: x - by * (x - camera.left), top: y - by * (y - camera.top) }, size)
}

/** The dots on the screen: spots of one small square are one dot. */
export function clustersOf(spots: Spot[], camera: MapCamera, { width, height }: Size): Cluster[] {
  const cells = new Map<string, Cluster>()
  for (const spot of spots) {
    const [worldX, worldY] = placeOf(spot)
    const x = camera.left + camera.scale * worldX
    const y = camera.top + camera.scale * worldY
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue
    // Squares of the world, not of the screen: otherwise moving the map would change which spots share a dot.
    const side = closeTogether / camera.scale
    const key = `${Math.floor(worldX / side)} ${Math.floor(worldY / side)}`
    const cell = cells.get(key)
    if (cell) cell.spots.push(spot)
    else cells.set(key, { x, y, spots: [spot] })
  }
  return [...cells.values()]
}

export const radiusOf = ({ spots }: Cluster) => (spots.length === 1 ? 5 : Math.min(22, 8 + 3 * Math.log2(spots.length)))

interface Picture {
  size: Size
  camera: MapCamera
  land: Land | undefined
  clusters: Cluster[]
  at: string | undefined
  lit: ReadonlySet<string> | undefined
  isDark: boolean
}

export function drawMap(context: CanvasRenderingContext2D, picture: Picture): void {
  const { size, camera, land, clusters, isDark } = picture
  const theme = isDark ? themes.dark : themes.light
  const pixels = devicePixelRatio
  context.setTransform(pixels, 0, 0, pixels, 0, 0)
  context.fillStyle = theme.water
  context.fillRect(0, 0, size.width, size.height)
  if (land) {
    context.setTransform(pixels * camera.scale, 0, 0, pixels * camera.scale, pixels * camera.left, pixels * camera.top)
    context.fillStyle = theme.land
    context.fill(land.land)
    context.lineWidth = 1 / camera.scale
    context.strokeStyle = theme.border
    context.stroke(land.borders)
    context.strokeStyle = theme.coast
    context.stroke(land.land)
    context.setTransform(pixels, 0, 0, pixels, 0, 0)
  }
  // The largest are drawn first, so that small ones are not lost below them.
  for (const cluster of clusters.toSorted((a, b) => b.spots.length - a.spots.length))
    drawDot(context, cluster, picture, theme)
  drawNames(context, picture, theme)
}

function drawDot(
  context: CanvasRenderingContext2D,
  cluster: Cluster,
  { at, lit }: Picture,
  theme: (typeof themes)['light'],
): void {
  const { x, y, spots } = cluster
  const found = lit && spots.filter(({ id }) => lit.has(id)).length
  const isChosen = spots.some(({ id }) => id === at)
  const radius = radiusOf(cluster)
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = found === 0 ? theme.border : kindHex(mostOf(spots))
  context.fill()
  // What was found has a ring, as what is chosen has: its colour alone would not tell.
  context.lineWidth = isChosen ? 3 : found ? 2.5 : 1.5
  context.strokeStyle = isChosen || found ? theme.text : theme.land
  context.stroke()
  if (spots.length === 1) return
  context.font = '600 11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#ffffff'
  context.fillText(spots.length > 999 ? `${Math.floor(spots.length / 1000)}k` : String(spots.length), x, y)
}

/** The kind that most of them have. */
function mostOf(spots: Spot[]): string {
  if (spots.length === 1) return (spots[0] as Spot).kind
  const kinds = Map.groupBy(spots, ({ kind }) => kind)
  return ([...kinds].toSorted(([, a], [, b]) => b.length - a.length)[0] as [string, Spot[]])[0]
}

/** Names of single dots, then those of countries, as far as they have room. */
function drawNames(
  context: CanvasRenderingContext2D,
  { clusters, land, camera, size }: Picture,
  theme: (typeof themes)['light'],
): void {
  const taken = clusters.map((one): Box => {
    const radius = radiusOf(one)
    return [one.x - radius, one.y - radius, one.x + radius, one.y + radius]
  })
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineWidth = 3
  context.lineJoin = 'round'
  const write = (name: string, left: number, y: number, color: string) => {
    const box: Box = [left, y - 8, left + context.measureText(name).width, y + 8]
    if (taken.some((other) => overlap(box, other))) return
    taken.push(box)
    context.strokeStyle = theme.land
    context.strokeText(name, left, y)
    context.fillStyle = color
    context.fillText(name, left, y)
  }
  context.font = '500 12px system-ui, sans-serif'
  for (const cluster of clusters.length > 400 ? [] : clusters) {
    const [spot] = cluster.spots
    if (!spot || cluster.spots.length > 1) continue
    const name = spot.name.length > 32 ? `${spot.name.slice(0, 31)}…` : spot.name
    // At the right; where the map ends there, at the left, or below.
    const gap = radiusOf(cluster) + 3
    const width = context.measureText(name).width
    if (cluster.x + gap + width < size.width) write(name, cluster.x + gap, cluster.y, theme.text)
    else if (cluster.x - gap - width > 0) write(name, cluster.x - gap - width, cluster.y, theme.text)
    else
      write(name, Math.max(2, Math.min(size.width - width - 2, cluster.x - width / 2)), cluster.y + gap + 8, theme.text)
  }
  context.font = '400 11px system-ui, sans-serif'
  for (const { name, x, y, width } of land?.countries ?? []) {
    const room = context.measureText(name).width
    const [left, top] = [camera.left + camera.scale * x - room / 2, camera.top + camera.scale * y]
    const isSeen = left > 0 && top > 10 && left + room < size.width && top < size.height - 10
    if (isSeen && room < camera.scale * width) write(name, left, top, theme.quiet)
  }
}
