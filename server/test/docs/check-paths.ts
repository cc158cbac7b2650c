import { dirname, join } from 'node:path'
import { anchors, codeSpans, fencedCode, linkTargets } from './markdown.ts'
import { files, folders, type MarkdownFile, markdownFiles } from './repository.ts'

const topFolders = ['server', 'contract', 'sdk', 'mcp', 'cli', 'demo', 'deploy', 'bench', 'scripts', 'docs']
const fromRoot = new RegExp(`^(?:${topFolders.join('|')})/[\\w./-]+$`)
const wholePath = new RegExp(`\\b(?:${topFolders.join('|')})/[\\w./-]+\\.(?:ts|md|sql|json|br)\\b`, 'g')
/** A file or a folder without the folders above it: `admit.ts`, `platform/http/`. */
const partOfPath = /^[\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|md|sql|json)|\/)$/

/** Paths that a document names and that do not exist. */
export function missingPaths({ text }: MarkdownFile): string[] {
  const spans = codeSpans(text).map((span) => span.replace(/^node /, ''))
  const named = [
    ...spans.filter((span) => fromRoot.test(span)),
    ...(fencedCode(text).match(wholePath) ?? []),
    ...spans.filter((span) => !fromRoot.test(span) && partOfPath.test(span)),
  ]
  return [...new Set(named)].filter((path) => !exists(path))
}

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (fromRoot.test(path)) return files.includes(plain) || folders.has(plain)
  const isEnd = (known: string) => known === plain || known.endsWith(`/${plain}`)
  return path.endsWith('/') ? [...folders].some(isEnd) : files.some(isEnd)
}

/** Links within the repository that lead nowhere. */
export function brokenLinks({ path, text }: MarkdownFile): string[] {
  return linkTargets(text).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const there = file === '' ? path : join(dirname(path), file)
    if (!files.includes(there) && !folders.has(there)) return true
    const page = markdownFiles.find((markdown) => markdown.path === there)
    return anchor !== undefined && page !== undefined && !anchors(page.text).includes(anchor)
  })
}

/** Scripts of npm that a document names and that package.json does not have. */
export function missingScripts({ text }: MarkdownFile, scripts: Record<string, string>): string[] {
  const named = [...text.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)].map((match) => match[1] as string)
  return [...new Set(named)].filter((name) => !(name in scripts))
}
