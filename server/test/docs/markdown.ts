// The parts of a Markdown text that the tests of the documents look at.

const fence = /^```.*?^```$/gms

/** What stands in blocks of code. */
export function fencedCode(text: string): string {
  return [...text.matchAll(fence)].map(([block]) => block).join('\n')
}

/** What stands in backticks, outside of blocks of code. */
export function codeSpans(text: string): string[] {
  return [...text.replace(fence, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string)
}

/** The targets of links. */
export function linkTargets(text: string): string[] {
  return [...text.replace(fence, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string)
}

/** The anchors of headings, as GitHub makes them. */
export function anchors(text: string): string[] {
  return [...text.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The items of lists, each with the lines that belong to it. */
export function listItems(text: string): string[] {
  return text.split(/\n(?=- |\n|#)/).filter((part) => part.startsWith('- '))
}
