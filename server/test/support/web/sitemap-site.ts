import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// A site with a sitemap, on this machine, under a name that only the service's hosts file knows.

const host = 'sitemaps.example.org'
export const sitemapUrl = `http://${host}/sitemap.xml`

const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>http://${host}/one</loc></url>
  <url><loc>http://${host}/two</loc></url>
</urlset>`

/** Serves the site for the tests of a file; returns the environment with which a service finds it. */
export async function startSitemapSite(): Promise<{ CRAWL_HOSTS_FILE: string }> {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml', connection: 'close' }).end(sitemap)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-hosts-'))
  const file = join(folder, 'hosts')
  await writeFile(file, `${host} 127.0.0.1:${(site.address() as AddressInfo).port}\n`)
  afterAll(async () => {
    site.close()
    await rm(folder, { recursive: true })
  })
  return { CRAWL_HOSTS_FILE: file }
}
