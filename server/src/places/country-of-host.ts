import { readWords } from '../language/word-lists.ts'
import type { PlaceTable } from './place-table.ts'

/** Endings that people everywhere take for what they look like. */
const open = readWords('open-endings')

/** The country of the ending of a host's name: `AT` for `www.oeaw.ac.at`. */
export function countryOfHost(host: string | null, table: PlaceTable): string | undefined {
  const ending = /\.([a-z]{2})$/i.exec(host ?? '')?.[1]?.toLowerCase()
  if (ending === undefined || open.has(ending)) return undefined
  const at = table.countryByCode(ending.toUpperCase())
  return at === undefined ? undefined : table.header.countries[at]?.code
}
