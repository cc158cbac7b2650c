import { isCommonGivenName } from '../../language/given-names.ts'
import { readLines } from '../../language/word-lists.ts'

// Short forms of given names, and their forms in other languages.

const namesOf = new Map<string, ReadonlySet<string>>()
for (const line of readLines('nicknames', 'short-forms')) {
  const [name = '', shorts = ''] = line.split(': ')
  for (const token of [name, ...shorts.split(' ')]) {
    namesOf.set(token, new Set([...(namesOf.get(token) ?? []), name]))
  }
}

const languagesOf = new Map<string, number>()
for (const [n, line] of readLines('nicknames', 'languages').entries()) {
  for (const token of line.split(' ')) languagesOf.set(token, n)
}

/** `john` and `jean`. */
export function areVariants(a: string, b: string): boolean {
  const line = languagesOf.get(a)
  return line !== undefined && line === languagesOf.get(b)
}

/** Whether this is a common given name. Two of them are two names, however similar. */
export function isGivenName(token: string): boolean {
  return namesOf.has(token) || languagesOf.has(token) || isCommonGivenName(token)
}

/** The full names that a given name may stand for. */
export function fullNames(token: string): readonly string[] {
  return [...(namesOf.get(token) ?? [])]
}

/** Whether a given name is only short for others: `bill`; but not `jan`, which is a name of its own elsewhere. */
export function isShortForm(token: string): boolean {
  return namesOf.get(token)?.has(token) === false && !languagesOf.has(token) && !isCommonGivenName(token)
}

/** `bill` and `william`, `bill` and `billy`; not `jon` and `johnny` by way of a third. */
export function areNicknames(a: string, b: string): boolean {
  const ofA = namesOf.get(a)
  const ofB = namesOf.get(b)
  if (!ofA || !ofB) return false
  for (const name of ofA) if (ofB.has(name)) return true
  return false
}
