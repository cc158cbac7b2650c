import { Cache, type CacheUse } from '../../platform/cache.ts'
import type { Block } from './parsed-page.ts'

// Blocks that repeat across the pages of a host are navigation, whatever they look like. The first pages of a host form
// a sample that is small enough for one row of the database:
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
/** Blocks of the site's frame stand on most of its pages. */
const framePages = 4
const frameShare = 0.7
/** A number in a set. */
const printBytes = 50

/** The part of a page that is sampled. */
export interface SampledPage {
  content_hash: string
  blocks: Pick<Block, 'hash'>[]
}

/** Adds the page to the sample. Returns the same sample when it is full or already holds the page. */
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

/** Blocks that stand on at least three of the sampled pages, and on at least 30 % of them. */
export class RepeatedBlocks {
  /** Keyed by the fingerprints of the sampled pages. Every page of a host asks for it; it changes only ten times. */
  static readonly #known = new Cache<RepeatedBlocks>('site_blocks', ({ bytes }) => bytes)
  /** The sample is full: it stays as it is. */
  readonly is_final: boolean
  readonly #prints = new Set<number>()
  readonly #frame = new Set<number>()

  static get use(): CacheUse {
    return RepeatedBlocks.#known.use
  }

  static of(state: Uint8Array | null): RepeatedBlocks {
    const pages =
      state === null ? '' : Buffer.from(state.buffer, state.byteOffset, state.length).toString('latin1', 0, head)
    const known = RepeatedBlocks.#known
    const kept = known.get(pages)
    if (kept) return kept
    const blocks = new RepeatedBlocks(state)
    known.set(pages, blocks)
    return blocks
  }

  constructor(state: Uint8Array | null) {
    const { pages, counts } = readSample(state)
    this.is_final = isFull(state)
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

  /** Whether the block stands on most pages: a menu, a notice, or a short word that is everywhere. */
  isFrame(hash: string): boolean {
    return this.#frame.has(fingerprint(hash))
  }

  get size(): number {
    return this.#prints.size
  }

  get bytes(): number {
    return (this.#prints.size + this.#frame.size) * printBytes
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

/**
 * Fingerprints of the blocks at the start and the end of a long page, where navigation is. Otherwise one long page
 * would push out all others.
 */
function outerPrints({ blocks }: SampledPage): Set<number> {
  const outer =
    blocks.length > firstBlocks + lastBlocks ? [...blocks.slice(0, firstBlocks), ...blocks.slice(-lastBlocks)] : blocks
  return new Set(outer.map(({ hash }) => fingerprint(hash)))
}

/**
 * Drops the oldest block that was seen only once: it is the least likely to repeat. Returns false when there is none.
 */
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
