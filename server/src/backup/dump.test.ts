import { expect, it } from 'vitest'
import { bounds } from './backup-file.ts'
import { splitRows } from './dump.ts'

const row = (bytes: number) => Buffer.alloc(bytes, 'a').fill('\n', bytes - 1)
const lengthsOf = (rows: Buffer[]) => [...splitRows(Buffer.concat(rows), 'pages')].map(({ length }) => length)

it('rows go into pieces that a reader takes, whole', () => {
  const most = bounds.piece_bytes
  expect(lengthsOf([])).toEqual([])
  expect(lengthsOf([row(1), row(9)])).toEqual([10])
  expect(lengthsOf([row(most - 5), row(5), row(1)])).toEqual([most, 1])
  expect(lengthsOf([row(most - 5), row(6), row(most)])).toEqual([most - 5, 6, most])
  expect(() => lengthsOf([row(7), row(most + 1)])).toThrow(`a row of pages is longer than ${most} bytes`)
})
