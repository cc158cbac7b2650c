import { readWords } from '../../language/word-lists.ts'

// Family names and words of organizations that are so common that sharing one means little.

const familyNames = readWords('common-names', 'family')
const frequentFamilyNames = readWords('common-names', 'frequent')
const organizationWords = readWords('organization-words', 'common')

export function isCommonFamilyName(token: string): boolean {
  return familyNames.has(token)
}

/** Whether thousands have the family name. */
export function isFrequentFamilyName(token: string): boolean {
  return familyNames.has(token) || frequentFamilyNames.has(token)
}

export function isCommonNameWord(token: string): boolean {
  return organizationWords.has(token)
}
