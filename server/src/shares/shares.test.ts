import { type View, views } from '@polegraph/contract/graph/shares.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { callRaw } from '../../test/support/web/raw-http.ts'
import { hasChecksum } from '../platform/secrets.ts'

const { call, key, service, url, makeProject } = await startTestService()
const { db } = service

async function newDomain(withKey = key, name = 'shared'): Promise<string> {
  const body = { name, description: 'What it is about.' }
  return (await call('POST', '/v1/domains', { key: withKey, body })).body.id
}

interface Share {
  id: string
  token: string
  public_base: string
}

async function share(domainId: string, shown: View[] = [...views], withKey = key): Promise<Share> {
  const answer = await call('POST', `/v1/domains/${domainId}/share`, { key: withKey, body: { views: shown } })
  expect(answer.status).toBe(201)
  return answer.body
}

const revoke = (domainId: string, shareId: string) =>
  call('DELETE', `/v1/domains/${domainId}/share/${shareId}`, { key })
const read = (path: string) => callRaw(url, 'GET', path)

describe('a share link', () => {
  it('is made with an unguessable token and the views it shows', async () => {
    const domain = await newDomain()
    const { body } = await call('POST', `/v1/domains/${domain}/share`, { key, body: { views: ['timeline', 'graph'] } })
    expect(body).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^shr_[0-9A-Za-z]{49}$/),
      views: ['timeline', 'graph'],
      show: [],
      public_base: `/v1/public/${body.token}`,
    })
    expect(hasChecksum('shr_', body.token)).toBe(true)
    expect((await share(domain)).token).not.toBe(body.token)
  })

  it('shows beside entities what its owner names, and is listed with it', async () => {
    const domain = await newDomain()
    const path = `/v1/domains/${domain}/share`
    const body = { views: ['graph'], show: ['sources', 'relationships'] }
    const made = (await call('POST', path, { key, body })).body
    expect(made.show).toEqual(['sources', 'relationships'])
    expect((await call('GET', made.public_base)).body).toMatchObject({ views: ['graph'], show: made.show })
    expect((await call('GET', path, { key })).body.shares).toMatchObject([{ id: made.id, show: made.show }])
  })

  it.each([
    [{}, 'views is required'],
    [{ views: ['graph'], show: ['texts'] }, 'show.0 must be one of relationships, facts, sources'],
    [{ views: ['graph'], show: ['facts', 'facts'] }, 'show must not contain duplicates'],
    [{ views: ['graph'], show: 'facts' }, 'show must be a list of at most 3'],
    [{ views: ['graph'], show: null }, 'show must be a list of at most 3'],
    [{ views: [] }, 'views must be a list of 1 to 4'],
    [{ views: ['graph', 'graph'] }, 'views must not contain duplicates'],
    [{ views: ['evidence'] }, 'views.0 must be one of graph, timeline, map, search'],
    [{ views: 'graph' }, 'views must be a list of 1 to 4'],
    [{ views: ['graph'], token: 'shr_mine' }, 'token is not a known field'],
  ])('is not made from %o', async (body, error) => {
    const answer = await call('POST', `/v1/domains/${await newDomain()}/share`, { key, body })
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  it('is listed newest first, page by page, while links are added', async () => {
    const domain = await newDomain()
    const made: Share[] = []
    for (let n = 0; n < 5; n++) made.unshift(await share(domain, ['map']))
    const first = (await call('GET', `/v1/domains/${domain}/share?limit=3`, { key })).body
    await share(domain)
    const path = `/v1/domains/${domain}/share?limit=3&cursor=${first.next_cursor}`
    const second = (await call('GET', path, { key })).body
    expect(second.next_cursor).toBeNull()
    const listed = [...first.shares, ...second.shares]
    expect(listed).toEqual(made.map((one) => ({ ...one, views: ['map'], show: [], created_at: expect.any(String) })))
  })

  it('is revoked once', async () => {
    const domain = await newDomain()
    const [kept, gone] = [await share(domain), await share(domain)]
    expect((await revoke(domain, gone.id)).body).toEqual({ ok: true })
    const again = await revoke(domain, gone.id)
    expect([again.status, again.body.error]).toEqual([404, 'share not found'])
    const { body } = await call('GET', `/v1/domains/${domain}/share`, { key })
    expect(body.shares.map(({ id }: Share) => id)).toEqual([kept.id])
  })

  it('of another domain or project is not found', async () => {
    const [domain, neighbour] = [await newDomain(), await newDomain()]
    const other = await makeProject()
    const theirs = await newDomain(other.key)
    const mine = await share(domain)
    expect((await revoke(neighbour, mine.id)).body.error).toBe('share not found')
    expect((await revoke(theirs, mine.id)).body.error).toBe('domain not found')
    const path = `/v1/domains/${domain}/share`
    expect((await call('GET', path, { key: other.key })).body.error).toBe('domain not found')
    expect((await call('DELETE', `${path}/${mine.id}`, { key: other.key })).body.error).toBe('domain not found')
    expect((await read(mine.public_base)).status).toBe(200)
  })

  it('is one of at most a thousand, also when many are made at once', async () => {
    const domain = await newDomain()
    await db.query(
      `insert into shares (domain_id, id, token_hash, token, views, created_at)
       select $1, gen_random_uuid(), sha256(n::text::bytea), 'shr_' || n, '{map}', now() from generate_series(1, $2) n`,
      [domain, limits.shares_max - 5],
    )
    const make = () => call('POST', `/v1/domains/${domain}/share`, { key, body: { views: ['map'] } })
    const answers = await Promise.all(Array.from({ length: 20 }, make))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'too many share links'])
    const [count] = await db.query('select count(*) as n from shares where domain_id = $1', [domain])
    expect(count).toEqual({ n: limits.shares_max })
  })
})
