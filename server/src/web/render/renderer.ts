import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@polegraph/contract/limits.ts'
import type { AddressGuard } from '../address/address-guard.ts'
import type { Connect } from '../fetch/guarded-agent.ts'
import { type GuardedProxy, startGuardedProxy } from '../fetch/guarded-proxy.ts'

// Renders pages whose text only appears with scripts, in an installed Chromium: one process per page, with an empty
// profile, killed after its time. It reaches the web only through a guarded proxy.

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const withinMs = limits.fetch_seconds * 1000
/** How long scripts may run, in virtual time of the page. */
const scriptMs = 8_000
/** Bytes that a page may load: scripts, styles, data. */
const loadBytes = 5 * limits.fetch_bytes

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

export class Renderer {
  readonly #options: { chromium: string; guard: AddressGuard; connect?: Connect | undefined; user_agent: string }
  /** One page at a time: a browser needs more memory than the rest of the service. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: {
    chromium: string
    guard: AddressGuard
    connect?: Connect | undefined
    user_agent: string
  }) {
    this.#options = options
  }

  /** The page's HTML after its scripts have run. */
  render(url: string, signal: AbortSignal): Promise<Uint8Array> {
    const page = this.#last.then(() => this.#render(url, signal))
    this.#last = page.catch(() => undefined)
    return page
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
    const { chromium, user_agent } = this.#options
    const child = spawn(chromium, [...flags(profile, proxy.port, user_agent), url], {
      // A process group of its own, so that its helpers are killed with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: '/usr/bin:/bin', HOME: profile },
    })
    const end = () => endGroup(child)
    const late = setTimeout(end, withinMs)
    signal.addEventListener('abort', end, { once: true })
    try {
      const html = await collect(child, end)
      signal.throwIfAborted()
      return html
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', end)
      end()
    }
  }
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
