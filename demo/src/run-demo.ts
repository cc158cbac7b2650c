import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { followAutopilot } from './follow-autopilot.ts'
import { followChange } from './follow-change.ts'
import type { DemoOptions } from './options.ts'
import { type Output, Screen } from './screen.ts'
import { showAnswers } from './show-answers.ts'
import { showLeftOut } from './show-left-out.ts'
import { showScorecard } from './show-scorecard.ts'
import { makeAccount, openEntrance, type VisitorAccount } from './sign-in.ts'
import { type RunningService, startService } from './start-service.ts'
import { type MadeUpWeb, serveWeb } from './web/serve-web.ts'

// The whole demo, from an empty folder to a graph that can be looked at.

const prompt = 'The northern lights: expeditions, observatories and the people who studied them'

/** All pages of the made-up web, and a few of its almanac, which never ends. */
const max_pages = 92
const max_cycles = 2
/** Short, because all its sites are on this machine. */
const crawlDelayMs = 100
const urlWidth = 40
/** How often the service is asked whether it takes jobs yet. */
const startLookMs = 200
const lastPort = 65_535

export interface DemoRun extends DemoOptions {
  output: Output
  /** Ends the demo, and removes what it made. */
  signal: AbortSignal
}

export async function runDemo({ output, signal, ...options }: DemoRun): Promise<void> {
  const screen = new Screen(output)
  const endings: (() => Promise<unknown>)[] = []
  // The service may need a few seconds to finish what it does.
  const tellEnd = () => {
    screen.line()
    screen.line(options.keep ? 'The service stops …' : 'The service stops, and its folder is removed …')
  }
  signal.addEventListener('abort', tellEnd, { once: true })
  try {
    await play({ ...options, signal, screen, onEnd: (end) => endings.push(end) })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

interface Stage extends DemoOptions {
  signal: AbortSignal
  screen: Screen
  /** What is done in the end, the last first. */
  onEnd(end: () => Promise<unknown>): void
}

async function play(stage: Stage): Promise<void> {
  const { screen, signal, onEnd } = stage
  const startedAt = performance.now()
  const web = await serveWeb(await webPort(stage))
  onEnd(() => web.close())
  screen.line(`A made-up web of ${web.page_count} pages is served on this machine:`)
  for (const { url, what } of web.sites) screen.line(`  ${url.padEnd(urlWidth)} ${what}`)
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-demo-'))
  if (!stage.keep) onEnd(removing(folder))
  const service = await start(stage, folder, web)
  onEnd(() => service.stop())
  const polegraph = new Polegraph({ url: service.url, key: service.key })
  await Promise.race([untilReady(polegraph, signal), service.ended])
  if (stage.empty) return leaveToVisitor(stage, service, polegraph)
  const graph = async () => {
    const domainId = await makeGraph(polegraph, stage)
    await showScorecard(polegraph, domainId, screen)
    await showAnswers(polegraph, domainId, screen)
    await showLeftOut(polegraph, domainId, screen)
    await followChange(polegraph, domainId, { screen, signal, change: web.change })
    return domainId
  }
  const domainId = await Promise.race([graph(), service.ended])
  screen.heading(`Done in ${Math.round((performance.now() - startedAt) / 1000)} seconds.`)
  const account = await makeAccount(polegraph)
  if (stage.keep) tellKept(screen, folder, account)
  if (!stage.wait) return
  const entrance = await openEntrance(account, `${service.url}/d/${domainId}`)
  onEnd(() => entrance.close())
  screen.line('Open this address to look around, signed in:')
  screen.line(`  ${screen.bold(entrance.url)}`)
  screen.line(`The API is at ${service.url}/v1, its reference at ${service.url}/docs, and the key is`)
  screen.line(`  ${service.key}`)
  screen.heading(stage.keep ? 'Ctrl-C ends it.' : 'Ctrl-C ends it, and removes what it has made.')
  await Promise.race([aborted(signal), service.ended])
}

/** The service with nothing in it, to try calls on. */
async function leaveToVisitor({ screen, signal }: Stage, service: RunningService, polegraph: Polegraph): Promise<void> {
  const { token } = await Promise.race([polegraph.invites.create({ role: 'owner' }), service.ended])
  screen.line(`  Key      ${service.key}`)
  screen.line(`  Invite   ${service.url}/invite/${token}`)
  screen.heading('Ctrl-C ends it, and removes what it has made.')
  await Promise.race([aborted(signal), service.ended])
}

/** The port beside that of the service, so that whoever has chosen the one knows the other. */
async function webPort({ port, screen }: Stage): Promise<number> {
  if (port === 0 || port === lastPort) return 0
  if (await isPortFree(port + 1)) return port + 1
  screen.line(`Port ${port + 1} is taken; the made-up web gets a free one.`)
  return 0
}

/** Removes the folder when it is called, or when the process ends before: it is asked to end twice, or nobody reads any more. */
function removing(folder: string): () => Promise<void> {
  const removeNow = () => {
    // PostgreSQL holds a lock on its folder, and ends a moment after its service was killed.
    spawnSync('flock', ['--timeout', '10', join(folder, 'data'), 'true'], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', removeNow)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    process.off('exit', removeNow)
  }
}

async function start({ screen, port, signal }: Stage, folder: string, web: MadeUpWeb): Promise<RunningService> {
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, web.hosts_file)
  const isFree = await isPortFree(port)
  if (!isFree) screen.line(`Port ${port} is taken; the service gets a free one.`)
  screen.live('  Polegraph starts …')
  const service = await startService({
    folder,
    port: isFree ? port : 0,
    signal,
    settings: {
      CRAWL_HOSTS_FILE: hostsFile,
      CRAWL_DELAY_MS: String(crawlDelayMs),
      SEARCH: 'searxng',
      SEARCH_BASE_URL: web.search_url,
    },
  })
  screen.line(`Polegraph runs at ${service.url}, without a model and without the internet.`)
  return service
}

async function makeGraph(polegraph: Polegraph, { screen, signal }: Stage): Promise<string> {
  screen.heading(`“${prompt}”`)
  const { id } = await polegraph.autopilot.create({ prompt, max_pages, max_cycles, max_spend_usd: 0 }, { signal })
  await followAutopilot(polegraph, id, { screen, signal, max_pages })
  return id
}

/** Until it takes jobs, which it does a moment after it answers. */
async function untilReady(polegraph: Polegraph, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await polegraph.service.getReadiness({ retries: 0, signal })
      return
    } catch (error) {
      if (!(error instanceof PolegraphError) || error.status !== 503) throw error
      await sleep(startLookMs, undefined, { signal })
    }
  }
}

function tellKept(screen: Screen, folder: string, { email, password }: VisitorAccount): void {
  screen.line(`The graph stays in ${folder}. To open it again, sign in as ${email} with`)
  screen.line(`${password} after`)
  screen.line(`  npx polegraph start --data ${join(folder, 'data')}`)
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  const isFree = await listening
  if (isFree) await new Promise((resolve) => server.close(resolve))
  return isFree
}

const aborted = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))
