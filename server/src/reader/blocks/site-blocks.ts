import { LRUCache } from 'lru-cache'
import type { Block } from './parsed-page.ts'

// What repeats across the pages of a host is navigation, whatever it looks like. The first pages of a host are a sample;
// what it holds is small enough to lie in a row of the database.
//
//   byte 0      version
//   byte 1      pages in the sample
//   then        a fingerprint of each page (4 bytes), so that a page counts once
//   then        entries of 5 bytes: the first 4 of a block's hash, and the number of pages that have it

const version = 1
const samplePages = 10
const head = 2 + 4 * samplePages
const entryBytes = 5
const stateMax = 12 * 1024
const entriesMax = Math.floor((stateMax - head) / entryBytes)
const firstBlocks = 700
const lastBlocks = 500
const leastPages = 3
const leastShare = 0.3
/** What is part of the frame of a site stands on most of its pages. */
const framePages = 4
const frameShare = 0.7
/** Hosts whose repeated blocks are kept at hand. */
const knownMax = 64

/** What is counted of a page. */
export interface SampledPage {
  content_hash: string
  blocks: Pick<Block, 'hash'>[]
}

/** The sample with this page in it; the same one back when it is full or has the page already. */
export function addPage(state: Uint8Array | null, page: SampledPage): Uint8Array {
  if (isFull(state)) return state as Uint8Array
  const sample = readSample(state)
  const pagePrint = fingerprint(page.content_hash)
  if (sample.pages.includes(pagePrint)) return state ?? writeSample(sample)
  sample.pages.push(pagePrint)
  for (const print of outerPrints(page)) {
    const count = sample.counts.get(print)
    if (count !== undefined) sample.counts.set(print, count + 1)
    else if (sample.counts.size < entriesMax || makeRoom(sample)) sample.counts.set(print, 1)
  }
  return writeSample(sample)
}

/** Which blocks stand on at least three of the sampled pages, and on three in ten of them. */
export class RepeatedBlocks {
  /** By the pages of the sample. It is asked for with every page of a host, and changes ten times. */
  static readonly #known = new LRUCache<string, RepeatedBlocks>({ max: knownMax })
  readonly #prints = new Set<number>()
  readonly #frame = new Set<number>()

  static of(state: Uint8Array | null): RepeatedBlocks {
    const pages =
      state === null ? '' : Buffer.from(state.buffer, state.byteOffset, state.length).toString('latin1', 0, head)
    const known = RepeatedBlocks.#known
    const blocks = known.get(pages) ?? new RepeatedBlocks(state)
    known.set(pages, blocks)
    return blocks
  }

  constructor(state: Uint8Array | null) {
    const { pages, counts } = readSample(state)
    const least = Math.max(leastPages, Math.ceil(leastShare * pages.length))
    const most = Math.max(framePages, Math.ceil(frameShare * pages.length))
    for (const [print, count] of counts) {
      if (count >= least) this.#prints.add(print)
      if (count >= most) this.#frame.add(print)
    }
  }

  has(hash: string): boolean {
    return this.#prints.has(fingerprint(hash))
  }

  /** On most pages: a menu, a notice; or a short word that is everywhere. */
  isFrame(hash: string): boolean {
    return this.#frame.has(fingerprint(hash))
  }

  get size(): number {
    return this.#prints.size
  }
}

const isFull = (state: Uint8Array | null) =>
  state !== null && state.length >= head && state[0] === version && (state[1] as number) >= samplePages

interface Sample {
  pages: number[]
  counts: Map<number, number>
}

function fingerprint(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 0
}

/** Of a long page only its begin and its end, where navigation is: else one page would push out all the others. */
function outerPrints({ blocks }: SampledPage): Set<number> {
  const outer =
    blocks.length > firstBlocks + lastBlocks ? [...blocks.slice(0, firstBlocks), ...blocks.slice(-lastBlocks)] : blocks
  return new Set(outer.map(({ hash }) => fingerprint(hash)))
}

/** Blocks that were seen only once, oldest first, are the ones least likely to repeat. */
function makeRoom({ counts }: Sample): boolean {
  for (const [print, count] of counts) {
    if (count > 1) continue
    counts.delete(print)
    return true
  }
  return false
}

function readSample(state: Uint8Array | null): Sample {
  const sample: Sample = { pages: [], counts: new Map() }
  if (state === null || state.length < head || state[0] !== version) return sample
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength)
  const pages = Math.min(view.getUint8(1), samplePages)
  for (let at = 0; at < pages; at++) sample.pages.push(view.getUint32(2 + 4 * at))
  for (let at = head; at + entryBytes <= state.length; at += entryBytes) {
    sample.counts.set(view.getUint32(at), view.getUint8(at + 4))
  }
  return sample
}

function writeSample({ pages, counts }: Sample): Uint8Array {
  const state = new Uint8Array(head + entryBytes * counts.size)
  const view = new DataView(state.buffer)
  view.setUint8(0, version)
  view.setUint8(1, pages.length)
  for (const [at, print] of pages.entries()) view.setUint32(2 + 4 * at, print)
  let at = head
  for (const [print, count] of counts) {
    view.setUint32(at, print)
    view.setUint8(at + 4, count)
    at += entryBytes
  }
  return state
}
