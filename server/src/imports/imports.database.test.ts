import { describe, expect, it } from 'vitest'
import { findDanglingRows } from '../../test/support/graph/dangling-rows.ts'
import { makePlace } from '../../test/support/graph/world.ts'
import { type Answer, startTestService } from '../../test/support/harness.ts'
import { runJob } from '../../test/support/run-job.ts'
import { openSocket, rawRequest } from '../../test/support/web/raw-http.ts'

const test = await startTestService()
const { call, service, url } = test
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)

interface Ends {
  from: { name: string }
  type: string
  to: { name: string }
}

async function makeGraph() {
  const { key } = await makePlace(db)
  const made = await call('POST', '/v1/domains', { key: key.secret, body: { name: 'Imported' } })
  const base = `/v1/domains/${made.body.id}`
  const get = async (path: string) => (await call('GET', `${base}${path}`, { key: key.secret })).body
  const send = (file: string | Uint8Array, query: string, headers: Record<string, string> = {}) =>
    call('POST', `${base}/imports?${query}`, {
      key: key.secret,
      raw: file,
      headers: { 'content-type': 'text/csv', ...headers },
    })
  const ended = async (id: string) => {
    const until = Date.now() + 60_000
    for (;;) {
      const one = await get(`/imports/${id}`)
      if (['finished', 'failed', 'taken_back'].includes(one.status)) return one
      if (Date.now() > until) throw new Error(`the import is ${one.status}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  /** Sends a file, and waits until it is written. */
  const load = async (file: string | Uint8Array, query: string, headers?: Record<string, string>) => {
    const sent = await send(file, query, headers)
    expect(said(sent)).toBe(202)
    return ended(sent.body.id)
  }
  const takeBack = async (id: string) => {
    expect(said(await call('DELETE', `${base}/imports/${id}`, { key: key.secret }))).toBe(200)
    return ended(id)
  }
  const names = async (kind = '') =>
    (await get(`/entities?sort=name&limit=500${kind && `&kind=${kind}`}`)).entities.map(
      ({ name }: { name: string }) => name,
    )
  const ties = async () =>
    (await get('/relationships?limit=500')).relationships
      .map(({ from, type, to }: Ends) => `${from.name} ${type} ${to.name}`)
      .sort()
  const find = async (name: string) => {
    const { entities } = await get(`/entities?q=${encodeURIComponent(name)}`)
    return entities.find((one: { name: string }) => one.name === name)
  }
  const create = (body: object) => call('POST', `${base}/entities`, { key: key.secret, body })
  return { base, key: key.secret, id: made.body.id, get, send, load, ended, takeBack, names, ties, find, create }
}

const members = `Name;Role;Company;Born;Town;Member no.
Friederike Groß;Treasurer;Nordlicht e.V.;1961-04-12;Tromsø;17
Henrik Solberg;"Captain; ""retired""
since May";Kveldlys AS;1950;Bergen;18

Solveig Aas;Editor;Kveldlys AS;;Oslo;19
`

const meansOf = ({ columns }: { columns: { column: string; means: string | null }[] }) =>
  Object.fromEntries(columns.map(({ column, means }) => [column, means]))

describe('a table', () => {
  it('becomes entities and relationships, each with its row as evidence', async () => {
    const { get, load, names, ties, find } = await makeGraph()
    const done = await load(members, 'format=csv&name=members.csv')
    expect(done).toMatchObject({
      status: 'finished',
      kind: 'person',
      rows: 3,
      rows_done: 3,
      rows_failed: 0,
      errors: [],
    })
    expect(done).toMatchObject({ entities_new: 5, entities_matched: 0, pairs_waiting: 0, relationships: 3 })
    expect(meansOf(done)).toEqual({
      ...{ Name: 'name', Role: 'role', Company: 'relation.works_for.object' },
      ...{ Born: 'attribute.birth_date', Town: 'city', 'Member no.': 'attribute.member_no' },
    })
    expect(await names('person')).toEqual(['Friederike Groß', 'Henrik Solberg', 'Solveig Aas'])
    expect(await ties()).toEqual([
      'Friederike Groß works_for Nordlicht e.V.',
      'Henrik Solberg works_for Kveldlys AS',
      'Solveig Aas works_for Kveldlys AS',
    ])
    const captain = await find('Henrik Solberg')
    expect(captain).toMatchObject({ attributes: { birth_date: '1950', member_no: '18' }, when: { edtf: '1950' } })
    expect(captain.where).toMatchObject({ country: 'NO', precision: 'city' })
    const { evidence } = await get(`/entities/${captain.id}/evidence`)
    const row = 'Henrik Solberg;"Captain; ""retired""\nsince May";Kveldlys AS;1950;Bergen;18'
    expect(evidence[0]).toMatchObject({
      quote: row,
      mode: 'import',
      file: 'members.csv',
      row: 3,
      model: null,
      run_id: null,
    })
    expect(evidence[0]).toMatchObject({ url: 'import:members.csv#row=3', host: 'import:members.csv' })
    const [tie] = (await get(`/entities/${captain.id}/relationships`)).relationships
    expect(tie.attributes.role).toBe('Captain; "retired" since May')
    const explained = await get(`/entities/${captain.id}/explain`)
    expect(explained.pages).toMatchObject([{ url: 'import:members.csv', mode_reason: 'rows of an imported file' }])
    expect(await findDanglingRows(db)).toEqual([])
  })

  it('is understood as somebody says', async () => {
    const { send, load, names, find } = await makeGraph()
    const table = 'Full name,Ship,Notes\nAurora,Ada Berg,old\n'
    const mapping = (value: object) => `format=csv&mapping=${encodeURIComponent(JSON.stringify(value))}`
    const columns = { 'Full name': 'name', Ship: 'relation.owner_of.person', Notes: null }
    expect(meansOf(await load(table, mapping({ kind: 'object', columns })))).toEqual(columns)
    expect([await names('object'), await names('person')]).toEqual([['Aurora'], ['Ada Berg']])
    expect((await find('Aurora')).attributes).toEqual({})
    const refused = async (value: object) => said(await send(table, mapping(value)))
    expect(await refused({ kind: 'ship' })).toBe('400 mapping has the kind ship, which the graph does not have')
    expect(await refused({ columns: { Captain: 'name' } })).toBe(
      '400 mapping names the column Captain, which the file does not have',
    )
    expect(await refused({ columns: { Ship: 'vessel' } })).toBe(
      '400 mapping gives Ship the meaning vessel, which there is not',
    )
    expect(await refused({ columns: ['name'] })).toMatch(/^400 mapping must be/)
    expect(said(await send('{}', 'format=ndjson&mapping={}'))).toBe('400 mapping is for a CSV alone')
  })

  it('of relationships names both ends', async () => {
    const { load, ties } = await makeGraph()
    const table =
      'from,type,to,since,until\nAda Berg,employed_by,Kveldlys AS,2019,2021-05\nKveldlys AS,owner_of,Nordlys AS,,\n'
    expect(await load(table, 'format=csv')).toMatchObject({ rows_done: 2, rows_failed: 0, relationships: 2 })
    expect(await ties()).toEqual(['Ada Berg works_for Kveldlys AS', 'Kveldlys AS owner_of Nordlys AS'])
  })

  it('leaves out rows that cannot be understood, and says which', async () => {
    const { load, names } = await makeGraph()
    const table =
      'Name,kind,start\nAda Berg,person,1990\n,person,\nAurora,ship,\nKarl Holm,person,soon\nToo,person,1990,many\nEva Lund,person,\n'
    const done = await load(table, 'format=csv&name=people.csv')
    expect(done).toMatchObject({ status: 'finished', rows: 6, rows_done: 2, rows_failed: 4 })
    expect(done.errors).toEqual([
      { row: 3, error: 'it has no name' },
      { row: 4, error: 'its kind ship is none of the graph: person, object, location, event' },
      { row: 5, error: 'its start is no date: soon' },
      { row: 6, error: 'it has 4 values, and the table has 3 columns' },
    ])
    expect(await names()).toEqual(['Ada Berg', 'Eva Lund'])
  })
})

describe('rows', () => {
  it('are matched with what is there, and namesakes with other ids stay two', async () => {
    const { create, load, names, get } = await makeGraph()
    await create({ kind: 'object', name: 'Kveldlys AS' })
    await load('id,Name,Company\n1,Ada Berg,Kveldlys AS\n2,Ada Berg,Nordlys AS\n', 'format=csv&name=staff.csv')
    expect(await names()).toEqual(['Ada Berg', 'Ada Berg', 'Kveldlys AS', 'Nordlys AS'])
    const again = await load(
      'id,Name,Company\n1,Ada Berg,Kveldlys AS\n3,Eva Lund,Kveldlys AS\n',
      'format=csv&name=staff.csv',
    )
    expect(again).toMatchObject({ entities_new: 1, entities_matched: 2 })
    expect(await names('person')).toEqual(['Ada Berg', 'Ada Berg', 'Eva Lund'])
    const { entities } = await get('/entities?q=Ada%20Berg')
    const ids = entities.map((one: { external_ids: { file_staff: string } }) => one.external_ids.file_staff)
    expect(ids.sort()).toEqual(['1', '2'])
  })

  it('of many parts are written once, whoever writes them', async () => {
    const { send, ended, get } = await makeGraph()
    const rows = Array.from({ length: 350 }, (_, at) => `${at},Ada Berg,Company ${at % 7} Ltd`)
    const sent = await send(`id,Name,Company\n${rows.join('\n')}`, 'format=csv')
    await Promise.all([runJob(test, 'write-imports'), runJob(test, 'write-imports')])
    expect(await ended(sent.body.id)).toMatchObject({ rows_done: 350, entities_new: 357, relationships: 350 })
    const { kinds } = await get('/stats')
    expect(kinds).toEqual(
      expect.arrayContaining([
        { value: 'person', count: 350 },
        { value: 'object', count: 7 },
      ]),
    )
  })
})

describe('a preview', () => {
  it('says what would happen, and leaves nothing', async () => {
    const { create, send, names, get } = await makeGraph()
    await create({ kind: 'object', name: 'Kveldlys AS' })
    const { body } = await send(`${members};;;;;\n`, 'format=csv&dry_run=1&name=members.csv')
    expect(body).toMatchObject({ id: null, status: null, rows: 4, rows_done: 4, rows_failed: 1, kind: 'person' })
    expect(body).toMatchObject({ entities_new: 4, entities_matched: 1, relationships: 3 })
    expect(body.columns[0]).toEqual({
      column: 'Name',
      means: 'name',
      samples: ['Friederike Groß', 'Henrik Solberg', 'Solveig Aas'],
    })
    expect(await names()).toEqual(['Kveldlys AS'])
    expect((await get('/imports')).imports).toEqual([])
    expect(await findDanglingRows(db)).toEqual([])
  })
})

describe('an import', () => {
  it('is taken back as one, and what has other evidence stays', async () => {
    const { create, load, takeBack, names, ties, find } = await makeGraph()
    await create({ kind: 'object', name: 'Kveldlys AS' })
    await load('Name,Company\nEva Lund,Kveldlys AS\n', 'format=csv&name=other.csv')
    const before = [await names(), await ties(), (await find('Eva Lund')).evidence_count]
    const done = await load(`${members}Eva Lund;;Kveldlys AS;;;\n`, 'format=csv&name=members.csv')
    expect((await names()).length).toBe(6)
    expect(await takeBack(done.id)).toMatchObject({ status: 'taken_back' })
    expect([await names(), await ties(), (await find('Eva Lund')).evidence_count]).toEqual(before)
    expect(await load(members, 'format=csv&name=members.csv')).toMatchObject({ entities_new: 4, entities_matched: 1 })
  })

  it('happens once for one Idempotency-Key', async () => {
    const { send, load, get, takeBack } = await makeGraph()
    const first = await load(members, 'format=csv', { 'idempotency-key': 'june' })
    expect(first.key).toBe('june')
    const again = await send(members, 'format=csv', { 'idempotency-key': 'june' })
    expect(again.body).toEqual(first)
    const other = await send(`${members}\nEva Lund;;;;;`, 'format=csv', { 'idempotency-key': 'june' })
    expect(said(other)).toBe('409 idempotency key was used with another request')
    expect((await get('/imports')).imports).toHaveLength(1)
    await takeBack(first.id)
    expect(await load(members, 'format=csv', { 'idempotency-key': 'june' })).toMatchObject({
      status: 'finished',
      entities_new: 5,
    })
  })

  it('that breaks off leaves nothing', async () => {
    const { base, key, get, names } = await makeGraph()
    const rows = Array.from({ length: 300 }, (_, at) => `Person${at} Nummer${at}`).join('\n')
    const request = rawRequest('POST', `${base}/imports?format=csv`, {
      key,
      body: `Name\n${rows}`,
      headers: { 'content-length': '100000' },
    })
    const socket = await openSocket(url)
    socket.write(request)
    for (let open = 0; open === 0; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      open = (await get('/imports')).imports.length
    }
    expect((await get('/imports')).imports[0].status).toBe('receiving')
    socket.destroy()
    for (let open = 1; open > 0; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      open = (await get('/imports')).imports.length
    }
    expect(await names()).toEqual([])
  })

  it('whose process was killed is forgotten in the night, also of a young domain', async () => {
    const { id, send, get } = await makeGraph()
    const upload = (age: string) =>
      db.query(
        `insert into imports (domain_id, id, name, format, status, key, layout, created_by, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, 'csv', 'receiving', $2, '{}', 'service', $3, $3)`,
        [id, age, new Date(Date.now() - (age === 'old' ? 7_200_000 : 0))],
      )
    await upload('old')
    await upload('new')
    expect(said(await send('Name\nAda Berg\n', 'format=csv', { 'idempotency-key': 'old' }))).toMatch(/in progress$/)
    await runJob(test, 'forget-readers')
    const { imports } = await get('/imports')
    expect(imports.map(({ name }: { name: string }) => name)).toEqual(['new'])
  })

  it('is refused where the file is none', async () => {
    const { send, get } = await makeGraph()
    const reason = async (file: string | Uint8Array, format = 'csv') => said(await send(file, `format=${format}`))
    const unreadable = (why: string) => `422 file could not be read: ${why}`
    expect(await reason('')).toBe(unreadable('it is empty'))
    expect(await reason('Name\n')).toBe(unreadable('it has no rows'))
    expect(await reason(Uint8Array.from([0x4e, 0xe4, 0x6d, 0x65, 0x0a, 0x41]))).toBe(
      unreadable('it is not text in UTF-8; save it as UTF-8 first'),
    )
    expect(await reason(Buffer.from('Name\nAda Berg\n', 'utf16le').fill(0, 0, 2))).toBe(unreadable('it is not text'))
    expect(await reason('', 'ndjson')).toBe(unreadable('it has no rows'))
    expect(await reason('<graphml><graph><node id="1">', 'graphml')).toMatch(/its XML is broken/)
    expect(
      await reason('<!DOCTYPE x [<!ENTITY a "b">]><graphml><graph><node id="&a;"/></graph></graphml>', 'graphml'),
    ).toMatch(/its XML is broken/)
    expect((await get('/imports')).imports).toEqual([])
  })
})

describe.each(['ndjson', 'graphml'])('an export as %s', (format) => {
  it('gives the same graph when it is imported elsewhere', async () => {
    const [one, other] = [await makeGraph(), await makeGraph()]
    await one.load(members, 'format=csv&name=members.csv')
    const file = await call('GET', `${one.base}/export?format=${format}`, { key: one.key })
    const text = typeof file.body === 'string' ? file.body : JSON.stringify(file.body)
    const done = await other.load(text, `format=${format}&name=graph.${format}`)
    expect(done).toMatchObject({ status: 'finished', rows_failed: 0, entities_new: 5, relationships: 3 })
    expect([await other.names(), await other.ties()]).toEqual([await one.names(), await one.ties()])
    const [before, after] = [await one.find('Friederike Groß'), await other.find('Friederike Groß')]
    expect(after).toMatchObject({ attributes: before.attributes, when: before.when, where: before.where })
    const [tie] = (await other.get(`/entities/${after.id}/relationships`)).relationships
    expect(tie.attributes).toEqual({ role: 'Treasurer' })
    const [quote] = (await other.get(`/entities/${after.id}/evidence`)).evidence
    expect(text.split('\n').some((line) => line.includes(quote.quote))).toBe(true)
  })
})

it('reads our export of FollowTheMoney', async () => {
  const [one, other] = [await makeGraph(), await makeGraph()]
  await one.load(members, 'format=csv&name=members.csv')
  const { body } = await call('GET', `${one.base}/export?format=ftm`, { key: one.key })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const done = await other.load(text, 'format=ftm&name=graph.ftm.json')
  expect(done.errors).toEqual([])
  expect(await other.names('person')).toEqual(await one.names('person'))
  expect(await other.ties()).toEqual(await one.ties())
})

it('reads FollowTheMoney, whatever comes first', async () => {
  const { load, ties, find } = await makeGraph()
  const lines = [
    {
      id: 't1',
      schema: 'Employment',
      properties: { employee: ['p1'], employer: ['c1'], role: ['Captain'], startDate: ['2019'] },
    },
    { id: 't2', schema: 'Ownership', properties: { owner: ['p1'], asset: ['gone'] } },
    {
      id: 'p1',
      schema: 'Person',
      properties: { name: ['Ada Berg', 'A. Berg'], birthDate: ['1961-04-12'], nationality: ['no'], wikidataId: ['Q1'] },
    },
    {
      id: 'c1',
      schema: 'Company',
      properties: { name: ['Kveldlys AS'], registrationNumber: ['917'], website: ['https://kveldlys.example/'] },
    },
    { id: 'd1', schema: 'Pages', properties: { title: ['x'] } },
  ]
  const done = await load(lines.map((line) => JSON.stringify(line)).join('\n'), 'format=ftm&name=register.ftm')
  expect(done).toMatchObject({ rows: 5, rows_done: 3, rows_failed: 2 })
  expect(done.errors).toEqual([
    { row: 5, error: 'its schema Pages is neither a thing nor a tie of the graph' },
    { row: 2, error: 'the file has nothing with the id gone' },
  ])
  expect(await ties()).toEqual(['Ada Berg works_for Kveldlys AS'])
  expect(await find('Ada Berg')).toMatchObject({
    aliases: ['A. Berg'],
    attributes: { birth_date: '1961-04-12', nationality: 'no' },
    external_ids: { wikidata: 'Q1', file_register: 'p1' },
  })
})
