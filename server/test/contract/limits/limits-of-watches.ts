import { expect } from 'vitest'
import { renderMail } from '../../../src/watches/mails/mail-text.ts'
import { sayingPages, says } from '../../support/graph/claims-fixture.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { said } from './limit-row.ts'

/** Limits of watches and their feeds. */
export function watchLimits({ call, key, service: { db } }: TestService) {
  /** A new domain whose watch has so many news. */
  async function watchOf(count: number) {
    const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'works' } })).body
    const path = `/v1/domains/${id}/watches`
    const made = await call('POST', path, { key, body: { name: 'Works', query: { kinds: ['object'] } } })
    expect(said(made)).toBe(201)
    const works = Array.from({ length: count }, (_, n) => says('object', `Works ${1000 + n}`))
    await sayingPages(db, id).say({ 'a.example/1': works })
    return `${path}/${made.body.id}`
  }
  return {
    watches_max: {
      is: 100,
      cases: {
        'a hundred work, one more does not': async () => {
          const { domain, key } = await makePlace(db)
          // The place has one already.
          await db.query(
            `insert into watches (domain_id, id, name, query, began_at_seq, created_by, created_at)
             select $1, gen_random_uuid(), 'All', '{"q": "a"}', 0, 'service', now() from generate_series(1, 98)`,
            [domain.id],
          )
          const body = { name: 'People', query: { kinds: ['person'] } }
          const create = () => call('POST', `/v1/domains/${domain.id}/watches`, { key: key.secret, body })
          // At once: none slips past.
          const answers = await Promise.all([1, 2, 3].map(create))
          expect(answers.map(said).sort()).toEqual([201, '409 too many watches', '409 too many watches'])
        },
      },
    },
    watch_unseen: {
      is: 99,
      cases: {
        '99 are counted, with one more it says that there are more': async () => {
          const unseen = async (count: number) => (await call('GET', await watchOf(count), { key })).body.unseen
          expect(await unseen(99)).toEqual({ count: 99, more: false })
          expect(await unseen(100)).toEqual({ count: 99, more: true })
        },
      },
    },
    mail_entries: {
      is: 50,
      cases: {
        'of 51 news a mail lists the first 50': async () => {
          const payload = {
            id: key,
            kind: 'object',
            name: 'Works',
            changes: [],
            cursor: 1,
            actor: 'pipeline',
            reason: null,
          }
          const created_at = '2026-11-01T00:00:00.000Z'
          const events = Array.from({ length: 51 }, (_, id) => ({
            ...{ id, type: 'entity.added' as const, payload, created_at },
          }))
          const news = { domain_id: 'd', domain_name: 'D', watch_id: 'w', watch_name: 'W', events, count: 51 }
          const { text } = renderMail(news, 'https://pole.example')
          expect(text.match(/^\* Works: added$/gm)).toHaveLength(50)
          expect(text).toContain('And 1 more.')
        },
      },
    },
    feed_entries: {
      is: 100,
      cases: {
        'the latest 100 are in the feed': async () => {
          const feed = (await call('POST', `${await watchOf(101)}/feed`, { key })).body
          const { items } = JSON.parse(await (await fetch(feed.json_url)).text())
          expect(items).toHaveLength(100)
          expect(items.at(-1).title).toBe('Works 1001: added')
        },
      },
    },
  }
}
