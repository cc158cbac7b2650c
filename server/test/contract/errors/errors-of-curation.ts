import { expect } from 'vitest'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'

const unknownId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'

type Send = (method: string, rest: string, options?: { body?: object; headers?: object }) => Promise<Answer>

/** Provocations of the errors of curation. Errors that name an id begin with it: it is another one every time. */
export function provokeCuration({ call, service }: TestService) {
  const { db } = service

  async function at(provoke: (send: Send, place: Place) => Promise<Answer>): Promise<Answer> {
    const place = await makePlace(db)
    const send = (method: string, rest: string, options: object = {}) =>
      call(method, `/v1/domains/${place.domain.id}${rest}`, { key: place.key.secret, ...options })
    return named(await provoke(send, place), place)
  }

  const ok = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }

  const editStale = () =>
    at(async (send, { entity }) => {
      const path = `/entities/${entity.id}`
      const headers = { 'if-match': (await send('GET', path)).headers.get('etag') as string }
      await ok(send('PATCH', path, { body: { summary: 'One.' }, headers }))
      return send('PATCH', path, { body: { summary: 'Two.' }, headers })
    })

  const revertTwice = () =>
    at(async (send, { merge }) => {
      const revert = () => send('POST', `/merges/${merge.id}/revert`, { body: {} })
      await ok(revert())
      return revert()
    })

  const revertFirst = () =>
    at(async (send, { merge, entity, other_entity }) => {
      await ok(send('POST', '/entities/merge', { body: { target: entity.id, sources: [other_entity.id] } }))
      return send('POST', `/merges/${merge.id}/revert`, { body: {} })
    })

  const undoTwice = () =>
    at(async (send, { audit }) => {
      const undo = () => send('POST', `/audit/${audit.id}/undo`, { body: {} })
      await ok(undo())
      return undo()
    })

  const undoOvertaken = () =>
    at(async (send, { audit, tombstone }) => {
      await ok(send('DELETE', `/tombstones/${tombstone.id}`))
      return send('POST', `/audit/${audit.id}/undo`, { body: {} })
    })

  const split = (evidenceId: string) => ({ body: { groups: [{ name: 'One', evidence_ids: [evidenceId] }] } })

  const fillUp = () =>
    at(async (send, { entity }) => {
      const twenty = (from: number) =>
        Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${from + n}`, 'value']))
      for (let from = 0; from < 200; from += 20) {
        await ok(send('PATCH', `/entities/${entity.id}`, { body: { attributes: twenty(from) } }))
      }
      return send('PATCH', `/entities/${entity.id}`, { body: { attributes: twenty(200) } })
    })

  const codes = {
    stale_etag: [412, 'changed since it was read', editStale],
    entity_merged: [
      409,
      'entity was merged into <other_entity>',
      () =>
        at((send, { entity, merged_entity }) =>
          send('POST', '/entities/merge', { body: { target: entity.id, sources: [merged_entity.id] } }),
        ),
    ],
    entity_full: [409, 'entity is full', fillUp],
    evidence_not_found: [
      404,
      'evidence not found',
      () => at((send, { entity }) => send('POST', `/entities/${entity.id}/split`, split(unknownId))),
    ],
    attribute_not_found: [
      404,
      'attribute not found',
      () => at((send, { entity }) => send('DELETE', `/entities/${entity.id}/attributes/nothing`)),
    ],
    tombstone_not_found: [404, 'tombstone not found', () => at((send) => send('DELETE', `/tombstones/${unknownId}`))],
    relation_type_not_found: [
      404,
      'relation type not found',
      () => at((send) => send('DELETE', '/relation-types/knows')),
    ],
    relation_type_circle: [
      409,
      'relation types would be the same as each other in a circle',
      () =>
        at(async (send) => {
          const same = (type: string, same_as: string) => send('PUT', `/relation-types/${type}`, { body: { same_as } })
          await ok(same('knows', 'works_for'))
          return same('works_for', 'knows')
        }),
    ],
    merge_not_found: [
      404,
      'merge not found',
      () => at((send) => send('POST', `/merges/${unknownId}/revert`, { body: {} })),
    ],
    merge_reverted: [409, 'merge is reverted already', revertTwice],
    later_merge: [409, 'a later merge builds on it: <id>', revertFirst],
    duplicate_not_found: [
      404,
      'duplicate not found',
      () => at((send) => send('POST', `/duplicates/${unknownId}`, { body: { judgement: 'same' } })),
    ],
    audit_not_found: [
      404,
      'audit entry not found',
      () => at((send) => send('POST', `/audit/${unknownId}/undo`, { body: {} })),
    ],
    batch_not_found: [
      404,
      'batch not found',
      () => at((send) => send('POST', `/audit/batches/${unknownId}/undo`, { body: {} })),
    ],
    already_undone: [409, 'entry is undone already: <id>', undoTwice],
    overtaken: [409, 'a later change builds on it: <id>', undoOvertaken],
  } satisfies Record<string, [number, string, () => Promise<Answer>]>

  /** A list of many has one that is wrong: `details` say which. */
  const wrongAt = (path: string, provoke: Parameters<typeof at>[0]) => async () => {
    const answer = await at(provoke)
    expect(answer.body.details).toEqual([{ path, message: answer.body.error }])
    return answer
  }
  const pair = (id: string) => ({ body: { judgements: [{ id, judgement: 'same' }] } })
  const others: [string, string, () => Promise<Answer>][] = [
    [
      '404 entity not found',
      'deleting one that is not there',
      wrongAt('ids.1', (send, { entity }) =>
        send('POST', '/entities/delete', { body: { ids: [entity.id, unknownId] } }),
      ),
    ],
    [
      '404 entity not found',
      'merging one that was deleted',
      wrongAt('sources.0', (send, { entity, deleted_entity }) =>
        send('POST', '/entities/merge', { body: { target: entity.id, sources: [deleted_entity.id] } }),
      ),
    ],
    [
      '404 entity not found',
      'relating to nobody',
      wrongAt('to', (send, { entity }) =>
        send('POST', '/relationships', { body: { from: entity.id, to: unknownId, type: 'knows' } }),
      ),
    ],
    [
      '404 relationship not found',
      'deleting a relationship that is not there',
      wrongAt('ids.1', (send, { relationship }) =>
        send('POST', '/relationships/delete', { body: { ids: [relationship.id, unknownId] } }),
      ),
    ],
    [
      '404 duplicate not found',
      'one pair of many',
      () => at((send) => send('POST', '/duplicates/judge', pair(unknownId))),
    ],
    [
      '404 evidence not found',
      'evidence of another entity',
      wrongAt('groups.0.evidence_ids.0', (send, { other_entity, evidence }) =>
        send('POST', `/entities/${other_entity.id}/split`, split(evidence.id)),
      ),
    ],
    [
      '409 entity was merged into <other_entity>',
      'deleting one that was merged',
      () => at((send, { merged_entity }) => send('POST', '/entities/delete', { body: { ids: [merged_entity.id] } })),
    ],
    [
      '400 nothing to update',
      'an entity',
      () => at((send, { entity }) => send('PATCH', `/entities/${entity.id}`, { body: {} })),
    ],
    [
      '400 nothing to update',
      'a relationship, with nothing but a reason',
      () =>
        at((send, { relationship }) => send('PATCH', `/relationships/${relationship.id}`, { body: { reason: 'x' } })),
    ],
    [
      '412 changed since it was read',
      'a merge into what has changed',
      () =>
        at((send, { entity, other_entity }) =>
          send('POST', '/entities/merge', {
            ...{ body: { target: entity.id, sources: [other_entity.id] }, headers: { 'if-match': '"x"' } },
          }),
        ),
    ],
  ]
  return { codes, others }
}

/** The answer with names of the place's things for their ids; an id that is none of them was made by the call. */
function named(answer: Answer, place: Place): Answer {
  const names = new Map(
    Object.entries(place).flatMap(([name, thing]) =>
      typeof thing === 'object' && 'id' in thing ? [[thing.id, name]] : [],
    ),
  )
  const error = String(answer.body.error).replaceAll(/[0-9a-f-]{36}/g, (id) =>
    id === unknownId ? id : `<${names.get(id) ?? 'id'}>`,
  )
  return { ...answer, body: { ...answer.body, error } }
}
