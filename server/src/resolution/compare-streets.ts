import { latinTokens } from '../language/latin-name.ts'
import { editDistance } from './names/edit-distance.ts'

const kinds = new Map(
  Object.entries({
    st: 'street',
    str: 'strasse',
    rd: 'road',
    ave: 'avenue',
    av: 'avenue',
    blvd: 'boulevard',
    dr: 'drive',
    ln: 'lane',
    pl: 'place',
    ct: 'court',
    sq: 'square',
    hwy: 'highway',
    pkwy: 'parkway',
    ter: 'terrace',
    n: 'north',
    s: 'south',
    e: 'east',
    w: 'west',
  }),
)
const words: ReadonlySet<string> = new Set([...kinds.values(), 'circuit', 'crescent', 'close', 'way', 'the'])

/** Points for two street addresses: above zero if they may be the same, most if the house number fits too. */
export function compareStreets(a: string, b: string): number {
  const readA = readStreet(a)
  const readB = readStreet(b)
  if (readA.name === '' || readB.name === '') return 0
  const most = Math.max(readA.name.length, readB.name.length) >= 6 ? 2 : 1
  const isName = editDistance(readA.name, readB.name, most) <= most || startsAlike(readA.name, readB.name)
  if (readA.number === undefined || readB.number === undefined) return isName ? 1.2 : -1.5
  if (readA.number !== readB.number) return isName ? -0.7 : -2
  return isName ? 3.5 : -1
}

function startsAlike(a: string, b: string): boolean {
  return a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a))
}

/** The street's name without its type and direction, and the house number. */
function readStreet(text: string): { name: string; number: string | undefined } {
  const tokens = latinTokens(text).map((token) => kinds.get(token) ?? token)
  const at = tokens.findIndex((token) => /^\d+[a-z]?$/.test(token))
  const names = tokens.filter((token, n) => n !== at && !words.has(token))
  const name = names.join('').replace(/(?:street|road|avenue|drive|lane|place|circuit|crescent)$/, '')
  return { name, number: at < 0 ? undefined : tokens[at] }
}
