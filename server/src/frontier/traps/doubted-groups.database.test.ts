import { expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../../platform/ids.ts'
import { selectDoubtedKeys, upsertGroups } from './queries.ts'
import { isDoubted, newGroup } from './trap-score.ts'

const { call, key, service } = await startTestService()

it('a statement doubts the groups that the rules doubt', async () => {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'doubted' } })).body
  const groups = [0, 1].flatMap((trap_score) =>
    [0, 1].flatMap((grew) =>
      [0, 1, 2, 3, 4, 5].flatMap((novel) =>
        [false, true].map((is_released) => ({
          ...newGroup(`a.example/${[trap_score, grew, novel, is_released].join('/')}`),
          ...{ id: newId(), host: 'a.example', text_sketch: null },
          ...{ trap_score, grew, novel, is_released },
        })),
      ),
    ),
  )
  await service.db.transaction((tx) => upsertGroups(tx, id, groups))
  const doubted = groups.filter(isDoubted).map((group) => group.key)
  expect(doubted).toHaveLength(16)
  expect((await selectDoubtedKeys(service.db, id)).sort()).toEqual(doubted.sort())
})
