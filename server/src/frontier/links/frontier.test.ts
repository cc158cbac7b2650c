import { describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { addPage } from '../../reader/blocks/site-blocks.ts'
import { repeatedBlocksOf } from './frontier.ts'

const { service, key, call } = await startTestService()
const { db } = service

const hash = (number: number) => number.toString(16).padStart(8, '0').repeat(2)
const [menu, footer] = [hash(1), hash(2)]

/** The sample of a site of so many pages that all have one block. */
function sampleOf(pages: number, block: string): Uint8Array | null {
  let sample: Uint8Array | null = null
  for (let page = 0; page < pages; page++)
    sample = addPage(sample, { content_hash: hash(page), blocks: [{ hash: block }] })
  return sample
}

async function store(domainId: string, host: string, sample: Uint8Array | null): Promise<void> {
  await db.query(
    `insert into sites (domain_id, host, is_landing, common_blocks, groups, trap_score, novel, varied)
     values ($1, $2, false, $3, 0, 0, 0, 0) on conflict (domain_id, host) do update set common_blocks = excluded.common_blocks`,
    [domainId, host, sample],
  )
}

describe('blocks that a site repeats', () => {
  it('are asked for until enough pages were seen, which is final, for each domain and host', async () => {
    const makeDomain = async (name: string): Promise<string> =>
      (await call('POST', '/v1/domains', { key, body: { name } })).body.id
    const [one, other] = [await makeDomain('one'), await makeDomain('other')]
    const has = async (domain: string, host: string, block: string) =>
      (await repeatedBlocksOf(db, domain, host)).has(block)
    expect(await has(one, 'a.example', menu)).toBe(false)
    await store(one, 'a.example', sampleOf(4, menu))
    expect(await has(one, 'a.example', menu)).toBe(true)
    await store(one, 'a.example', sampleOf(10, footer))
    expect(await has(one, 'a.example', menu)).toBe(false)
    expect(await has(one, 'a.example', footer)).toBe(true)

    // Nothing writes it again: whoever asks from now on needs no statement.
    await store(one, 'a.example', null)
    expect(await has(one, 'a.example', footer)).toBe(true)
    expect(await has(one, 'b.example', footer)).toBe(false)
    expect(await has(other, 'a.example', footer)).toBe(false)
  })
})
