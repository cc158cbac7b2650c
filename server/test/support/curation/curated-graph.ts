import { type Said, says } from '../graph/claims-fixture.ts'
import { saidGraph } from '../graph/graph-fixture.ts'
import type { TestService } from '../harness.ts'

export const person = (name: string, rest: Said = {}) => says('person', name, rest)

/** A graph of claims, with the calls of the API that curate it. */
export async function curatedGraph(test: TestService) {
  const { call, key, clock } = test
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const get = async (path: string) => (await call('GET', `${base}${path}`, { key })).body
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers?: Record<string, string>) => {
    clock.advance(1000)
    return call(method, `${base}${path}`, { key, ...(body && { body }), ...(headers && { headers }) })
  }
  const idOf = async (name: string) => {
    const { entities } = await get('/entities?limit=500')
    return entities.find((one: { name: string }) => one.name === name)?.id as string
  }
  /** The whole graph as the API shows it, without the times of its rows. */
  const picture = async () => {
    const { entities } = await get('/entities?limit=500')
    const { relationships } = await get('/relationships?certainty=said,reported,denied&limit=500')
    const evidence = []
    for (const { id } of entities) {
      evidence.push((await get(`/entities/${id}/evidence?limit=500`)).evidence.map((one: { id: string }) => one.id))
    }
    const strip = ({ updated_at: _, ...one }: { updated_at: string }) => one
    return JSON.stringify([entities.map(strip), relationships.map(strip), evidence], null, 1)
  }
  return { ...graph, base, get, send, idOf, picture }
}
