import { expect, it } from 'vitest'
import { SessionTurns } from './session-turns.ts'

it('lets those whom somebody waits for go first, and the background in between', async () => {
  const turns = new SessionTurns()
  const order: string[] = []
  const add = (name: string, isPrompt: boolean) =>
    turns.run(isPrompt, async () => {
      order.push(name)
    })
  const works = [
    ...Array.from({ length: 4 }, (_, n) => add(`work ${n}`, false)),
    ...Array.from({ length: 6 }, (_, n) => add(`read ${n}`, true)),
  ]
  await Promise.all(works)
  expect(order).toEqual([
    ...['work 0', 'read 0', 'read 1', 'read 2', 'read 3', 'work 1', 'read 4', 'read 5', 'work 2', 'work 3'],
  ])
})

it('goes on after a failure', async () => {
  const turns = new SessionTurns()
  const failing = turns.run(true, () => Promise.reject(new Error('broken')))
  const next = turns.run(false, async () => 1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe(1)
})
