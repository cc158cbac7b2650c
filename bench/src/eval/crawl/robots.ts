import { createRequire } from 'node:module'
import { parseRobots, type Robots } from '../../../../server/src/web/robots/robots.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Decisions that other projects' tests agree on, and real files for the cost.

interface Peer {
  isAllowed(url: string, agent: string): boolean | undefined
}

// It is a CommonJS module whose types say otherwise.
const parsePeer = createRequire(import.meta.url)('robots-parser') as (url: string, text: string) => Peer

interface Fact {
  id: string
  user_agent: string
  url: string
  allowed: boolean
  robots?: string
  robots_base64?: string
  standard: boolean
  conflict: boolean
  disputed: boolean
}

export const robots: Evaluation = {
  name: 'robots',
  describe: 'robots.txt: facts that are not disputed, and the CPU of real files (peer: robots-parser)',
  async run({ corpus, progress }) {
    const facts = corpus.readLines<Fact>('robots/facts.jsonl')
    const undisputed = facts.filter((fact) => fact.standard && !fact.conflict && !fact.disputed)
    const others = facts.filter((fact) => !undisputed.includes(fact))
    const files = corpus.list('robots/real').map((name) => ({ name, body: corpus.read(`robots/real/${name}`) }))
    progress(`${undisputed.length} undisputed facts, ${others.length} others, ${files.length} files`)
    return [
      ...scoreRow('robots, undisputed facts', { ...scoreFacts(undisputed), least: 100 }),
      ...scoreRow('robots, facts outside the standard or disputed', scoreFacts(others)),
      ...scoreRow('robots, real files parsed', { ours: scoreFiles(files), least: 100 }),
      ...(await measureCpu(files.map(({ body }) => body))),
    ]
  },
}

function scoreFacts(facts: Fact[]): { ours: Score; peer: Score } {
  const ours = new Score()
  const peer = new Score()
  for (const { id, user_agent: agent, url, allowed, ...fact } of facts) {
    const body = fact.robots ?? Buffer.from(fact.robots_base64 ?? '', 'base64')
    ours.add(id, parseRobots(body, agent).isAllowed(url) === allowed)
    const home = URL.parse('/robots.txt', url)?.href ?? '/robots.txt'
    peer.add(id, parsePeer(home, body.toString()).isAllowed(url, agent) === allowed)
  }
  return { ours, peer }
}

/** A file parses when it can be asked, and names as many sitemaps as it has whole addresses after that word. */
function scoreFiles(files: { name: string; body: Buffer }[]): Score {
  const score = new Score()
  for (const { name, body } of files) {
    const parsed = parseRobots(body, '*')
    const named = body.toString('utf8').matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(https?:\/\/[^\s#]+)/gim)
    const sitemaps = new Set([...named].map(([, url]) => url))
    score.add(name, typeof parsed.isAllowed('/') === 'boolean' && parsed.sitemaps.length === sitemaps.size)
  }
  return score
}

async function measureCpu(bodies: Buffer[]): Promise<Row[]> {
  if (bodies.length === 0) return []
  const texts = bodies.map((body) => body.toString('utf8'))
  const home = 'https://www.example.org/robots.txt'
  const questions = texts.map((text) => listPaths(text).map((path) => `https://www.example.org${path}`))
  const count = questions.flat().length
  const ours: Robots[] = texts.map((text) => parseRobots(text, 'Polegraph'))
  const peers = texts.map((text) => parsePeer(home, text))
  const ask = (question: (at: number, url: string) => unknown) => () => {
    for (const [at, urls] of questions.entries()) for (const url of urls) question(at, url)
  }
  const askOurs = ask((at, url) => ours[at]?.isAllowed(url))
  const askPeer = ask((at, url) => peers[at]?.isAllowed(url, 'Polegraph'))
  return [
    {
      measure: 'robots, CPU of parsing a file',
      unit: 'µs',
      ours: await cpuMicroseconds(texts.length, () => bodies.map((body) => parseRobots(body, 'Polegraph'))),
      peer: await cpuMicroseconds(texts.length, () => texts.map((text) => parsePeer(home, text))),
    },
    {
      measure: 'robots, CPU of a question',
      unit: 'µs',
      ours: await cpuMicroseconds(count, askOurs),
      peer: await cpuMicroseconds(count, askPeer),
    },
  ]
}

/** Paths that have something to do with the rules, and one that has not. */
function listPaths(text: string): string[] {
  const paths = [...text.matchAll(/^[ \t]*(?:dis)?allow[ \t]*:[ \t]*(\/[^\s#]*)/gim)].map(([, path]) => path as string)
  return [
    '/people/ada-lovelace?page=2',
    ...paths.slice(0, 50).map((path) => `${path.replace(/[*$]/g, 'x')}/index.html`),
  ]
}
