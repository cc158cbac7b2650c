import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { makeDomain, post } from '../api.ts'
import { withDatabase } from '../bench-database.ts'
import { service, startServer } from '../child.ts'
import { order } from '../graph/graph.ts'
import type { BenchGraph } from '../graph/graph-rows.ts'
import { listValues, type Measurement, median, type Options, type Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'

// The console in Chromium: how much it loads, how soon a page can be read, how a large graph, map and table behave. Drawn by
// software where there is no graphics card, for the peer as well.

const key = `svc_${'b'.repeat(40)}`
const script = join(import.meta.dirname, '../graph/graph-service.ts')
const entities = Number(process.env.BENCH_CONSOLE_ENTITIES ?? 100_000)
const nodes = 5_000
const edges = 20_000
const features = 10_000
const scriptKb = 250
const readableMs = 1_000
const settledMs = 3_000
const leastFrames = 30
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const consoleInBrowser: Measurement = {
  name: 'console',
  describe: 'the console in Chromium: first load, a graph of 5,000 nodes beside cytoscape.js, a map, a long table',
  run: async (options) => [...(await measureDrawing(options)), ...((await measureService(options)) ?? [])],
}

function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? programs.find((file) => existsSync(file))
  if (!executablePath) throw new Error('Chromium is not installed; on Debian: apt-get install chromium')
  const args = ['--disable-background-networking', '--disable-component-update', '--enable-precise-memory-info']
  args.push('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader')
  args.push('--disable-gpu-compositing', '--disable-gpu-rasterization')
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  return chromium.launch({ executablePath, args })
}

async function measureDrawing(options: Options): Promise<Row[]> {
  return withScratchFolder(async (folder) => {
    options.progress('builds the page that draws')
    const root = join(import.meta.dirname, 'page')
    await build({ root, base: './', logLevel: 'error', build: { outDir: folder, emptyOutDir: false } })
    const { url, close } = await serveFolder(folder)
    const browser = await startBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(url)
      await page.waitForFunction('window.bench !== undefined')
      return await drawRows(page, options)
    } finally {
      await browser.close()
      close()
    }
  })
}

async function drawRows(page: Page, options: Options): Promise<Row[]> {
  const call = (code: string) => page.evaluate(`window.bench.${code}`) as Promise<Record<string, number>>
  const rows: Row[] = []
  const empty = await heapMb(page)
  const seen: Record<string, Record<string, number>> = {}
  for (const who of ['ours', 'cytoscape'] as const) {
    options.progress(`draws ${nodes} nodes and ${edges} edges: ${who}`)
    const { first_ms = 0, settled_ms = 0 } = await call(`${who}(${nodes}, ${edges})`)
    options.progress(`moves it: ${who}`)
    const drag = await moving(page, call, 'drag')
    const zoom = await moving(page, call, 'zoom')
    seen[who] = { first_ms, settled_ms, drag, zoom, memory: (await heapMb(page)) - empty }
    await call('clear()')
  }
  const { ours = {}, cytoscape = {} } = seen
  const row = (measure: string, unit: string, name: string, note?: string): Row => ({
    measure: `${nodes} nodes, ${edges} edges: ${measure}`,
    ...{ unit, ours: ours[name] as number },
    ...(name !== 'settled_ms' && { peer: cytoscape[name] as number }),
    ...(note && { note }),
  })
  rows.push(
    row('first picture', 'ms', 'first_ms', 'both from given places; ours goes on to lay out'),
    {
      ...row(
        'layout has settled',
        'ms',
        'settled_ms',
        'communities and places, in a worker; the peer lays out nothing here',
      ),
      target: { text: `within ${settledMs}`, met: (ours.settled_ms ?? 0) <= settledMs },
    },
    {
      ...row('dragging', 'frames/s', 'drag', 'both move a bitmap of what was drawn; the peer hides its edges'),
      target: { text: `at least ${leastFrames}`, met: (ours.drag ?? 0) >= leastFrames },
    },
    row('zooming', 'frames/s', 'zoom'),
    row('memory', 'MB', 'memory', 'of the script, after the picture'),
  )
  options.progress(`draws ${features} features on the map`)
  const { first_ms = 0 } = await call(`map(${features})`)
  const drag = await moving(page, call, 'drag')
  const zoom = await moving(page, call, 'zoom')
  rows.push(
    { measure: `${features} features on the map: first picture`, unit: 'ms', ours: first_ms },
    { measure: `${features} features on the map: dragging`, unit: 'frames/s', ours: drag },
    { measure: `${features} features on the map: zooming`, unit: 'frames/s', ours: zoom },
  )
  return rows
}

