import { expect, it } from 'vitest'
import { startTestService } from './harness.ts'
import { type Site, startLocalSites } from './local-site.ts'
const html = (t: string, links: string[]) => ({ body: `<html><head><title>${t}</title></head><body><h1>${t}</h1><p>Hello from ${t}.</p>${links.map((l) => `<a href="${l}">${l}</a>`).join(' ')}</body></html>` })
const range = (n: number) => Array.from({ length: n }, (_, i) => i)
const graph = (g: Record<string, string[]>): Site => ({ path }) => (g[path] ? html(`page ${path}`, g[path]) : undefined)
const tree = (d: number, p = '/t'): Record<string, string[]> => d === 0 ? { [p]: [] } : Object.assign({ [p]: range(3).map((i) => `${p}/${'abc'[i]}`) }, ...range(3).map((i) => tree(d - 1, `${p}/${'abc'[i]}`)))
const g: Record<string, Record<string, string[]>> = {
  flat: { '/': range(60).map((i) => `/page-${i}`), ...Object.fromEntries(range(60).map((i) => [`/page-${i}`, ['/']])) },
  chain: { '/': ['/c0'], ...Object.fromEntries(range(8).map((i) => [`/c${i}`, i < 7 ? [`/c${i + 1}`] : []])) },
  chainwords: { '/': ['/alpha'], '/alpha': ['/beta'], '/beta': ['/gamma'], '/gamma': ['/delta'], '/delta': ['/eps'], '/eps': ['/zeta'], '/zeta': [] },
  numchain: { '/': ['/p/0'], ...Object.fromEntries(range(8).map((i) => [`/p/${i}`, i < 7 ? [`/p/${i + 1}`] : []])) },
  numflat: { '/': range(40).map((i) => `/item/${i}`), ...Object.fromEntries(range(40).map((i) => [`/item/${i}`, ['/']])) },
  query: { '/': range(30).map((i) => `/item?id=${i}`), ...Object.fromEntries(range(30).map((i) => [`/item?id=${i}`, ['/']])) },
  sections: { '/': ['/a/', '/b/', '/c/'], ...Object.fromEntries(['a', 'b', 'c'].flatMap((s) => [[`/${s}/`, range(20).map((i) => `/${s}/${i}-x`)], ...range(20).map((i) => [`/${s}/${i}-x`, ['/', `/${s}/`]])])) },
  ring: Object.fromEntries(range(50).map((i) => [i === 0 ? '/' : `/n${i}`, [`/n${(i + 1) % 50 || 1}`, `/n${(i * 7) % 50 || 1}`, '/']])),
  tree: { '/': ['/t'], ...tree(4) },
  pages: { '/': ['/list?page=1'], ...Object.fromEntries(range(10).map((p) => [`/list?page=${p + 1}`, [...range(5).map((i) => `/it/${p * 5 + i}`), ...(p < 9 ? [`/list?page=${p + 2}`] : [])]])), ...Object.fromEntries(range(50).map((i) => [`/it/${i}`, ['/']])) },
}
const local = await startLocalSites(new Map(Object.entries(g).map(([n, v]) => [`${n}.example`, graph(v)])))
const { call, key } = await startTestService({ environment: { ...local.environment, CRAWL_DELAY_MS: '0' } })
it.each(Object.keys(g))('%s', async (n) => {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: n, max_pages: 500, max_depth: 20 } })).body
  await call('POST', `/v1/domains/${id}/sources`, { key, body: { url: `http://${n}.example/` } })
  await expect.poll(async () => (await call('GET', `/v1/domains/${id}/runs`, { key })).body.runs[0].status).toBe('finished')
  console.log(n, local.pathsOf(`${n}.example`).length, 'of', Object.keys(g[n]!).length)
})
