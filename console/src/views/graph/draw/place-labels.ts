import { type Box, overlap } from '../../box.ts'

// Where names are written. None lies over another.

export interface LabelWish {
  text: string
  /** The middle of what it names, and how far that reaches. */
  x: number
  y: number
  radius: number
  width: number
  height: number
  /** The heavier is placed first. */
  weight: number
  /** Whether it is looked for farther away, where there is no room beside its node. */
  isNeeded: boolean
  /** Whether it lies on what it names, as the type of a relationship does on its line. */
  isCentred?: boolean
  /** Whether it stands in a box over everything, where it is not written a second time. */
  isBoxed?: boolean
  color?: string
}

export interface PlacedLabel extends LabelWish {
  box: Box
  /** Whether it is so far away that a line leads to its node. */
  isAway: boolean
}

/** Distances at which a needed name is looked for when there is no room beside its node, and how much of the width is too far. */
const rings = [12, 26, 44, 66, 92, 122, 160]
const farthest = 1 / 6
const directions = 16

/** Discs of this width have letters, over which nothing could be read. */
const lettered = 26

/** `obstacles` are covered by needed names only, by those where there is no other room, and not where they are large. */
export function placeLabels(
  wishes: LabelWish[],
  obstacles: Box[],
  { width, height }: { width: number; height: number },
): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  const isInside = (box: Box) => box[0] >= 0 && box[2] <= width && box[1] >= 0 && box[3] <= height
  const isClear = (box: Box) => isInside(box) && !placed.some((other) => overlap(box, other.box))
  const isFree = (box: Box) => isClear(box) && !obstacles.some((other) => overlap(box, other))
  const large = obstacles.filter(([left, , right]) => right - left > lettered)
  const isReadable = (box: Box) => isClear(box) && !large.some((other) => overlap(box, other))
  for (const wish of wishes.toSorted((a, b) => b.weight - a.weight)) {
    const near = wish.isCentred ? [centred(wish)] : beside(wish)
    const box = near.find(wish.isCentred ? isClear : isFree)
    if (box) placed.push({ ...wish, box, isAway: false })
    else if (wish.isNeeded) {
      const away = around(wish, width * farthest)
      const found = away.find(isFree) ?? near.find(isReadable) ?? away.find(isReadable)
      if (found) placed.push({ ...wish, box: found, isAway: away.includes(found) })
    }
  }
  return placed
}

function centred({ x, y, width, height }: LabelWish): Box {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
}

/** At the right of its node, at its left, below, above. */
function beside({ x, y, radius, width, height }: LabelWish): Box[] {
  const half = height / 2
  const gap = radius + 3
  return [
    [x + gap, y - half, x + gap + width, y + half],
    [x - gap - width, y - half, x - gap, y + half],
    [x - width / 2, y + gap, x + width / 2, y + gap + height],
    [x - width / 2, y - gap - height, x + width / 2, y - gap],
  ]
}

function around({ x, y, radius, width, height }: LabelWish, most: number): Box[] {
  const near = rings.filter((ring) => ring <= most)
  return near.flatMap((ring) =>
    Array.from({ length: directions }, (_, turn): Box => {
      const angle = (2 * Math.PI * turn) / directions
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const middleX = x + (radius + ring) * cos + (width / 2) * cos
      const middleY = y + (radius + ring) * sin + (height / 2) * sin
      return [middleX - width / 2, middleY - height / 2, middleX + width / 2, middleY + height / 2]
    }),
  )
}
