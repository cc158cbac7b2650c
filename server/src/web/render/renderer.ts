import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@polegraph/contract/limits.ts'
import { SharedSlots } from '../../platform/shared-slots.ts'
import type { AddressGuard } from '../address/address-guard.ts'
import type { Connect } from '../fetch/guarded-agent.ts'
import { type GuardedProxy, startGuardedProxy } from '../fetch/guarded-proxy.ts'
import { groupMemory } from './group-memory.ts'

// Renders pages whose text only appears with scripts, in an installed Chromium: one process per page, with an empty
// profile, killed after its time, and before it needs more than its share of memory. It reaches the web only through a
// guarded proxy.

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const withinMs = limits.fetch_seconds * 1000
/** How long scripts may run, in virtual time of the page. */
const scriptMs = 8_000
/** Bytes that a page may load: scripts, styles, data. */
const loadBytes = 5 * limits.fetch_bytes
/** Memory of all processes of the browser. An ordinary page needs a third of it. */
const memoryBytes = 600 * 1024 * 1024
const memoryLookMs = 100
/** The heap of scripts, which is most of what a page can fill; the rest is watched. */
const scriptHeapMb = 256

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/snap/bin', '/opt/google/chrome']

/** The path of an installed browser. */
export function findChromium(): string | undefined {
  for (const folder of folders) {
    for (const program of programs) {
      const file = join(folder, program)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        // Not this one.
      }
    }
  }
  return undefined
}

export class RenderFailed extends Error {
  override name = 'RenderFailed'
}

/** The page needs more memory than it may have. */
export class RenderTooLarge extends Error {
  override name = 'RenderTooLarge'
  constructor(bytes: number) {
    super(`rendering it needs more than ${Math.round(bytes / 1024 / 1024)} MB of memory`)
  }
}

interface RendererOptions {
  chromium: string
  guard: AddressGuard
  connect?: Connect | undefined
  user_agent: string
  memory_bytes?: number
}

export class Renderer {
  readonly #options: RendererOptions
  /** One page at a time: a browser needs more memory than the rest of the service. Projects take turns. */
  readonly #slots = new SharedSlots({ total: 1, per_holder: 1 })

  constructor(options: RendererOptions) {
    this.#options = options
  }

  /** The page's HTML after its scripts have run. Rejects with RenderFailed or RenderTooLarge. */
  async render(projectId: string, url: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.#slots.run(
      projectId,
      () => this.#render(url, signal),
      () => signal,
    )
  }

  async #render(url: string, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted()
    const profile = mkdtempSync(join(tmpdir(), 'polegraph-render-'))
    const proxy = await startGuardedProxy({ ...this.#options, max_bytes: loadBytes })
    try {
      return await this.#run(url, profile, proxy, signal)
    } finally {
      proxy.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async #run(url: string, profile: string, proxy: GuardedProxy, signal: AbortSignal): Promise<Uint8Array> {
    const { chromium, user_agent, memory_bytes = memoryBytes } = this.#options
    const child = spawn(chromium, [...flags(profile, proxy.port, user_agent), url], {
      // A process group of its own, so that its helpers are killed with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: '/usr/bin:/bin', HOME: profile },
    })
    const end = () => endGroup(child)
    const late = setTimeout(end, withinMs)
    let isTooLarge = false
    const watch = watchMemory(child, memory_bytes, () => {
      isTooLarge = true
      end()
    })
    signal.addEventListener('abort', end, { once: true })
    try {
      const html = await collect(child, end)
      signal.throwIfAborted()
      return html
    } catch (error) {
      throw isTooLarge ? new RenderTooLarge(memory_bytes) : error
    } finally {
      clearTimeout(late)
      clearInterval(watch)
      signal.removeEventListener('abort', end)
      end()
    }
  }
}

function watchMemory({ pid }: ChildProcess, most: number, onTooMuch: () => void): NodeJS.Timeout {
  let isLooking = false
  return setInterval(async () => {
    if (pid === undefined || isLooking) return
    isLooking = true
    if ((await groupMemory(pid)) > most) onTooMuch()
    isLooking = false
  }, memoryLookMs)
}

function flags(profile: string, port: number, userAgent: string): string[] {
  return [
    '--headless=new',
    '--dump-dom',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--mute-audio',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-sync',
    '--disable-component-update',
    // Nothing bypasses the proxy: no DNS lookups, no datagrams, not even to this machine.
    `--proxy-server=http://127.0.0.1:${port}`,
    '--proxy-bypass-list=<-loopback>',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--blink-settings=imagesEnabled=false',
    `--js-flags=--max-old-space-size=${scriptHeapMb}`,
    `--virtual-time-budget=${scriptMs}`,
    `--user-data-dir=${profile}`,
    `--user-agent=${userAgent}`,
    // Chromium refuses to sandbox itself for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

async function collect(child: ChildProcess, end: () => void): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  child.stdout?.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > limits.fetch_bytes) end()
    else pieces.push(piece)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0 || size === 0) throw new RenderFailed('the page could not be rendered')
  return Buffer.concat(pieces)
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
