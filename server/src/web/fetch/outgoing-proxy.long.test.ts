import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { isFinished, makeCrawl } from '../../../test/support/crawl/crawl-domain.ts'
import { startTestService } from '../../../test/support/harness.ts'

// A crawl whose only way out is a proxy: the name of its site leads to an address of this machine that nobody serves, and the proxy knows better.

const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  const text = 'The harbour of Kveldlys was built in 1911 and is still run by its own council. '.repeat(5)
  response.end(request.url === '/robots.txt' ? '' : `<h1>${request.url}</h1><p>${text}</p><a href="/two">two</a>`)
})
const proxy = createServer()
const asked: string[] = []
proxy.on('connect', (request, client: Socket) => {
  asked.push(String(request.url))
  const onward = connect((site.address() as AddressInfo).port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    client.pipe(onward).pipe(client)
  })
  for (const socket of [client, onward]) socket.on('error', () => undefined)
})
for (const server of [site, proxy]) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
afterAll(() => {
  for (const server of [site, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

const { service } = await startTestService({
  environment: {
    CRAWL_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ...{ CRAWL_ALLOW_PRIVATE: '127.0.0.0/8', CRAWL_DELAY_MS: '0' },
  },
  network: { resolve: async () => ['127.200.0.1'] },
})

it('crawls through the proxy, robots.txt included', { timeout: 60_000 }, async () => {
  const domainId = await makeCrawl(service.db, ['http://harbour.example/'])
  while (!(await isFinished(service.db, domainId))) await new Promise((resolve) => setTimeout(resolve, 100))
  const pages = await service.db.query('select url, status from pages where domain_id = $1 order by url', [domainId])
  expect(pages).toEqual([
    { url: 'http://harbour.example/', status: 'extracted' },
    { url: 'http://harbour.example/two', status: expect.stringMatching(/extracted|skipped/) },
  ])
  expect(new Set(asked)).toEqual(new Set(['127.200.0.1:80']))
})
