import { expect, it } from 'vitest'
import { SessionTurns } from './session-turns.ts'

it('lets those whom somebody waits for go first, and the background in between', async () => {
  const turns = new SessionTurns()
  const order: string[] = []
  const add = (name: string, isPrompt: boolean) =>
    turns.run({ is_prompt: isPrompt }, async () => {
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
  const failing = turns.run({ is_prompt: true }, () => Promise.reject(new Error('broken')))
  const next = turns.run({ is_prompt: false }, async () => 1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe(1)
})

it('lets holders take turns, however much one of them asks', async () => {
  const turns = new SessionTurns()
  const order: string[] = []
  const add = (holder: string) =>
    turns.run({ is_prompt: true, holder }, async () => {
      order.push(holder)
    })
  await Promise.all(['large', 'large', 'large', 'large', 'small', 'large', 'small'].map(add))
  expect(order).toEqual(['large', 'large', 'small', 'large', 'small', 'large', 'large'])
})

it('whoever leaves does not wait for the turn, nor takes it', async () => {
  const turns = new SessionTurns()
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>()
  const first = turns.run({ is_prompt: true }, () => blocked)
  const leaving = new AbortController()
  const left = turns.run({ is_prompt: true, ended: leaving.signal }, async () => 'begun')
  const next = turns.run({ is_prompt: true }, async () => 'next')
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  unblock()
  await first
  expect(await next).toBe('next')
})
