import type { PdfPage, PlacedText } from './pdf-page.ts'

// What pages repeat above and below their text: the name of the document, of a chapter, the number of the page.

/** The share of a page, at its top and bottom, where that stands. */
const marginShare = 0.12
const pagesLeast = 3

/** The pages with what is repeated on the first only, and without their numbers. */
export function withoutRepeated(pages: PdfPage[]): PdfPage[] {
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const key of new Set(marginLines(page).map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  // Left and right pages may differ, and chapters do.
  const least = Math.max(pagesLeast, Math.min(5, pages.length / 10))
  const seen = new Set<string>()
  return pages.map((page) => {
    const dropped = new Set<PlacedText>()
    const aside = [...page.aside]
    for (const { key, words, spans } of marginLines(page)) {
      const isNumber = words === '#' && pages.length > 1
      const isRepeated = (counts.get(key) ?? 0) >= least
      if (!isNumber && !isRepeated) continue
      for (const span of spans) dropped.add(span)
      if (isRepeated && !isNumber && !seen.has(key)) aside.push(spans.map(({ text }) => text).join(' '))
      seen.add(key)
    }
    return dropped.size === 0 ? page : { ...page, aside, spans: page.spans.filter((span) => !dropped.has(span)) }
  })
}

/** Lines with their place; a number is any number. */
function marginLines({ height, spans }: PdfPage): { key: string; words: string; spans: PlacedText[] }[] {
  const lines = new Map<number, PlacedText[]>()
  for (const span of spans) {
    if (span.y > marginShare * height && span.y < (1 - marginShare) * height) continue
    const at = Math.round(span.y / 3)
    const line = lines.get(at)
    if (line) line.push(span)
    else lines.set(at, [span])
  }
  return [...lines].map(([at, own]) => {
    const text = own.toSorted((a, b) => a.x0 - b.x0).map((span) => span.text.trim())
    const words = text
      .join(' ')
      .replaceAll(/\d+/g, '#')
      .replaceAll(/^[-–—\s|]+|[-–—\s|]+$/g, '')
    return { key: `${at} ${words}`, words, spans: own }
  })
}
