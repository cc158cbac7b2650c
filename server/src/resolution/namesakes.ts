import type { Evidence } from './evidence.ts'
import { isFrequentFamilyName } from './names/common-names.ts'
import { nameForm } from './names/name-form.ts'
import { isGivenName } from './names/nicknames.ts'
import { areOnOtherSites } from './namesake-signs.ts'
import type { Profile } from './profile.ts'

// People of one name on two sites. Nearly always they are one; what the sites say of them may tell that they are two. Each
// row of evidence that says so is a sign against it, and whatever they share is ground for it: they are two where there are
// more signs than grounds. A rare name is ground too: people change their employer, and few share such a name.

/** How much of a ground each row of evidence is. Others say too little: half a domain shares a country. */
const grounds: Record<string, number> = {
  'in common one': 1,
  'in common several': 2,
  'organization same': 1,
  'whereabouts same': 1,
  'work same': 1,
  'site linked': 2,
}

export interface Namesakes {
  /** What speaks for two, in words; empty where they are one. */
  against: string[]
  /** They are one, and nothing but the name says so. */
  isByName: boolean
}

/** Undefined where they are no people on different sites, or something outweighs all signs. */
export function weighNamesakes(a: Profile, b: Profile, evidence: Evidence[]): Namesakes | undefined {
  if (!areOnOtherSites(a, b)) return undefined
  if (evidence.some(({ strength }) => strength === 'certain' || strength === 'telling' || strength === 'shared')) {
    return undefined
  }
  const signs = evidence.filter(({ strength }) => strength === 'sign')
  const ground = evidence.reduce((sum, { name }) => sum + (grounds[name] ?? 0), 0)
  const isTwo = signs.length > ground + (signs.length > 0 && isRareName(a) && isRareName(b) ? 1 : 0)
  return { against: isTwo ? signs.map(({ reason }) => reason) : [], isByName: !isTwo && ground === 0 }
}

/** Whether the family name is none that thousands have. */
function isRareName({ names: [name = ''] }: Profile): boolean {
  const { core } = nameForm(name, true)
  return core.some((token) => token.length > 3 && !isFrequentFamilyName(token) && !isGivenName(token))
}
