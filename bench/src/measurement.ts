/** One line of the report. */
export interface Row {
  measure: string
  unit: string
  ours: number
  peer?: number
  /** What is asked for, and whether it holds. A row without one is there for information. */
  target?: { text: string; met: boolean }
  note?: string
}

export interface Options {
  /** The folder with real sites, which may be missing. */
  corpus: string
  /** Says what goes on; not part of the report. */
  progress(text: string): void
}

export interface Measurement {
  name: string
  describe: string
  run(options: Options): Promise<Row[]>
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('no values')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.ceil(sorted.length * share) - 1]
  if (value === undefined) throw new Error('no values')
  return value
}

/** Every value of a row whose figure is a median, so that its spread can be seen. */
export function listValues(values: number[], digits = 0): string {
  return values.map((value) => value.toFixed(digits)).join(', ')
}
