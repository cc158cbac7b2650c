import { expect } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { rawRequest, sendRaw } from '../../support/web/raw-http.ts'
import { type LimitRow, said } from './limit-row.ts'

/** Imports that are not finished. */
export const openImports = (db: Database, domainId: string, count: number) =>
  db.query(
    `insert into imports (domain_id, id, name, format, status, layout, created_by, created_at, updated_at)
     select $1, gen_random_uuid(), 'waiting.csv', 'csv', 'receiving', '{}', 'service', now(), now()
     from generate_series(1, $2)`,
    [domainId, count],
  )

/** Says that a file is coming of one byte more than there may be. */
export async function refusedBySize({ url, service: { db } }: TestService): Promise<Answer> {
  const { domain, key } = await makePlace(db)
  const request = rawRequest('POST', `/v1/domains/${domain.id}/imports?format=csv`, {
    headers: { authorization: `Bearer ${key.secret}`, 'content-length': String(500 * 1024 * 1024 + 1) },
  })
  return sendRaw(url, request)
}

/** Limits of imports. */
export function importLimits(test: TestService) {
  const { call, service } = test
  const send = async (raw: string, query = 'format=csv&dry_run=1') => {
    const { domain, key } = await makePlace(service.db)
    return call('POST', `/v1/domains/${domain.id}/imports?${query}`, { key: key.secret, raw })
  }
  return {
    import_bytes: {
      is: 500 * 1024 * 1024,
      cases: {
        'a file that says that it has one byte more is refused unread': async () => {
          expect(said(await refusedBySize(test))).toBe('413 file too large')
        },
      },
    },
    import_row_bytes: {
      is: 256 * 1024,
      cases: {
        'a row of 262,144 characters works, one more does not': async () => {
          const table = (length: number) =>
            `Name,Summary\nAda Berg,${'x'.repeat(length - 'Ada Berg,'.length)}\nKarl Holm,\n`
          expect(said(await send(table(262_143)))).toBe(202)
          expect(said(await send(table(262_144)))).toBe('422 file could not be read: row 2 is longer than 256 KB')
        },
      },
    },
    import_preview_rows: {
      is: 500,
      cases: {
        'a preview writes the first 500 rows, and counts the others': async () => {
          const rows = Array.from({ length: 501 }, (_, at) => `Number ${at} Ltd`)
          const { body } = await send(`Name\n${rows.join('\n')}`)
          expect(body).toMatchObject({ rows: 501, rows_done: 500 })
        },
      },
    },
    import_errors: {
      is: 100,
      cases: {
        'of 101 rows that cannot be understood, 100 are listed': async () => {
          const { body } = await send(`Name,Start\n${'Ada Berg,never\n'.repeat(101)}`)
          expect([body.rows_failed, body.errors.length]).toEqual([101, 100])
        },
      },
    },
    import_mapping_max: {
      is: 8000,
      cases: {
        '8,000 characters work, one more does not': async () => {
          const mapping = (length: number) => {
            const empty = JSON.stringify({ columns: { Name: 'name' } })
            return encodeURIComponent(empty) + '+'.repeat(length - empty.length)
          }
          expect(said(await send('Name\nAda Berg', `format=csv&dry_run=1&mapping=${mapping(8000)}`))).toBe(202)
          const refused = '400 mapping must be a string of at most 8000 characters'
          expect(said(await send('Name\nAda Berg', `format=csv&dry_run=1&mapping=${mapping(8001)}`))).toBe(refused)
        },
      },
    },
    import_columns_max: {
      is: 200,
      cases: {
        '200 columns work, 201 do not': async () => {
          const table = (columns: number) => {
            const heads = ['Name', ...Array.from({ length: columns - 1 }, (_, at) => `c${at}`)]
            return `${heads.join(',')}\nAda Berg${','.repeat(columns - 1)}\n`
          }
          expect(said(await send(table(200)))).toBe(202)
          expect(said(await send(table(201)))).toBe('422 file could not be read: it has 201 columns, and may have 200')
        },
      },
    },
    imports_open: {
      is: 20,
      cases: {
        'twenty of a domain may be open, one more is refused': async () => {
          const { domain, key } = await makePlace(service.db)
          await openImports(service.db, domain.id, 18)
          const import_ = () =>
            call('POST', `/v1/domains/${domain.id}/imports?format=csv`, { key: key.secret, raw: 'Name\nAda Berg' })
          await openImports(service.db, domain.id, 1)
          expect(said(await import_())).toBe(202)
          await openImports(service.db, domain.id, 1)
          expect(said(await import_())).toBe('409 too many imports at once (max 20)')
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
