/**
 * For all globs of a gate and one address: about a millisecond, however hostile both are. A step is a letter that is
 * looked at. Rules that people write need a hundredth.
 */
export const globSteps = 100_000

/** The cost of a search beside its letters. */
const callSteps = 8

const pieceLetters = 3
const pieceKinds = 4096

/** The path of an address while globs are searched in it. When the steps are used up, nothing more is found. */
export class SearchedPath {
  /** The path, and the path with a slash added, in the form of `spellPath`. */
  readonly plain: string
  readonly slashed: string
  readonly #pieces = new Uint8Array(pieceKinds)
  #left: number

  constructor(path: string, steps = globSteps) {
    this.plain = path
    this.slashed = `${path}/`
    this.#left = steps - this.slashed.length
    for (let at = 0; at + pieceLetters <= this.slashed.length; at++) this.#pieces[pieceAt(this.slashed, at)] = 1
  }

  get isTooLong(): boolean {
    return this.#left < 0
  }

  /** Whether the path may have all texts that these pieces are from. False for almost all globs that do not match. */
  mayHave(pieces: number[]): boolean {
    this.#left--
    return pieces.every((piece) => this.#pieces[piece] === 1)
  }

  /** Like `path.indexOf(text, from)`. */
  indexOf(path: string, text: string, from: number): number {
    if (this.#left < 0) return -1
    const at = path.indexOf(text, from)
    this.#left -= callSteps + (at < 0 ? path.length : at) - from + text.length
    return at
  }

  /** Like `path.lastIndexOf(letter, from)`. */
  lastIndexOf(path: string, letter: string, from: number): number {
    if (this.#left < 0) return -1
    const at = path.lastIndexOf(letter, from)
    this.#left -= callSteps + from - at
    return at
  }
}

/** Some pieces of the texts that a path must have. */
export function piecesOf(texts: string[]): number[] {
  const long = texts.filter(({ length }) => length >= pieceLetters).sort((a, b) => b.length - a.length)
  const pieces = long.flatMap((text) => [pieceAt(text, text.length - pieceLetters), pieceAt(text, 0)])
  return [...new Set(pieces)].slice(0, piecesMax)
}

const piecesMax = 8

/** A number for three letters. */
function pieceAt(text: string, at: number): number {
  const hash = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)
  return Math.imul(hash, 0x9e3779b1) >>> 20
}
