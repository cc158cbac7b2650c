import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { inject } from 'vitest'
import { type MadeUpWeb, serveWeb } from '../../../demo/src/web/serve-web.ts'
import { copyDatabase } from '../../../server/test/support/harness.ts'
import { spawnService } from '../../../server/test/support/spawn-service.ts'
import { type Site, startLocalSites } from '../../../server/test/support/web/local-site.ts'
import { program, root } from '../support/command-line.ts'
import { balticSites, searchHost } from './baltic-ports.ts'

// What the commands of one document find: an empty folder and home, a service of their own with a key, and the sites that
// the document names.

export interface DocumentPlace {
  folder: string
  url: string
  key: string
  polegraph: Polegraph
  web: MadeUpWeb
  /** Placeholders of the document, such as a key, with the values that its own start has printed. */
  printed: Record<string, string>
  /** The environment of the commands. */
  environment: Record<string, string>
  /** Work that is done when the place is removed. */
  whenRemoved(work: () => Promise<void>): void
  remove(): Promise<void>
}

export const person = { email: 'ada@example.org', name: 'Ada Berg', password: 'at least ten characters' }

/** The service that a document talks to: one of the test, or the demo, as the document itself starts it. */
interface Served {
  url: string
  key: string
  polegraph: Polegraph
  /** Placeholders of the document for values that only this start has printed. */
  printed?: Record<string, string>
  stop(): Promise<void>
}

/** The empty demo. All that its commands know of it is what it has printed. */
async function startEmptyDemo(folder: string): Promise<Served> {
  const child = spawn(process.execPath, [program, 'demo', '--empty'], {
    env: { PATH: process.env.PATH, TMPDIR: folder, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) {
    text += piece
    if (text.includes('Ctrl-C ends it')) break
  }
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const [url, key] = [find(/Polegraph runs at (http:\/\/[^\s,]+)/), find(/Key\s+(\S+)/)]
  return {
    ...{ url, key, polegraph: new Polegraph({ url, key }) },
    printed: { 'localhost:8081': find(/(localhost:\d+)/), 'inv_…': find(/(inv_\w+)/) },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Searches of the guides find the made-up web of the demo, those of other documents the ports of the Baltic Sea. */
export async function openPlace({ isGuide, isDemo }: { isGuide: boolean; isDemo?: boolean }): Promise<DocumentPlace> {
  const web = await serveWeb()
  const change: Site = () => ({ body: web.change().join('\n') })
  const sites = await startLocalSites(new Map([...balticSites, ['change.example', change]]))
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-document-'))
  const hosts = join(folder, 'hosts')
  const localHosts = await readFile(sites.environment.CRAWL_HOSTS_FILE, 'utf8')
  await writeFile(hosts, localHosts + web.hosts_file)
  const settings = {
    ...{ CRAWL_HOSTS_FILE: hosts, CRAWL_DELAY_MS: '20', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
    ...{ SEARCH: 'searxng', SEARCH_BASE_URL: isGuide ? web.search_url : `http://${searchHost}` },
  }
  const served = isDemo ? await startEmptyDemo(folder) : await startOwn(settings)
  const { url, key, polegraph } = served
  const later: (() => Promise<void>)[] = []
  const work = join(folder, 'work')
  for (const made of ['.zfunc', '.config/fish/completions', 'tmp']) {
    await mkdir(join(folder, made), { recursive: true })
  }
  await mkdir(work)
  // So that `npx polegraph` and `npm start` are those of the repository, as after `npm ci`.
  for (const name of ['node_modules', 'server']) await symlink(join(root, name), join(work, name))
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  await writeFile(join(work, 'package.json'), JSON.stringify({ type: 'module', scripts: { start: scripts.start } }))
  return {
    ...{ folder: work, url, key, polegraph, web, printed: served.printed ?? {} },
    environment: {
      ...settings,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: folder,
      TMPDIR: join(folder, 'tmp'),
      PORT: '0',
      // Asked for nothing: what starts with it is stopped again.
      MODEL_API_KEY: 'key-of-a-model',
      // Whoever asks it with the host change.example changes the made-up web.
      CHANGE_URL: `http://${/127\.0\.0\.1:\d+/.exec(localHosts)?.[0]}`,
      POLEGRAPH_URL: url,
      // Whoever follows a guide has signed in instead.
      ...(isGuide ? {} : { POLEGRAPH_KEY: key }),
      npm_config_update_notifier: 'false',
    },
    whenRemoved: (work) => later.push(work),
    remove: async () => {
      await served.stop()
      await Promise.all([web.close(), sites.close(), ...later.map((work) => work())])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startOwn(settings: Record<string, string>): Promise<Served> {
  const database = await copyDatabase()
  const service = await spawnService({ ...settings, ...database.environment, METRICS_TOKEN: 'a-token-for-metrics' })
  const key = inject('template').key
  const polegraph = new Polegraph({ url: service.url, key })
  await makePerson(polegraph)
  return {
    ...{ url: service.url, key, polegraph },
    stop: async () => {
      service.child.kill('SIGTERM')
      await service.ended
      await database.remove()
    },
  }
}

async function makePerson(polegraph: Polegraph): Promise<void> {
  const { token } = await polegraph.invites.create({ role: 'owner' })
  await polegraph.invites.accept(token, person)
}
