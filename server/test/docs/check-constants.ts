import { limits } from '@polegraph/contract/limits.ts'
import { codeSpans, listItems } from './markdown.ts'
import { files, type MarkdownFile, readRepositoryFile } from './repository.ts'

const quoted = /`([\w.]+)` = (-?[\d.,]*\d)/g

/** Numbers beside the name of a constant that are not the ones in the code. */
export function wrongConstants({ text }: MarkdownFile): string[] {
  return listItems(text).flatMap((item) => {
    const sources = codeSpans(item).filter((span) => /\.tsx?$/.test(span) && files.includes(span))
    return [...item.matchAll(quoted)].flatMap((match) => {
      const [, name = '', number = ''] = match
      const value = constantOf(name, sources)
      if (value === undefined) return [`${name}: no constant of this name in ${sources.join(', ') || 'any named file'}`]
      return value === Number(number.replaceAll(',', '')) ? [] : [`${name}: ${number} is ${value} in the code`]
    })
  })
}

export function quotedConstants({ text }: MarkdownFile): number {
  return [...text.matchAll(quoted)].length
}

function constantOf(name: string, sources: string[]): number | undefined {
  const [object = '', member] = name.split('.')
  if (object === 'limits' && member !== undefined) return (limits as Record<string, number>)[member]
  for (const source of sources) {
    const text = readRepositoryFile(source)
    const declared = new RegExp(`^(?:export )?const ${object}\\b[^=\\n]*= (.*)$`, 'm').exec(text)?.[1]
    const expression =
      member === undefined ? declared : new RegExp(`\\b${member}: ([\\d_.]+)`).exec(declared ?? '')?.[1]
    const value = expression === undefined ? Number.NaN : product(expression)
    if (!Number.isNaN(value)) return value
  }
  return undefined
}

/** `10 * 60_000` */
function product(expression: string): number {
  return expression
    .replaceAll('_', '')
    .split('*')
    .reduce((result, factor) => result * Number(factor), 1)
}
