import { startHostileSite } from '../../../server/test/support/neighbours/hostile-site.ts'

// In a process of its own: whoever measures must not wait for it.

const site = await startHostileSite({ namesakes: Number(process.env.NAMESAKES) })
process.on('message', () => process.send?.({ port: site.port, sitemap_requests: site.sitemap_requests }))
