import { isCapitalised } from '../../../language/capitals.ts'
import { hashWord, mix } from './word-hash.ts'

// Features of one word that do not depend on its sentence.

/** Signed 32-bit hashes: V8 then stores all fields inside the object. */
export interface WordLooks {
  text: number
  lower: number
  shape: number
  prefix2: number
  prefix3: number
  prefix4: number
  suffix2: number
  suffix3: number
  suffix4: number
  suffix6: number
  cluster: number
  rank: number
  flags: number
  /** Whether it is a German noun: see `nounOf`. */
  noun: number
}

const outside = 0x5bd1e995

/** Stands before the first and behind the last word of a sentence. */
export const outsideLooks: WordLooks = {
  text: outside,
  lower: outside,
  shape: outside,
  prefix2: outside,
  prefix3: outside,
  prefix4: outside,
  suffix2: outside,
  suffix3: outside,
  suffix4: outside,
  suffix6: outside,
  cluster: outside,
  rank: outside,
  flags: outside,
  noun: 0,
}

/** What the word table knows about a word, by its hash. */
export interface WordLookup {
  find(hash: number): number
  clusterAt(entry: number): number
  rankAt(entry: number): number
  flagsAt(entry: number): number
  isNoun(hash: number): boolean
}

export function looksOf(word: string, table: WordLookup): WordLooks {
  const text = word.toLowerCase()
  const size = text.length
  const lower = hashWord(text)
  const entry = table.find(lower)
  return {
    text: hashWord(word) | 0,
    lower: lower | 0,
    shape: shapeOf(word) | 0,
    prefix2: hashWord(text, 0, 2) | 0,
    prefix3: hashWord(text, 0, 3) | 0,
    prefix4: hashWord(text, 0, 4) | 0,
    suffix2: hashWord(text, Math.max(0, size - 2)) | 0,
    suffix3: hashWord(text, Math.max(0, size - 3)) | 0,
    suffix4: hashWord(text, Math.max(0, size - 4)) | 0,
    suffix6: hashWord(text, Math.max(0, size - 6)) | 0,
    cluster: table.clusterAt(entry),
    rank: table.rankAt(entry),
    flags: table.flagsAt(entry),
    noun: isCapitalised(word) ? nounOf(text, lower, table) : 0,
  }
}

/** Parts of a compound have at least so many letters. */
const partLeast = 4
/** What may stand between the parts of a compound: `Hochzeit-s-feier`, `Sonne-n-blume`. */
const joints = ['', 's', 'n', 'en', 'es', '-']

/** 0: no noun that is known; 1: a noun; 2: a compound of two; 3: a compound of something and a noun. */
function nounOf(text: string, hash: number, table: WordLookup): number {
  if (table.isNoun(hash)) return 1
  let end = 0
  for (let cut = partLeast; cut <= text.length - partLeast; cut++) {
    if (!table.isNoun(hashWord(text, cut))) continue
    for (const joint of joints) {
      const stop = cut - joint.length
      if (stop >= partLeast && text.startsWith(joint, stop) && table.isNoun(hashWord(text, 0, stop))) return 2
    }
    end = 3
  }
  return end
}

/**
 * The shape of a word, such as `Xx`, `XX`, `x-x` or `d`: kinds of characters, with repeats folded. All capitals differ
 * from one capital.
 */
function shapeOf(word: string): number {
  let hash = 7
  let last = 0
  let count = 0
  const end = Math.min(word.length, 24)
  for (let at = 0; at < end; at++) {
    const kind = kindOf(word.charCodeAt(at), word[at] as string)
    count = kind === last ? count + 1 : 1
    if (kind !== last || (kind === 1 && count === 2) || (kind === 3 && count <= 4)) hash = mix(hash, kind)
    last = kind
  }
  return hash
}

function kindOf(code: number, char: string): number {
  if (code >= 97 && code <= 122) return 2
  if (code >= 65 && code <= 90) return 1
  if (code >= 48 && code <= 57) return 3
  if (code < 128) return code
  if (/\p{Lu}/u.test(char)) return 1
  return /\p{L}|\p{M}/u.test(char) ? 2 : 4
}
