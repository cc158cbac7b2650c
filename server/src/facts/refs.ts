import { foldName } from '../language/fold-name.ts'

/** The ref of an entity in all claims of a page. */
export function refOf(kind: string, name: string): string {
  // A name without letters or digits is still a name.
  return `${kind}:${foldName(name) || name.trim()}`
}
