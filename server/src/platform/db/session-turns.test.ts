import { expect, it } from 'vitest'
import { SessionTurns } from './session-turns.ts'

/** Runs works that take so many milliseconds each, in turns, and returns the order in which they began. */
function makeSession() {
  let now = 0
  const turns = new SessionTurns(() => now)
  const order: string[] = []
  const add = (holder: string | undefined, ms: number) =>
    turns.run({ holder }, async () => {
      order.push(holder ?? 'background')
      now += ms
    })
  return { turns, order, add }
}

it('gives the turn to whoever has had the session for the shortest time', async () => {
  const { order, add } = makeSession()
  await Promise.all([
    ...Array.from({ length: 4 }, () => add('large', 100)),
    ...Array.from({ length: 3 }, () => add('small', 1)),
  ])
  expect(order).toEqual(['large', 'small', 'small', 'small', 'large', 'large', 'large'])
})

it('lets the background have its time beside those who wait for an answer', async () => {
  const { order, add } = makeSession()
  await Promise.all([
    ...Array.from({ length: 3 }, () => add('large', 100)),
    ...Array.from({ length: 4 }, () => add(undefined, 50)),
  ])
  expect(order).toEqual(['large', 'background', 'background', 'large', 'background', 'background', 'large'])
})

it('does not begin with another between two statements of a call that comes first', async () => {
  const { order, add } = makeSession()
  const call = async () => {
    await add('small', 1)
    await add('small', 1)
  }
  await Promise.all([...Array.from({ length: 4 }, () => add('large', 100)), call()])
  expect(order).toEqual(['large', 'small', 'small', 'large', 'large', 'large'])
})

it('saves up no time for those who ask nothing', async () => {
  const { order, add } = makeSession()
  for (let n = 0; n < 10; n++) await Promise.all([add('large', 100), add('large', 100)])
  order.length = 0
  await Promise.all([
    ...Array.from({ length: 3 }, () => add('large', 100)),
    ...Array.from({ length: 4 }, () => add('late', 100)),
  ])
  expect(order.slice(0, 4).filter((holder) => holder === 'late')).toHaveLength(2)
})

it('forgets nobody who has had more than the others', async () => {
  const { order, add } = makeSession()
  await Promise.all([add('large', 100), add('small', 1)])
  for (let n = 0; n < 300; n++) await add(`other ${n}`, 1)
  order.length = 0
  await Promise.all([add('other', 1), add('large', 100), add('small', 1)])
  expect(order).toEqual(['other', 'small', 'large'])
})

it('goes on after a failure', async () => {
  const turns = new SessionTurns()
  const failing = turns.run({ holder: 'one' }, () => Promise.reject(new Error('broken')))
  const next = turns.run({}, async () => 1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe(1)
})

it('whoever leaves does not wait for the turn, nor takes it', async () => {
  const turns = new SessionTurns()
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>()
  const first = turns.run({ holder: 'one' }, () => blocked)
  const leaving = new AbortController()
  const left = turns.run({ holder: 'one', ended: leaving.signal }, async () => 'begun')
  const next = turns.run({ holder: 'one' }, async () => 'next')
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  unblock()
  await first
  expect(await next).toBe('next')
})
