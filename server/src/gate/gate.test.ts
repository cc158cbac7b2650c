import { describe, expect, it } from 'vitest'
import { type Answer, startTestService } from '../../test/support/harness.ts'
import { errorCode } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { GateVersion } from './queries.ts'

const { call, key, service, clock, makeProject, makeMember } = await startTestService()
const { db } = service

const outcomeOf = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)

/** A new domain, and its gate as a client sees it. */
async function makeGate(withKey = key) {
  const domain = await call('POST', '/v1/domains', { key: withKey, body: { name: 'gated' } })
  const id: string = domain.body.id
  const path = `/v1/domains/${id}/gate`
  const ask = (method: string, rest: string, body?: unknown) => call(method, `${path}${rest}`, { key: withKey, body })
  return {
    id,
    path,
    ask,
    draft: async (body: object = { rules: {} }): Promise<GateVersion> => (await ask('POST', '/versions', body)).body,
    publish: (version: number | string) => ask('POST', `/versions/${version}/publish`),
    versions: async (): Promise<GateVersion[]> => (await ask('GET', '/versions')).body.versions,
    summary: async () => {
      const { versions } = (await ask('GET', '/versions?limit=500')).body as { versions: GateVersion[] }
      return versions.map(({ version, status }) => `${version} ${status}`)
    },
  }
}

describe('a new domain', () => {
  it('has version 1 published, with empty rules', async () => {
    const { id, ask, versions } = await makeGate()
    const { body } = await ask('GET', '')
    expect(body.draft).toBeNull()
    expect(body.published).toMatchObject({ version: 1, status: 'published', rules: {}, note: '' })
    expect(body.published.published_at).toBe(body.published.created_at)
    expect(await versions()).toEqual([body.published])
    expect((await call('GET', `/v1/domains/${id}`, { key })).body.published_spec_version).toBe(1)
  })
})

describe('a draft', () => {
  it('gets the next number, keeps its rules, and publishes nothing', async () => {
    const { ask, draft } = await makeGate()
    const rules = { about: 'Ports', include_terms: ['port'], block_paths: ['/tag/**'], min_words: 50 }
    const made = await draft({ rules, note: 'first' })
    expect(made).toMatchObject({ version: 2, status: 'draft', rules, note: 'first', published_at: null })
    expect((await ask('GET', '')).body).toMatchObject({ published: { version: 1 }, draft: made })
    expect((await ask('GET', '/versions/2')).body).toEqual(made)
    const newer = await draft()
    expect(newer).toMatchObject({ version: 3, rules: {}, note: '' })
    expect((await ask('GET', '')).body.draft).toEqual(newer)
  })

  it('can be changed, field by field', async () => {
    const { ask, draft } = await makeGate()
    const made = await draft({ rules: { min_words: 5 }, note: 'why' })
    clock.advance(1000)
    const noted = await ask('PATCH', '/versions/2', { note: 'because' })
    expect(noted.body).toEqual({ ...made, note: 'because' })
    const ruled = await ask('PATCH', '/versions/2', { rules: { languages: ['en'] } })
    expect(ruled.body).toEqual({ ...made, note: 'because', rules: { languages: ['en'] } })
    expect((await ask('GET', '/versions/2')).body).toEqual(ruled.body)
    expect(outcomeOf(await ask('PATCH', '/versions/2', { rules: {}, note: '' }))).toBe(200)
    expect((await ask('GET', '/versions/2')).body).toEqual({ ...made, rules: {}, note: '' })
  })

  it('is not changed by whoever read it before somebody else changed it', async () => {
    const { path, ask, draft } = await makeGate()
    await draft({ rules: { min_words: 5 }, note: 'first' })
    const etagNow = async () => (await ask('GET', '/versions/2')).headers.get('etag') as string
    const change = (body: object, etag: string) =>
      call('PATCH', `${path}/versions/2`, { key, body, headers: { 'if-match': etag } })
    const old = await etagNow()
    expect(outcomeOf(await change({ note: 'second' }, old))).toBe(200)
    expect(outcomeOf(await change({ note: 'third' }, old))).toBe('412 changed since it was read')
    expect((await ask('GET', '/versions/2')).body.note).toBe('second')
    expect(outcomeOf(await change({ rules: { min_words: 6 } }, await etagNow()))).toBe(200)
    expect(outcomeOf(await ask('PATCH', '/versions/2', { note: 'without a tag' }))).toBe(200)
  })

  it('is not changed by nothing', async () => {
    const { ask, draft } = await makeGate()
    await draft()
    for (const body of [{}, undefined]) {
      expect(outcomeOf(await ask('PATCH', '/versions/2', body))).toBe('400 nothing to update')
    }
    expect(outcomeOf(await ask('PATCH', '/versions/9', {}))).toBe('404 version not found')
  })

  it('can be deleted, and its number is not given again', async () => {
    const { ask, draft, summary, publish } = await makeGate()
    await draft()
    expect((await ask('DELETE', '/versions/2')).body).toEqual({ ok: true })
    expect(await summary()).toEqual(['1 published'])
    expect((await ask('GET', '')).body.draft).toBeNull()
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/publish'],
      ['POST', '/preview'],
    ] as const) {
      expect(outcomeOf(await ask(method, `/versions/2${rest}`))).toBe('404 version not found')
    }
    expect((await draft()).version).toBe(3)
    await publish(3)
    expect((await draft()).version).toBe(4)
  })

  it('says who made it', async () => {
    const { id, key: full } = await makeProject('signed')
    const gate = await makeGate(full)
    const [row] = await db.query<{ id: string }>('select id from api_keys where project_id = $1', [id])
    expect((await gate.versions())[0]?.created_by).toBe(`key:${row?.id}`)
    expect((await gate.draft()).created_by).toBe(`key:${row?.id}`)
    const editor = await makeMember(full, 'editor')
    const made = await call('POST', `${gate.path}/versions`, { cookie: editor.cookie, body: { rules: {} } })
    expect(made.body.created_by).toBe(`user:${editor.id}`)
    await call('POST', `${gate.path}/versions/3/publish`, { key: full })
    expect((await gate.ask('GET', '')).body.published.created_by).toBe(`user:${editor.id}`)
  })
})

