import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface PriceRow {
  model: string
  from: string
  input: number
  cached_input: number
  cache_write?: number
  output: number
  long?: { over_tokens: number; input_times: number; output_times: number }
}

const file = resolve(import.meta.dirname, '../../data/model-prices.txt')
let table: PriceRow[] | undefined

/** The prices of `model-prices.txt`, read when they are first asked for: a service without a model needs none. */
export function priceTable(): PriceRow[] {
  table ??= readPrices(readFileSync(file, 'utf8'))
  return table
}

const columns = 'model from input cached_input cache_write output long_over long_input long_output'

/** The lines below a heading that names the columns; lines that begin with # are remarks. */
export function readPrices(text: string): PriceRow[] {
  const lines = text.split('\n').map((line) => line.trim())
  const [heading, ...rows] = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
  if (heading?.join(' ') !== columns) throw new Error(`the columns of the prices must be: ${columns}`)
  return rows.map((row) => {
    const [model, from, ...cells] = row
    const [input, cached_input, cache_write, output, over_tokens, input_times, output_times, ...more] =
      cells.map(readCell)
    const isLong = over_tokens !== undefined && input_times !== undefined && output_times !== undefined
    if (
      !model ||
      !from ||
      input === undefined ||
      cached_input === undefined ||
      output === undefined ||
      more.length > 0
    ) {
      throw new Error(`not a line of prices: ${row.join(' ')}`)
    }
    const long = isLong ? { long: { over_tokens, input_times, output_times } } : {}
    return { model, from, input, cached_input, ...(cache_write !== undefined && { cache_write }), output, ...long }
  })
}

function readCell(text: string): number | undefined {
  if (text === '-') return undefined
  const number = Number(text)
  if (Number.isFinite(number)) return number
  throw new Error(`not a price: ${text}`)
}
