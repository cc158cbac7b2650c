import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { PartList, type ServicePart } from './part-list.ts'

const log = createLog({ level: 'silent' })

/** Parts that write down what happens to them. */
function partsThatTell() {
  const said: string[] = []
  const part = (name: string): ServicePart => ({
    start: async () => said.push(`${name} starts`),
    drain: async () => said.push(`${name} drains`),
    stop: async () => said.push(`${name} stops`),
  })
  return { said, part }
}

describe('a list of parts', () => {
  it('starts the first first, and stops the last first', async () => {
    const { said, part } = partsThatTell()
    const list = new PartList(log, [part('database')])
    await list.start(() => [part('server'), part('feeds')])
    await list.start(async () => [part('jobs')])
    expect(said.splice(0)).toEqual(['server starts', 'feeds starts', 'jobs starts'])
    await Promise.all([list.stop(), list.stop()])
    expect(said).toEqual([
      ...['jobs drains', 'feeds drains', 'server drains', 'database drains'],
      ...['jobs stops', 'feeds stops', 'server stops', 'database stops'],
    ])
  })

  it('drains all parts at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const list = new PartList(log, [{ drain: () => resolve() }, { drain: () => promise }])
    await list.stop()
    expect(list.stopping.aborted).toBe(true)
  })

  it('stops those before a part that cannot start, starts none behind it, and tells its error', async () => {
    const { said, part } = partsThatTell()
    const broken: ServicePart = { start: async () => Promise.reject(new Error('the port is in use')) }
    const failing: ServicePart = { stop: async () => Promise.reject(new Error('cannot be closed')) }
    const list = new PartList(log, [part('database'), failing])
    await expect(list.start(() => [part('server'), broken, part('jobs')])).rejects.toThrow('the port is in use')
    expect(said).toEqual(['server starts', 'server drains', 'database drains', 'server stops', 'database stops'])
    await expect(list.stop()).rejects.toThrow('cannot be closed')
  })

  it('stops what runs where the parts behind it cannot be made', async () => {
    const { said, part } = partsThatTell()
    const list = new PartList(log, [part('database')])
    await expect(list.start(() => Promise.reject(new Error('no module')))).rejects.toThrow('no module')
    expect(said).toEqual(['database drains', 'database stops'])
  })

  it('drains what runs at once, stops after the start that is under way, and starts nothing afterwards', async () => {
    const { said, part } = partsThatTell()
    const [begun, drained, listens] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const start = () => {
      begun?.resolve()
      return listens?.promise
    }
    const list = new PartList(log, [part('database'), { drain: drained?.resolve }])
    const started = list.start(() => [{ ...part('server'), start }, part('jobs')])
    await begun?.promise
    const stopped = list.stop()
    await drained?.promise
    expect(said).not.toContain('server drains')
    listens?.resolve()
    await expect(started).rejects.toThrow('aborted')
    await stopped
    expect(said).toEqual(['database drains', 'server drains', 'server stops', 'database stops'])
    await expect(list.start(() => [part('late')])).rejects.toThrow('aborted')
    expect(said).toHaveLength(4)
  })

  it('tries a part again while the database cannot be reached, until it is to stop', async () => {
    const list = new PartList(log, [])
    let tries = 0
    const unreachable = async () => {
      tries += 1
      if (tries === 2) void list.stop()
      throw new DatabaseUnavailable()
    }
    const started = list.start(() => [{ start: unreachable }])
    await expect(started).rejects.toThrow('aborted')
    expect(tries).toBe(2)
  })
})