describe('publishing', () => {
  it('supersedes the version before, and an older one is a rollback', async () => {
    const { id, ask, draft, publish, summary } = await makeGate()
    await draft({ rules: { min_words: 1 } })
    await draft({ rules: { min_words: 2 } })
    clock.advance(1000)
    const published = await publish(3)
    expect(published.body).toMatchObject({ version: 3, status: 'published', rules: { min_words: 2 } })
    expect(Date.parse(published.body.published_at)).toBeGreaterThan(Date.parse(published.body.created_at))
    expect(await summary()).toEqual(['3 published', '2 draft', '1 superseded'])
    expect((await ask('GET', '')).body).toMatchObject({ published: { version: 3 }, draft: { version: 2 } })
    expect((await call('GET', `/v1/domains/${id}`, { key })).body.published_spec_version).toBe(3)
    clock.advance(1000)
    const back = await publish(1)
    expect(back.body).toMatchObject({ version: 1, status: 'published', rules: {} })
    expect(Date.parse(back.body.published_at)).toBeGreaterThan(Date.parse(published.body.published_at))
    expect(await summary()).toEqual(['3 superseded', '2 draft', '1 published'])
    expect((await call('GET', `/v1/domains/${id}`, { key })).body.published_spec_version).toBe(1)
  })

  it('again what is published changes nothing', async () => {
    const { publish, versions } = await makeGate()
    const before = await versions()
    clock.advance(1000)
    expect((await publish(1)).body).toEqual(before[0])
    expect(await versions()).toEqual(before)
  })

  it('makes a version final, also once it is superseded', async () => {
    const { ask, draft, publish } = await makeGate()
    await draft()
    await publish(2)
    for (const version of [1, 2]) {
      for (const [method, body] of [['PATCH', { note: 'x' }], ['PATCH', {}], ['DELETE']] as const) {
        expect(outcomeOf(await ask(method, `/versions/${version}`, body))).toBe('409 version is published')
      }
    }
    expect((await ask('GET', '/versions/2')).body.note).toBe('')
  })

  it('is refused in an archived domain, which can still be read and drafted for', async () => {
    const { id, ask, draft, publish, summary } = await makeGate()
    await draft()
    await call('POST', `/v1/domains/${id}/archive`, { key })
    for (const version of [1, 2, 9]) expect(outcomeOf(await publish(version))).toBe('409 domain is archived')
    expect((await draft()).version).toBe(3)
    expect(outcomeOf(await ask('PATCH', '/versions/3', { note: 'x' }))).toBe(200)
    expect(outcomeOf(await ask('POST', '/versions/3/preview'))).toBe(200)
    expect(await summary()).toEqual(['3 draft', '2 draft', '1 published'])
    await call('POST', `/v1/domains/${id}/unarchive`, { key })
    expect(outcomeOf(await publish(2))).toBe(200)
  })

  it('leaves exactly one published, however many publish and create at once', async () => {
    const { draft, publish, summary, ask } = await makeGate()
    for (let n = 0; n < 5; n++) await draft()
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? publish(1 + ((n / 2) % 6)) : ask('POST', '/versions', { rules: {}, note: String(n) }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(201)])
    const rows = await summary()
    expect(rows.filter((row) => row.endsWith('published'))).toHaveLength(1)
    expect(rows.map((row) => Number(row.split(' ')[0]))).toEqual(Array.from({ length: 16 }, (_, n) => 16 - n))
    expect(rows.filter((row) => row.endsWith('superseded'))).toHaveLength(5)
  })

  it('and deleting one draft at once end in one of the two', async () => {
    const { draft, publish, summary, ask } = await makeGate()
    for (let round = 2; round < 6; round++) {
      await draft()
      const [published, deleted] = await Promise.all([publish(round), ask('DELETE', `/versions/${round}`)])
      const outcome = [outcomeOf(published), outcomeOf(deleted)].join(' | ')
      expect(['200 | 409 version is published', '404 version not found | 200']).toContain(outcome)
      expect((await summary()).filter((row) => row.endsWith('published'))).toHaveLength(1)
    }
  })
})

