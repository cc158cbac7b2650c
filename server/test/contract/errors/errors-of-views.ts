import { newId } from '../../../src/platform/ids.ts'
import { makePlace, makeSession } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'

/** Provocations of the errors of saved views. */
export function provokeViews({ call, service: { db } }: TestService) {
  return {
    view_not_found: [
      404,
      'view not found',
      async () => {
        const { domain, key } = await makePlace(db)
        return call('GET', `/v1/domains/${domain.id}/views/${newId()}`, { key: key.secret })
      },
    ],
    view_of_another: [
      403,
      'only who saved this view, or an owner, may change it',
      async () => {
        const { id, domain, view } = await makePlace(db)
        const { cookie } = await makeSession(db, id, 'editor')
        return call('DELETE', `/v1/domains/${domain.id}/views/${view.id}`, { cookie })
      },
    ],
    too_many_views: [
      409,
      'too many views',
      async () => {
        const { domain, key } = await makePlace(db)
        await db.query(
          `insert into saved_views (domain_id, id, name, state, shared, created_by, created_at, updated_at)
           select $1, gen_random_uuid(), 'All', '{}', false, $2, now(), now() from generate_series(1, 100)`,
          [domain.id, `key:${key.id}`],
        )
        return call('POST', `/v1/domains/${domain.id}/views`, { key: key.secret, body: { name: 'One', state: {} } })
      },
    ],
  } satisfies Record<string, [number, string, () => Promise<Answer>]>
}
