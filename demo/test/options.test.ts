import { expect, it } from 'vitest'
import { help, readOptions } from '../src/options.ts'

it('takes a free port, removes its folder and waits, unless it is told otherwise', () => {
  expect(readOptions([])).toEqual({ port: 0, empty: false, keep: false, wait: true })
  expect(readOptions(['--port', '8123', '--keep', '--no-wait'])).toEqual({
    ...{ port: 8123, empty: false, keep: true, wait: false },
  })
  expect(readOptions(['--empty'])).toMatchObject({ empty: true })
  expect(readOptions(['--port=0', '--help'])).toBe('help')
})

it.each([
  [['--prot', '8123'], /--prot/],
  [['8123'], /8123/],
  [['--port'], /--port/],
  [['--port', 'http'], /--port must be a whole number from 0 to 65535, not http/],
  [['--port', '70000'], /not 70000/],
  [['--keep=no'], /--keep/],
  [['--empty', '--keep'], /--empty goes with neither --keep nor --no-wait/],
])('refuses %j, and says what is wrong', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})

it('explains every option', () => {
  for (const option of ['--port', '--empty', '--keep', '--no-wait', '--help']) expect(help).toContain(option)
})
