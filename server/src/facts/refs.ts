import { foldName } from '../language/fold-name.ts'

/** What a page calls an entity in all of its claims. */
export function refOf(kind: string, name: string): string {
  // A name of signs is a name all the same.
  return `${kind}:${foldName(name) || name.trim()}`
}
