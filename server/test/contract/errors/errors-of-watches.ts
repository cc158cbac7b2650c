import { newId } from '../../../src/platform/ids.ts'
import { makePlace, makeSession } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { provokeImports } from './errors-of-imports.ts'
import { provokeViews } from './errors-of-views.ts'

/** Provocations of the errors of watches and of saved views. The service has no mail server. */
export function provokeWatches(test: TestService) {
  const {
    call,
    service: { db },
  } = test
  async function create(body: object, fill?: (domainId: string) => Promise<unknown>): Promise<Answer> {
    const { domain, key } = await makePlace(db)
    await fill?.(domain.id)
    return call('POST', `/v1/domains/${domain.id}/watches`, { key: key.secret, body: { name: 'People', ...body } })
  }
  async function read(): Promise<Answer> {
    const { domain, key } = await makePlace(db)
    return call('GET', `/v1/domains/${domain.id}/watches/${newId()}/news`, { key: key.secret })
  }
  const query = { kinds: ['person'] }
  // The place has one already.
  const addWatches = (domainId: string) =>
    db.query(
      `insert into watches (domain_id, id, name, query, began_at_seq, created_by, created_at)
       select $1, gen_random_uuid(), 'All', '{"kinds": ["person"]}', 0, 'service', now() from generate_series(1, 99)`,
      [domainId],
    )
  return {
    ...provokeViews(test),
    ...provokeImports(test),
    watch_not_found: [404, 'watch not found', read],
    watch_of_one: [400, 'pass either query or entity_ids', () => create({})],
    too_many_watches: [409, 'too many watches', () => create({ query }, addWatches)],
    mail_not_configured: [
      409,
      'the service sends no mail: SMTP_URL is not set',
      async () => {
        const { id, domain, watch } = await makePlace(db)
        const { cookie } = await makeSession(db, id, 'viewer')
        return call('PUT', `/v1/domains/${domain.id}/watches/${watch.id}/mail`, { cookie, body: { every: 'day' } })
      },
    ],
  } satisfies Record<string, [number, string, () => Promise<Answer>]>
}
