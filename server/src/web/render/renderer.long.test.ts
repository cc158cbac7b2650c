import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createAddressGuard } from '../address/address-guard.ts'
import { connectTcp } from '../fetch/guarded-agent.ts'
import { startGuardedProxy } from '../fetch/guarded-proxy.ts'
import { findChromium, Renderer, RenderTooLarge } from './renderer.ts'

const ends: (() => void)[] = []
afterAll(() => {
  for (const end of ends) end()
})

async function serve(answer: RequestListener): Promise<{ url: string; port: number; hits: string[] }> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://site.test/`, port, hits }
}

/** Only site.test can be reached; other targets are recorded and refused. */
function guardFor(port: number) {
  const dialled: string[] = []
  const hosts = new Map([['site.test', { address: '127.0.0.1', port }]])
  const guard = createAddressGuard({
    allow: [],
    hosts,
    resolve: async () => ['127.0.0.1'],
  })
  const connect: typeof connectTcp = (target) => {
    dialled.push(`${target.address}:${target.port}`)
    return connectTcp(target)
  }
  return { guard, connect, dialled }
}

const script = `<!doctype html><title>app</title><div id="root"></div><script>
  fetch('/data.json').then((answer) => answer.json()).then(({ name }) => {
    document.getElementById('root').innerHTML = '<h1>' + name + '</h1><p>Rendered by its own script.</p>'
  })
  fetch('http://other.test/').catch(() => undefined)
  fetch('http://127.0.0.1:' + location.port + '/private').catch(() => undefined)
</script>`

const chromium = findChromium()

describe.skipIf(chromium === undefined)('a page that is made by its scripts', () => {
  it('is read as it is after they have run, and they reach nothing that the guard forbids', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/data.json') response.end(JSON.stringify({ name: 'Rotterdam' }))
      else response.setHeader('content-type', 'text/html').end(script)
    })
    const { guard, connect, dialled } = guardFor(site.port)
    const renderer = new Renderer({ chromium: chromium ?? '', guard, connect, user_agent: 'Test/1' })
    const html = Buffer.from(await renderer.render('one', site.url, new AbortController().signal)).toString()
    expect(html).toContain('<h1>Rotterdam</h1>')
    expect(new Set(dialled)).toEqual(new Set([`127.0.0.1:${site.port}`]))
    expect(site.hits).not.toContain('/private')
  })

  it('is given up before it fills the memory of the machine, and the next one is read', async () => {
    const greedy = `<!doctype html><title>greedy</title><p>a<script>
      const kept = []
      const fill = () => { for (let n = 0; n < 4; n++) kept.push(new Uint8Array(8_000_000).fill(n + 1)); setTimeout(fill, 20) }
      fill()
    </script>`
    const site = await serve((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(request.url === '/next' ? '<p>next' : greedy)
    })
    const { guard, connect } = guardFor(site.port)
    const renderer = new Renderer({ chromium: chromium ?? '', guard, connect, user_agent: 'Test/1' })
    const { signal } = new AbortController()
    await expect(renderer.render('one', site.url, signal)).rejects.toThrow(RenderTooLarge)
    expect(Buffer.from(await renderer.render('one', `${site.url}next`, signal)).toString()).toContain('next')
  })

  it('is given up when the work is broken off', async () => {
    const site = await serve((_request, response) => void response.writeHead(200))
    const { guard, connect } = guardFor(site.port)
    const renderer = new Renderer({ chromium: chromium ?? '', guard, connect, user_agent: 'Test/1' })
    const stop = new AbortController()
    const page = renderer.render('one', site.url, stop.signal)
    setTimeout(() => stop.abort(new Error('stopped')), 300)
    await expect(page).rejects.toThrow()
  })
})

describe('the proxy', () => {
  it('forwards to whom the guard allows, and to nobody else', async () => {
    const site = await serve((_request, response) => void response.end('hello'))
    const { guard, connect } = guardFor(site.port)
    const proxy = await startGuardedProxy({ guard, connect, max_bytes: 1000 })
    ends.push(() => proxy.close())
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        import('node:http').then(({ get }) => {
          get({ host: '127.0.0.1', port: proxy.port, path }, (answer) => {
            let text = ''
            answer.setEncoding('utf8').on('data', (piece: string) => {
              text += piece
            })
            answer.on('end', () => resolve({ status: answer.statusCode, text }))
          }).on('error', reject)
        })
      })
    expect(await ask('http://site.test/')).toEqual({ status: 200, text: 'hello' })
    expect((await ask('http://other.test/')).status).toBe(502)
    expect((await ask('http://127.0.0.1/')).status).toBe(502)
    expect((await ask('ftp://site.test/')).status).toBe(400)
    expect((await ask('/')).status).toBe(400)
  })
})
