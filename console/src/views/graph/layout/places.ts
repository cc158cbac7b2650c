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
  for (let round = 0; round < rounds; round++) {
    const cells = Map.groupBy(discs.keys(), (at) => {
      const { x, y } = discs[at] as Disc
      return `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
    })
    let pushed = false
    discs.forEach((disc, at) => {
      const [column, row] = [Math.floor(disc.x / cell), Math.floor(disc.y / cell)]
      for (let side = 0; side < 9; side++) {
        for (const other of cells.get(`${column - 1 + (side % 3)} ${row - 1 + Math.floor(side / 3)}`) ?? []) {
          if (other > at && push(disc, discs[other] as Disc, { grow, gap, turn: at + other })) pushed = true
        }
      }
    })
    if (!pushed) return
  }
}

/** Whether the two were too near to each other. */
function push(a: Disc, b: Disc, { grow, gap, turn }: { grow: number; gap: number; turn: number }): boolean {
  const wanted = (a.radius + b.radius) * grow + gap
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const distance = Math.hypot(dx, dy)
  if (distance >= wanted || (a.isHeld && b.isHeld)) return false
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
