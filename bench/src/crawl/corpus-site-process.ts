import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { corpusFile } from '../eval/crawl/serve-sites.ts'
import { Corpus } from '../eval/evaluation.ts'

// The sites of a corpus, each on a port of its own, in a process of their own: their CPU is not counted. Asked with
// `serve <folder>`, it answers the address of each site.

async function serve(folder: string): Promise<Record<string, string>> {
  const corpus = new Corpus(folder)
  const addresses: Record<string, string> = {}
  for (const host of corpus.list('sites')) {
    const server = createServer((request, response) => {
      const file = corpusFile(corpus, host, request.url ?? '/')
      if (file) response.setHeader('content-type', file.type).end(file.body)
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>not found</h1>')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    addresses[host] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  return addresses
}

process.on('message', async (question: string) => {
  const [verb, ...folder] = question.split(' ')
  if (verb === 'serve') process.send?.(await serve(folder.join(' ')))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(1))
