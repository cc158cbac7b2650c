import { expect, it } from 'vitest'
import { LoopTurns, Turns } from './turns.ts'

it('of many works that make way, one goes on in each turn of the event loop', async () => {
  const loop = new LoopTurns()
  let turn = 0
  const count = () => {
    turn++
    if (turn < 10_000) setImmediate(count)
  }
  setImmediate(count)
  const work = async () => {
    const turns = new Turns(60_000, loop)
    const resumed: number[] = []
    while (resumed.length < 3) {
      const pause = turns.next()
      if (!pause) continue
      expect(await pause).toBe(true)
      resumed.push(turn)
    }
    return resumed
  }
  const resumed = (await Promise.all(Array.from({ length: 5 }, work))).flat()
  expect(new Set(resumed).size).toBe(15)
})
