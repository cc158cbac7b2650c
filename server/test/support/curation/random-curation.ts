import fc from 'fast-check'
import { nameKey } from '../../../src/resolution/names/name-key.ts'
import type { saidGraph } from '../graph/graph-fixture.ts'
import type { TestService } from '../harness.ts'
import { addresses, claimsOf, somePage } from './random-site.ts'

// One step of a random sequence, and what must hold after it.

type Graph = Awaited<ReturnType<typeof saidGraph>>

interface Shown {
  id: string
  kind: string
  name: string
  aliases: string[]
  attributes: Record<string, string>
  pinned: string[]
  evidence_count: number
  relationship_count: number
}

interface ShownEdge {
  id: string
  from: { id: string }
  to: { id: string }
}

export interface Picture {
  entities: Shown[]
  relationships: ShownEdge[]
}

const pick = fc.nat(1000)

export const someStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('crawl' as const), page: fc.nat(addresses.length - 1), says: somePage }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), page: fc.nat(addresses.length - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      which: pick,
      field: fc.constantFrom('name', 'summary', 'role'),
      value: pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unpin' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), value: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('merge' as const),
      which: pick,
      other: pick,
      edits: fc.boolean(),
      reverts: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revert' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const), which: pick, of: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete_edge' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete_attribute' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lift' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('relate' as const), which: pick, other: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      which: pick,
      judgement: fc.constantFrom('same', 'different', 'unsure'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: pick }) },
)

export type Step = typeof someStep extends fc.Arbitrary<infer One> ? One : never

/** Plays steps on a graph through the API, and reports the first thing that is wrong. */
export class CurationPlay {
  readonly #test: TestService
  readonly #graph: Graph
  readonly #base: string
  /** Names that were deleted, by tombstone, with the entities that had such a name and stayed. */
  readonly #deleted = new Map<string, { kind: string; names: Set<string>; stayed: Set<string> }>()

  constructor(test: TestService, graph: Graph) {
    this.#test = test
    this.#graph = graph
    this.#base = `/v1/domains/${graph.id}`
  }

  async get(path: string) {
    const { status, body } = await this.#test.call('GET', `${this.#base}${path}`, { key: this.#test.key })
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Undefined when the call was refused, which it may be by 404 and 409. */
  async send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
    this.#test.clock.advance(7)
    const answer = await this.#test.call(method, `${this.#base}${path}`, { key: this.#test.key, ...(body && { body }) })
    if (answer.status < 300) return answer.body
    if ([404, 409].includes(answer.status)) return undefined
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  async picture(): Promise<Picture> {
    const { entities } = await this.get('/entities?limit=500')
    const { relationships } = await this.get('/relationships?limit=500')
    return { entities, relationships }
  }

  async play(step: Step): Promise<void> {
    const before = await this.picture()
    await this.#do(step, before)
    const after = await this.picture()
    if (step.do === 'crawl' || step.do === 'lose') this.#checkPins(before, after)
    this.#checkDeleted(after)
    await this.#checkCounts(after)
  }

  async #do(step: Step, before: Picture): Promise<void> {
    const one = 'which' in step ? before.entities[step.which % Math.max(before.entities.length, 1)] : undefined
    switch (step.do) {
      case 'crawl':
        await this.#graph.say({ [addresses[step.page] as string]: claimsOf(step.says) })
        return
      case 'lose':
        await this.#graph.silence(addresses[step.page] as string)
        return
      case 'create':
        await this.send('POST', '/entities', { kind: 'person', name: `Person ${step.value}`, summary: 'Made.' })
        return
      case 'lift':
        return this.#lift(step.which)
      case 'delete_edge': {
        const edge = before.relationships[step.which % Math.max(before.relationships.length, 1)]
        if (edge) await this.send('DELETE', `/relationships/${edge.id}`)
        return
      }
      case 'judge': {
        const { duplicates } = await this.get('/duplicates')
        const pair = duplicates[step.which % Math.max(duplicates.length, 1)]
        if (pair) await this.send('POST', `/duplicates/${pair.id}`, { judgement: step.judgement })
        return
      }
      case 'revert': {
        const { merges } = await this.get('/merges')
        const merge = merges[step.which % Math.max(merges.length, 1)]
        if (merge) await this.send('POST', `/merges/${merge.id}/revert`, {})
        return
      }
      case 'undo':
        return this.#undo(step.which)
    }
    if (!one) return
    switch (step.do) {
      case 'edit': {
        const value = `Value ${step.value}`
        const edit = step.field === 'role' ? { attributes: { role: value } } : { [step.field]: value }
        await this.#thenMaybeUndone(before, await this.send('PATCH', `/entities/${one.id}`, edit), step.value)
        return
      }
      case 'unpin':
        if (one.pinned[0]) await this.send('PATCH', `/entities/${one.id}`, { pinned: { [one.pinned[0]]: null } })
        return
      case 'delete':
        return this.#delete(one, before)
      case 'delete_attribute':
        if ('role' in one.attributes) await this.send('DELETE', `/entities/${one.id}/attributes/role`)
        return
      case 'relate': {
        const other = before.entities[step.other % before.entities.length] as Shown
        if (other.id !== one.id)
          await this.send('POST', '/relationships', { from: one.id, to: other.id, type: 'advises' })
        return
      }
      case 'split':
        return this.#split(one, step.of)
      case 'merge':
        return this.#merge(step, one, before)
    }
  }

