import type { Place } from './places.ts'

// Where the nodes of a picture were the last time: kept in the browser, for each person, graph and picture.

export interface KeptPlace extends Place {
  /** Whether a person has put it there: then a new layout leaves it there. */
  isPinned?: boolean
}

export type KeptPlaces = ReadonlyMap<string, KeptPlace>

export interface PlaceMemory {
  read(): KeptPlaces
  write(places: KeptPlaces): void
}

const prefix = 'polegraph.places/'
const picturesMost = 12
const nodesMost = 5_000

/** The end of an id, which is random: enough to tell the nodes of a picture apart, in a third of the room. */
export const shortId = (id: string) => id.slice(-12)

/** As text: `id x y`, and `1` for a pinned one, separated by semicolons. */
export function writePlaces(places: KeptPlaces, most = nodesMost): string {
  // What a person has put somewhere goes first.
  const sorted = [...places].toSorted(([, a], [, b]) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false))
  return sorted
    .slice(0, most)
    .map(([id, { x, y, isPinned }]) => `${shortId(id)} ${Math.round(x)} ${Math.round(y)}${isPinned ? ' 1' : ''}`)
    .join(';')
}

/** Reads what was written, by short ids; what does not look like it is left out. */
export function readPlaces(written: unknown): KeptPlaces {
  const places = new Map<string, KeptPlace>()
  for (const one of typeof written === 'string' ? written.split(';') : []) {
    const [id, x = '', y = '', pin] = one.split(' ')
    if (!id || !/^-?\d+$/.test(x) || !/^-?\d+$/.test(y)) continue
    places.set(id, { x: Number(x), y: Number(y), ...(pin === '1' && { isPinned: true }) })
  }
  return places
}

/** The memory of one picture. `owner` and `graph` keep people and graphs that share a browser apart. */
export function browserMemory(owner: string, graph: string, picture: string): PlaceMemory {
  const key = `${prefix}${owner}/${graph}/${picture}`
  return {
    read() {
      try {
        return readPlaces(JSON.parse(localStorage.getItem(key) ?? '{}').places)
      } catch {
        return new Map()
      }
    },
    write(places) {
      forgetOldest(key)
      const text = JSON.stringify({ at: Date.now(), places: writePlaces(places) })
      try {
        localStorage.setItem(key, text)
      } catch {
        // A full or forbidden storage costs the places of the next visit, not this picture.
        localStorage.removeItem(key)
      }
    },
  }
}

/** The memory of a picture whose places are kept elsewhere: what is moved here is forgotten with the page. */
export function pageMemory(places: KeptPlaces): PlaceMemory {
  let known = places
  return {
    read: () => known,
    write: (written) => {
      known = written
    },
  }
}

/** Makes room: only the latest pictures are kept. */
function forgetOldest(key: string): void {
  const others = Object.keys(localStorage).filter((one) => one.startsWith(prefix) && one !== key)
  const writtenAt = (one: string): number => {
    try {
      return Number(JSON.parse(localStorage.getItem(one) ?? '{}').at) || 0
    } catch {
      return 0
    }
  }
  if (others.length < picturesMost) return
  const oldest = others.toSorted((a, b) => writtenAt(a) - writtenAt(b)).slice(0, others.length - picturesMost + 1)
  for (const one of oldest) localStorage.removeItem(one)
}
