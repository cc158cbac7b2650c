import { isServer, isTest, type SourceFile, sliceOf } from './source-file.ts'

/** Tables with two writers. The row of a page is its place in the queue: the queue writes `due_at` and `fence`. */
const sharedTables: Record<string, string[]> = { pages: ['crawl', 'queue'] }

const write =
  /(?<!\bfor (?:no key )?)\b(?:insert into|delete from|merge into|truncate(?: table)?|update)(?: only)?\s+([a-z_]+)\b(?!:)/g

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Each table has one writing slice, so that its rules have one home. */
export function checkTableWriters(files: SourceFile[]): string[] {
  const writers = new Map<string, Set<string>>()
  for (const file of files) {
    if (!isServer(file) || isTest(file)) continue
    for (const [, table] of withoutComments(file.text).matchAll(write)) {
      // `on conflict … do update set`, `for update skip locked`, `for update of`.
      if (['set', 'skip', 'of'].includes(table as string)) continue
      writers.set(table as string, (writers.get(table as string) ?? new Set()).add(sliceOf(file.path)))
    }
  }
  return [...writers].flatMap(([table, slices]) => {
    const allowed = sharedTables[table] ?? []
    if (slices.size <= 1 || [...slices].every((slice) => allowed.includes(slice))) return []
    return [`table ${table} is written by ${[...slices].join(' and ')}; give it one writer`]
  })
}