describe('the number of a version', () => {
  it.each(['0', '01', '-1', '+1', '1.0', '1e3', '1e0', '999999999', '999999999999', '2', 'x', '%20', '１', 'draft'])(
    '%s is none',
    async (version) => {
      const { ask } = await makeGate()
      const calls = [
        ask('GET', `/versions/${version}`),
        ask('PATCH', `/versions/${version}`, { note: 'x' }),
        ask('DELETE', `/versions/${version}`),
        ask('POST', `/versions/${version}/preview`),
        ask('POST', `/versions/${version}/publish`),
      ]
      for (const answer of await Promise.all(calls)) expect(outcomeOf(answer)).toBe('404 version not found')
    },
  )
})

describe('the list of versions', () => {
  it('is newest first and read on by number', async () => {
    const { ask, draft } = await makeGate()
    for (let n = 0; n < 11; n++) await draft()
    const first = (await ask('GET', '/versions?limit=5')).body
    await draft()
    const second = (await ask('GET', `/versions?limit=5&cursor=${first.next_cursor}`)).body
    const third = (await ask('GET', `/versions?limit=5&cursor=${second.next_cursor}`)).body
    const numbers = [first, second, third].flatMap((page) => page.versions.map((row: GateVersion) => row.version))
    expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(third.next_cursor).toBeNull()
  })

  it('ends a page of the list where it has become large', async () => {
    const { ask, draft } = await makeGate()
    const include_terms = Array.from({ length: 500 }, (_, n) => `${n} ${'é'.repeat(190)}`)
    const count = 12
    for (let n = 1; n < count; n++) await draft({ rules: { include_terms, exclude_terms: include_terms } })
    const seen: number[] = []
    for (let cursor = ''; seen.length < count; ) {
      const { body } = await ask('GET', `/versions?limit=500${cursor}`)
      const bytes = Buffer.byteLength(JSON.stringify(body))
      expect(bytes).toBeLessThan(2 * 1024 * 1024)
      seen.push(...body.versions.map(({ version }: GateVersion) => version))
      if (seen.length < count) expect(bytes).toBeGreaterThan(1024 * 1024)
      expect(body.next_cursor === null).toBe(seen.length === count)
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => count - n))
  })
})

describe('a preview', () => {
  it('checks nothing where no page is stored, and changes nothing', async () => {
    const { ask, draft, versions } = await makeGate()
    await draft({ rules: { min_words: 5 } })
    const before = await versions()
    const { body } = await ask('POST', '/versions/2/preview')
    expect(body).toEqual({ checked: 0, kept: 0, dropped: 0, newly_kept: [], newly_dropped: [], truncated: false })
    expect(await versions()).toEqual(before)
    expect(outcomeOf(await ask('POST', '/versions/3/preview'))).toBe('404 version not found')
  })
})

