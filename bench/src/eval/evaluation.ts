import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Row } from '../measurement.ts'

export interface Evaluation {
  name: string
  describe: string
  run(options: {
    corpus: Corpus
    training: string
    /** The folder that `--answers` names. */
    answers?: string | undefined
    /** Whether a whole site is to be measured. */
    isWanted(site: string): boolean
    progress(text: string): void
  }): Promise<Row[]>
}

export class CorpusMissing extends Error {}

const defaultCorpus = resolve(import.meta.dirname, '../../../../shared/corpora')

/** The folder that `--corpus` names, or the one beside the repository. */
export function corpusFolder(given: string | undefined): string {
  // npm runs scripts in the root, and leaves word where the command was given.
  return given === undefined ? defaultCorpus : resolve(process.env.INIT_CWD ?? process.cwd(), given)
}

/** The folder that `--training` names, or the one beside the corpus. */
export function trainingFolder(given: string | undefined, corpus: string): string {
  return given === undefined ? resolve(corpus, '../training') : resolve(process.env.INIT_CWD ?? process.cwd(), given)
}

/** The folder with the answers of a model that `--answers` names. */
export function answersFolder(given: string | undefined): string | undefined {
  return given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given)
}

/** A folder laid out like the one the project was measured on; what is in its files may differ. */
export class Corpus {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new CorpusMissing(`${folder} is no folder`)
  }

  read(path: string): Buffer {
    return this.#find(path, () => readFileSync(join(this.#folder, path)))
  }

  /** A JSON value a line. */
  readLines<Value>(path: string): Value[] {
    const lines = this.read(path).toString('utf8').split('\n')
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Value)
  }

  has(path: string): boolean {
    return existsSync(join(this.#folder, path))
  }

  list(path: string): string[] {
    return this.#find(path, () => readdirSync(join(this.#folder, path)).sort())
  }

  #find<Found>(path: string, look: () => Found): Found {
    try {
      return look()
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
        throw new CorpusMissing(`${this.#folder} has no ${path}`)
      }
      throw error
    }
  }
}

/** A share of cases that come out right, with the names of those that do not. */
export class Score {
  #right = 0
  readonly wrong: string[] = []

  add(name: string, right: boolean): void {
    if (right) this.#right++
    else this.wrong.push(name)
  }

  merge(other: Score): void {
    this.#right += other.#right
    this.wrong.push(...other.wrong)
  }

  get total(): number {
    return this.#right + this.wrong.length
  }

  get percent(): number {
    return (100 * this.#right) / this.total
  }

  /** `167 of 167`, and who is missing. */
  toString(): string {
    const missing = this.wrong.length > 12 ? [...this.wrong.slice(0, 12), '…'] : this.wrong
    return `${this.#right} of ${this.total}${missing.length > 0 ? `, not ${missing.join(', ')}` : ''}`
  }
}

/** Says how much of something is right; `least` is the share that is asked for. Without any case there is no row. */
export function scoreRow(measure: string, { ours, peer, least }: { ours: Score; peer?: Score; least?: number }): Row[] {
  if (ours.total === 0) return []
  const target = least === undefined ? undefined : { text: `${least} %`, met: ours.percent >= least }
  const note = peer ? `${ours}; peer ${peer.total - peer.wrong.length} of ${peer.total}` : `${ours}`
  return [{ measure, unit: '%', ours: ours.percent, peer: peer?.percent, target, note }]
}
