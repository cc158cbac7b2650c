import { newId } from '../../../src/platform/ids.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { openImports, refusedBySize } from '../limits/limits-of-imports.ts'

/** Provocations of the errors of imports. */
export function provokeImports(test: TestService) {
  const { call, service } = test
  const send = async (raw: string, fill?: (domainId: string) => Promise<unknown>) => {
    const { domain, key } = await makePlace(service.db)
    await fill?.(domain.id)
    return call('POST', `/v1/domains/${domain.id}/imports?format=csv`, { key: key.secret, raw })
  }
  return {
    import_not_found: [
      404,
      'import not found',
      async () => {
        const { domain, key } = await makePlace(service.db)
        return call('GET', `/v1/domains/${domain.id}/imports/${newId()}`, { key: key.secret })
      },
    ],
    import_unreadable: [422, 'file could not be read: it has no rows', () => send('Name,Company\n')],
    upload_too_large: [413, 'file too large', () => refusedBySize(test)],
    too_many_imports: [
      409,
      'too many imports at once (max 20)',
      () => send('Name\nAda Berg\n', (domainId) => openImports(service.db, domainId, 20)),
    ],
  } satisfies Record<string, [number, string, () => Promise<Answer>]>
}