describe('rules', () => {
  it('are kept as they are sent, hosts and languages in lower case, terms without outer space', async () => {
    const { draft } = await makeGate()
    const sent = {
      about: ' Ports ',
      include_terms: [' C++ ', 'New York'],
      exclude_terms: ['Zürich'],
      allowed_hosts: ['*.Example.ORG', 'bücher.example'],
      blocked_hosts: ['EXAMPLE.com'],
      allow_paths: ['/Café/**'],
      block_paths: ['/tag/**'],
      languages: ['EN', 'deu'],
      min_words: 0,
      min_confidence: 0.5,
    }
    expect((await draft({ rules: sent })).rules).toEqual({
      ...sent,
      include_terms: ['C++', 'New York'],
      allowed_hosts: ['*.example.org', 'bücher.example'],
      blocked_hosts: ['example.com'],
      languages: ['en', 'deu'],
    })
  })

  const refused: [rules: unknown, error: string][] = [
    [{ include_terms: ['++'] }, 'rules.include_terms.0 must contain a letter or a digit'],
    [{ exclude_terms: ['a', ' '] }, 'rules.exclude_terms.1 is required'],
    [{ include_terms: ['a', 'b', 'a'] }, 'rules.include_terms must not contain duplicates'],
    [{ blocked_hosts: ['*'] }, 'rules.blocked_hosts.0 must be a host such as example.org or *.example.org'],
    [{ allowed_hosts: ['a.b', 'a.b:80'] }, 'rules.allowed_hosts.1 must be a host such as example.org or *.example.org'],
    [{ block_paths: ['tag'] }, 'rules.block_paths.0 must be a path that begins with /, without ? and #'],
    [{ languages: ['english'] }, 'rules.languages.0 must be a string of 2 to 3 characters'],
    [{ languages: ['e1'] }, 'rules.languages.0 must be a language code such as en'],
    [{ min_words: -1 }, 'rules.min_words must be an integer from 0 to 1000000'],
    [{ min_confidence: 1.1 }, 'rules.min_confidence must be a number from 0 to 1'],
    [{ block_path: ['/'] }, 'rules.block_path is not a known field'],
  ]
  it.each(refused)('%j', async (rules, error) => {
    const { ask } = await makeGate()
    expect(outcomeOf(await ask('POST', '/versions', { rules }))).toBe(`400 ${error}`)
  })
})

describe('others', () => {
  it('do not find the gate', async () => {
    const { path } = await makeGate()
    const other = await makeProject()
    for (const [method, rest, body] of [
      ['GET', ''],
      ['GET', '/versions'],
      ['POST', '/versions', { rules: {} }],
      ['GET', '/versions/1'],
      ['POST', '/versions/1/publish'],
    ] as const) {
      expect(outcomeOf(await call(method, `${path}${rest}`, { key: other.key, body }))).toBe('404 domain not found')
    }
  })
})

describe('the database itself', () => {
  const foreignKeyViolation = '23503'
  const refuse = (statement: string, values: unknown[]) =>
    db.transaction((tx) => tx.query(statement, values)).then(() => 'committed', errorCode)

  it('refuses a domain without a gate', async () => {
    const [project] = await db.query<{ id: string }>('select id from projects limit 1')
    const domainId = newId()
    const insert = `insert into domains (project_id, id, name, description, ontology, attributes, max_depth, max_pages,
        crawl_state, created_at) values ($1, $2, 'bare', '', '{person}', '[]', 2, 100, 'idle', now())`
    expect(await refuse(insert, [project?.id, domainId])).toBe(foreignKeyViolation)
    expect(await db.query('select 1 from domains where id = $1', [domainId])).toEqual([])
  })

  it('refuses to lose a gate, and one that publishes a version that is not there', async () => {
    const { id, draft, summary } = await makeGate()
    await draft()
    expect(await refuse('delete from gates where domain_id = $1', [id])).toBe(foreignKeyViolation)
    expect(await refuse('update gates set published_version = 9 where domain_id = $1', [id])).toBe(foreignKeyViolation)
    const remove = 'delete from gate_versions where domain_id = $1 and version = $2'
    expect(await refuse(remove, [id, 1])).toBe(foreignKeyViolation)
    expect(await summary()).toEqual(['2 draft', '1 published'])
    expect(await refuse(remove, [id, 2])).toBe('committed')
  })
})
