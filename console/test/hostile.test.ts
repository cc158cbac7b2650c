import { expect, it } from 'vitest'
import { openBrowser, shoot } from './support/browser.ts'
import { startConsoleTest } from './support/console.ts'
import { hostileAddresses, hostileNames } from './support/hostile-names.ts'

// Text of strangers is shown, and does nothing: no script runs, nothing is loaded from elsewhere, and no
// page grows wider than its window.

const { url, key, call, owner, makeGraph } = await startConsoleTest()

/** Fields whose text comes from pages of strangers, or from other people. */
const saidFields = new Set(
  [
    'name',
    'quote',
    'summary',
    'description',
    'reason',
    'error',
    'prompt',
    'value',
    'title',
    'mode_reason',
    'gate_rule',
  ].concat(['user_agent', 'label', 'note', 'answer', 'end_reason', 'paused_reason', 'held_by', 'pattern', 'message']),
)
const saidLists = new Set(['values', 'aliases', 'reasons', 'merged_names', 'queries_tried'])

/** An answer of the service with something hostile wherever strangers have a say: the reader lets little of it through. */
function harm(value: unknown, next: { at: number }, field = ''): unknown {
  if (typeof value === 'string') {
    if (saidFields.has(field)) return hostileNames[next.at++ % hostileNames.length]
    if (field === 'url') return hostileAddresses[next.at++ % hostileAddresses.length]
    return value
  }
  if (Array.isArray(value)) {
    const inner = saidLists.has(field) ? 'name' : field === 'urls' ? 'url' : ''
    return value.map((item) => harm(item, next, inner))
  }
  if (typeof value !== 'object' || value === null) return value
  const isFree = field === 'attributes' || field === 'external_ids'
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, harm(item, next, isFree ? 'name' : name)]),
  )
}

it('shows 300 hostile names in every view, and nothing runs', async () => {
  const domainId = await makeGraph('<script>window.ran=1</script> ports')
  const { body } = await call('GET', `/v1/domains/${domainId}/entities?limit=500&sort=connections`, { key })
  const entityId = body.entities[0].id as string
  const { pages } = (await call('GET', `/v1/domains/${domainId}/pages`, { key })).body
  const { body: share } = await call('POST', `/v1/domains/${domainId}/share`, {
    key,
    body: { views: ['graph', 'timeline', 'map', 'search'] },
  })
  const { page, context, mistakes } = await openBrowser(url, { member: owner })
  const next = { at: 0 }
  await page.route(/\/v1\/(?!.*events(\?|$))/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response })
    await route.fulfill({ response, json: harm(await response.json(), next) })
  })
  const outside: string[] = []
  context.on('request', (request) => request.url().startsWith(url) || outside.push(request.url()))
  page.on('dialog', (dialog) => {
    mistakes.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const below = `/d/${domainId}`
  const addresses = [
    '/',
    below,
    ...['timeline', 'map', 'table'].map((view) => `${below}?view=${view}`),
    `${below}?q=${encodeURIComponent('Harbour <img')}`,
    ...['', 'relationships', 'timeline', 'evidence', 'history', 'why'].map(
      (tab) => `${below}/e/${entityId}${tab && `?tab=${tab}`}`,
    ),
    `${below}/p/${pages[0].id}?entity=${entityId}`,
    ...['', 'sources', 'pages', 'errors', 'frontier', 'discoveries', 'recipes', 'agents'].map(
      (tab) => `${below}/crawl${tab && `?tab=${tab}`}`,
    ),
    ...['', 'merges', 'contradictions', 'tombstones', 'audit'].map((tab) => `${below}/review${tab && `?tab=${tab}`}`),
    `${below}/gate`,
    ...['', 'ontology', 'spend', 'webhooks', 'shares', 'end'].map((tab) => `${below}/settings${tab && `?tab=${tab}`}`),
    `/s/${share.token}`,
    ...['timeline', 'map', 'table'].map((view) => `/s/${share.token}?view=${view}`),
  ]
  const wide: string[] = []
  for (const [at, address] of addresses.entries()) {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(address)
    for (const [width, waitMs] of [
      [1440, 600],
      [360, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForTimeout(waitMs)
      if (process.env.SHOTS) await shoot(page, `hostile-${width}-${at}`)
      const found = await page.evaluate(() => ({
        ran: 'ran' in window,
        over: document.documentElement.scrollWidth - innerWidth,
        links: [...document.querySelectorAll('a[href]')].map(
          (link) => new URL(link.getAttribute('href') ?? '', document.baseURI).protocol,
        ),
      }))
      expect(found.ran, address).toBe(false)
      expect(new Set(found.links).isSubsetOf(new Set(['http:', 'https:'])), address).toBe(true)
      if (found.over > 1) wide.push(`${address} at ${width}: ${found.over} px too wide`)
    }
  }
  // What is asked for still has nobody to answer it when the service has ended.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(next.at).toBeGreaterThan(hostileNames.length)
  expect(wide).toEqual([])
  expect(outside).toEqual([])
  expect(mistakes).toEqual([])
}, 400_000)
