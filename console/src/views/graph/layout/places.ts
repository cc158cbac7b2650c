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

interface Disc extends Place {
  radius: number
  isHeld?: boolean
}

/** Pushes discs that cover each other apart, a little in each round, until none does. */
export function separate(discs: Disc[], { gap, rounds, grow }: { gap: number; rounds: number; grow: number }): void {
  const widest = discs.reduce((most, { radius }) => Math.max(most, radius), 0)
  const cell = 2 * widest * grow + gap || 1
  // The discs of a cell as a chain: its first one, and for each disc the next one.
  const next = new Int32Array(discs.length)
  for (let round = 0; round < rounds; round++) {
    const first = new Map<number, number>()
    for (let at = discs.length - 1; at >= 0; at--) {
      const key = cellOf(discs[at] as Disc, cell)
      next[at] = first.get(key) ?? -1
      first.set(key, at)
    }
    let pushed = false
    discs.forEach((disc, at) => {
      const key = cellOf(disc, cell)
      for (let side = 0; side < 9; side++) {
        let other = first.get(key + (side % 3) - 1 + (Math.floor(side / 3) - 1) * columns) ?? -1
        for (; other >= 0; other = next[other] as number) {
          if (other > at && push(disc, discs[other] as Disc, { grow, gap, turn: at + other })) pushed = true
        }
      }
    })
    if (!pushed) return
  }
}

const columns = 2 ** 20

/** The number of the cell in which the middle of a disc lies. */
const cellOf = ({ x, y }: Place, cell: number) => Math.floor(x / cell) + Math.floor(y / cell) * columns

/** Whether the two were too near to each other. */
function push(a: Disc, b: Disc, { grow, gap, turn }: { grow: number; gap: number; turn: number }): boolean {
  const wanted = (a.radius + b.radius) * grow + gap
  const dx = b.x - a.x
  const dy = b.y - a.y
  const squared = dx * dx + dy * dy
  if (squared >= wanted * wanted || (a.isHeld && b.isHeld)) return false
  const distance = Math.sqrt(squared)
  // Two at the same place go apart in a direction of their own.
  const angle = distance > 0 ? Math.atan2(dy, dx) : turn
  const by = ((wanted - distance) * 1.02) / (a.isHeld || b.isHeld ? 1 : 2)
  if (!a.isHeld) {
    a.x -= by * Math.cos(angle)
    a.y -= by * Math.sin(angle)
  }
  if (!b.isHeld) {
    b.x += by * Math.cos(angle)
    b.y += by * Math.sin(angle)
  }
  return true
}