  async #merge(
    { other: at, edits, reverts }: Extract<Step, { do: 'merge' }>,
    one: Shown,
    before: Picture,
  ): Promise<void> {
    const other = before.entities[at % before.entities.length] as Shown
    if (other.id === one.id) return
    const merged = await this.send('POST', '/entities/merge', { target: one.id, sources: [other.id] })
    if (!merged) return
    const { total } = await this.get('/entities?limit=1')
    if (total >= before.entities.length) throw new Error('the merge did nothing')
    if (edits) await this.send('PATCH', `/entities/${one.id}`, { name: 'Both of them', attributes: { role: 'two' } })
    if (!reverts) return
    if (!(await this.send('POST', `/merges/${merged.merge_id}/revert`, {})))
      throw new Error('the merge cannot be reverted')
    same(before, await this.picture(), 'a reverted merge')
  }

  async #split(one: Shown, of: number): Promise<void> {
    const { evidence } = await this.get(`/entities/${one.id}/evidence?limit=500`)
    if (evidence.length < 2) return
    const some = evidence.slice(0, 1 + (of % (evidence.length - 1))).map(({ id }: { id: string }) => id)
    const parts = await this.send('POST', `/entities/${one.id}/split`, {
      groups: [{ name: 'A part', evidence_ids: some }],
    })
    if (!parts) throw new Error('the split was refused')
    const got = await this.get(`/entities/${parts.entities[0]}/evidence?limit=500`)
    const ids = got.evidence.map(({ id }: { id: string }) => id)
    // The machine may now see that the part is the same as a third one.
    if (some.some((id: string) => !ids.includes(id))) throw new Error('the part lacks evidence')
    const rest = evidence.map(({ id }: { id: string }) => id).filter((id: string) => !some.includes(id))
    if (rest.some((id: string) => ids.includes(id))) throw new Error('the part has evidence of the rest')
  }

  async #delete(one: Shown, before: Picture): Promise<void> {
    const { tombstone_id } = (await this.send('DELETE', `/entities/${one.id}`)) as { tombstone_id: string }
    const names = new Set([one.name, ...one.aliases].map((name) => nameKey(one.kind, name)))
    const others = before.entities.filter(({ id }) => id !== one.id)
    this.#deleted.set(tombstone_id, { kind: one.kind, names, stayed: new Set(others.map(({ id }) => id)) })
  }

  async #lift(which: number): Promise<void> {
    const { tombstones } = await this.get('/tombstones')
    const tombstone = tombstones[which % Math.max(tombstones.length, 1)]
    if (!tombstone) return
    await this.send('DELETE', `/tombstones/${tombstone.id}`)
    this.#deleted.delete(tombstone.id)
  }

  async #undo(which: number): Promise<void> {
    const { audit } = await this.get('/audit')
    const entry = audit[which % Math.max(Math.min(audit.length, 4), 1)]
    if (!entry) return
    await this.send('POST', `/audit/${entry.id}/undo`, {})
    await this.#noteTombstones()
  }

  /** After an undo, some tombstones may be lifted. */
  async #noteTombstones(): Promise<void> {
    const { tombstones } = await this.get('/tombstones?limit=500')
    const held = new Set(tombstones.map(({ id }: { id: string }) => id))
    for (const id of this.#deleted.keys()) if (!held.has(id)) this.#deleted.delete(id)
  }

  async #thenMaybeUndone(before: Picture, done: unknown, value: number): Promise<void> {
    if (!done || value % 2 === 0) return
    const { audit } = await this.get('/audit?limit=1')
    if (!(await this.send('POST', `/audit/${audit[0].id}/undo`, {}))) throw new Error('the last edit cannot be undone')
    same(before, await this.picture(), 'an undone edit')
  }

  #checkPins(before: Picture, after: Picture): void {
    const now = new Map(after.entities.map((one) => [one.id, one]))
    for (const one of before.entities) {
      const then = now.get(one.id)
      for (const field of one.pinned) {
        // Merged by the machine: another one that stands for it has its own word.
        if (then && fieldOf(then, field) !== fieldOf(one, field)) {
          throw new Error(`pinned ${field} of ${one.id} became ${fieldOf(then, field)}, was ${fieldOf(one, field)}`)
        }
      }
    }
  }

  #checkDeleted({ entities }: Picture): void {
    for (const { kind, names, stayed } of this.#deleted.values()) {
      for (const one of entities) {
        if (one.kind !== kind || stayed.has(one.id) || one.pinned.length > 0) continue
        if (names.has(nameKey(kind, one.name))) throw new Error(`${one.name} is back`)
      }
    }
  }

  async #checkCounts({ entities, relationships }: Picture): Promise<void> {
    const counts = new Map<string, number>()
    for (const { from, to } of relationships) for (const { id } of [from, to]) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const { id, relationship_count } of entities) {
      if (relationship_count !== (counts.get(id) ?? 0))
        throw new Error(`${id} has ${counts.get(id)} relationships, not ${relationship_count}`)
    }
    const shown = new Set(entities.map(({ id }) => id))
    for (const { from, to } of relationships) {
      if (!shown.has(from.id) || !shown.has(to.id)) throw new Error('a relationship of an entity that is not shown')
    }
    const stats = await this.get('/stats')
    const graph = await this.get('/graph?limit=5000')
    const inMemory = [graph.nodes.length, graph.edges.length].join()
    const inRows = [entities.length, relationships.length].join()
    if ([stats.entities, stats.relationships].join() !== inRows)
      throw new Error(`stats say ${stats.entities},${stats.relationships}, rows ${inRows}`)
    if (inMemory !== inRows) throw new Error(`in memory ${inMemory}, in rows ${inRows}`)
  }

  /** Takes back everything that people did, the newest first. */
  async undoAll(): Promise<void> {
    for (;;) {
      const { audit } = await this.get('/audit?limit=500')
      const entry = audit.find(
        ({ action, undone_by }: { action: string; undone_by: string | null }) => action !== 'undo' && !undone_by,
      )
      if (!entry) return
      if (!(await this.send('POST', `/audit/${entry.id}/undo`, {}))) throw new Error(`${entry.action} cannot be undone`)
    }
  }
}

const fieldOf = (one: object, field: string): string => {
  const [outer = '', inner] = field.split('.')
  const value = (one as Record<string, unknown>)[outer]
  return JSON.stringify((inner === undefined ? value : (value as Record<string, unknown>)[inner]) ?? null)
}

function same(before: Picture, after: Picture, what: string): void {
  const strip = (picture: Picture) =>
    JSON.stringify(
      [picture.entities, picture.relationships],
      (name, value) => (name === 'updated_at' ? undefined : value),
      1,
    )
  const [one, two] = [strip(before).split('\n'), strip(after).split('\n')]
  const at = one.findIndex((line, n) => line !== two[n])
  if (at >= 0 || one.length !== two.length)
    throw new Error(`${what} is not what was there: ${one[at]} became ${two[at]}`)
}