/** Frames a second while a person drags or zooms. */
async function moving(
  page: Page,
  call: (code: string) => Promise<Record<string, number>>,
  how: 'drag' | 'zoom',
): Promise<number> {
  await page.mouse.move(700, 450)
  if (how === 'drag') await page.mouse.down()
  const counted = call('frames(3000)')
  const start = performance.now()
  // A movement waits until the page has taken the last one, as long as that takes.
  for (let step = 0; performance.now() - start < 3000; step++) {
    if (how === 'drag') await page.mouse.move(700 + 200 * Math.sin(step / 5), 450 + 100 * Math.cos(step / 5))
    else await page.mouse.wheel(0, step % 20 < 10 ? -60 : 60)
    await page.waitForTimeout(30)
  }
  const { per_second = 0 } = await counted
  if (how === 'drag') await page.mouse.up()
  return per_second
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

async function measureService(options: Options): Promise<Row[] | undefined> {
  return withDatabase(async (database) => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const settings = { BOOTSTRAP_KEY: key, RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0', PORT: String(port) }
    const server = startServer({
      ...service,
      script,
      environment: { ...settings, GRAPH_MEMORY_MB: '2048', DATABASE_URL: database },
    })
    try {
      await server.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
      const domainId = await makeDomain(url, key)
      options.progress(`fills ${entities} entities`)
      const size = { entities, relationships: entities * 2, hub: 2_500 }
      await order<BenchGraph>(server, { verb: 'fill', domain_id: domainId, size })
      const cookie = await signIn(url)
      return [
        ...(await measureLoads(url, domainId, cookie, options)),
        ...(await measureTable(url, domainId, cookie, options)),
      ]
    } finally {
      await server.stop()
    }
  })
}

interface Cookie {
  name: string
  value: string
  url: string
}

async function signIn(url: string): Promise<Cookie> {
  const { accept_path } = await post<{ accept_path: string }>(`${url}/v1/project/invites`, key, { role: 'owner' })
  const person = { email: 'bench@example.org', name: 'Bench', password: 'correct horse battery' }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + accept_path, { method: 'POST', headers, body: JSON.stringify(person) })
  const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0]?.split('=') ?? []
  return { name, value, url }
}

async function openWith(browser: Browser, cookie: Cookie): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([cookie])
  return context
}

/** A browser that was just started, with nothing kept, opens the page of a domain: five times. */
async function measureLoads(url: string, domainId: string, cookie: Cookie, options: Options): Promise<Row[]> {
  const times: number[] = []
  let scriptBytes = 0
  for (let round = 0; round < 5; round++) {
    options.progress(`opens the page of a domain, ${round + 1} of 5`)
    const browser = await startBrowser()
    try {
      const page = await (await openWith(browser, cookie)).newPage()
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize))
      })
      await page.goto(`${url}/d/${domainId}?view=table`)
      await page.getByRole('row').nth(5).waitFor()
      times.push((await page.evaluate('performance.now()')) as number)
      // Scripts that the page asks for after it can be read.
      await page.waitForTimeout(3000)
      scriptBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    } finally {
      await browser.close()
    }
  }
  const script = scriptBytes / 1024
  return [
    {
      measure: 'first load: compressed script',
      ...{ unit: 'KB', ours: script },
      target: { text: `at most ${scriptKb}`, met: script <= scriptKb },
      note: 'the page of a domain as a table; the graph and the map come when they are opened',
    },
    {
      measure: 'page of a domain readable, cold browser',
      ...{ unit: 'ms', ours: median(times) },
      target: { text: `under ${readableMs}`, met: median(times) < readableMs },
      note: `five starts: ${listValues(times)}`,
    },
  ]
}

async function measureTable(url: string, domainId: string, cookie: Cookie, options: Options): Promise<Row[]> {
  options.progress('scrolls the table to its end')
  const browser = await startBrowser()
  try {
    const page = await (await openWith(browser, cookie)).newPage()
    await page.goto(`${url}/d/${domainId}?view=table`)
    await page.getByRole('row').nth(5).waitFor()
    const start = performance.now()
    const end = `[aria-rowindex="${entities + 1}"]`
    const scroll = `(() => { const rows = document.querySelector('.table-scroll'); rows.scrollTop = rows.scrollHeight })()`
    while ((await page.locator(end).count()) === 0 || (await page.locator(`${end} button`).count()) === 0) {
      await page.evaluate(scroll)
      await page.waitForTimeout(100)
      if (performance.now() - start > 240_000) throw new Error('the end of the table was not reached in four minutes')
    }
    const seconds = (performance.now() - start) / 1000
    const drawn = await page.locator('.table-scroll tbody tr').count()
    return [
      {
        measure: `table of ${entities} entities scrolled to its end`,
        unit: 's',
        ours: seconds,
        note: `${drawn} rows drawn`,
      },
      { measure: `memory with all ${entities} rows`, unit: 'MB', ours: await heapMb(page) },
    ]
  } finally {
    await browser.close()
  }
}

async function serveFolder(folder: string): Promise<{ url: string; close(): void }> {
  const types: Record<string, string> = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const name = path === '/' ? 'index.html' : path.slice(1)
    readFile(join(folder, name)).then(
      (body) =>
        response.writeHead(200, { 'content-type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
