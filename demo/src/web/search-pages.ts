import type { WebPage } from './read-pages.ts'

// A small search engine over the made-up web. Words count by how rare they are (BM25), and more in a title; pages near the
// front of their site come first, and no site fills the results.

export interface SearchResult {
  page: WebPage
  /** The part of the page that has the words. */
  content: string
  score: number
}

interface IndexedPage {
  page: WebPage
  text: string
  counts: Map<string, number>
  length: number
}

const titleWeight = 3
const perHost = 2
const contentChars = 240

export function createSearch(pages: WebPage[]): (query: string) => SearchResult[] {
  const indexed = pages.map(indexPage)
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length
  const rarity = (word: string) => {
    const having = indexed.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }
  return (query) => {
    const words = [...new Set(wordsOf(query))].map((word) => ({ word, weight: rarity(word) }))
    const found = indexed.flatMap(({ page, text, counts, length }): SearchResult[] => {
      const relative = 0.25 + (0.75 * length) / meanLength
      const score = words.reduce((sum, { word, weight }) => {
        const count = counts.get(word) ?? 0
        return sum + (weight * count * 2.2) / (count + 1.2 * relative)
      }, 0)
      return score === 0 ? [] : [{ page, score: score / depthOf(page), content: excerpt(text, words[0]?.word ?? '') }]
    })
    return fewOfEachHost(found.sort((one, other) => other.score - one.score))
  }
}

function indexPage(page: WebPage): IndexedPage {
  const text = textOf(page.html)
  const words = [...wordsOf(text), ...Array.from({ length: titleWeight }, () => wordsOf(page.title)).flat()]
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { page, text, counts, length: words.length }
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script|nav)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The front page is 1, a page below it 1.25, and so on. */
const depthOf = ({ path }: WebPage) => 1 + path.split('/').filter((part) => part !== '').length / 4

function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - contentChars / 4)
  return text.slice(at, at + contentChars)
}

function fewOfEachHost(results: SearchResult[]): SearchResult[] {
  const taken = new Map<string, number>()
  return results.filter(({ page: { host } }) => {
    const count = (taken.get(host) ?? 0) + 1
    taken.set(host, count)
    return count <= perHost
  })
}
