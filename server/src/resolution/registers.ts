import type { Profile } from './profile.ts'

/** Begins what ids of an imported file are called: `file_members`. */
export const fileRegister = 'file_'

/** Registers that assign only one id to an entity, beside those of files. */
const strictRegisters: ReadonlySet<string> = new Set(
  'wikidata orcid isni lei viaf gnd ringgold ror grid imo lccn geonames vat_id tax_id duns'.split(' '),
)

export const isStrictRegister = (register: string): boolean =>
  strictRegisters.has(register) || register.startsWith(fileRegister)

/** Accounts may be a company's and be listed by everybody who works there. */
export const accounts: ReadonlySet<string> = new Set('twitter facebook instagram github linkedin youtube'.split(' '))

/** The ids of strict registers, of which an entity has only one. */
export function strictIds({ external_ids }: Profile): Profile['external_ids'] {
  return Object.fromEntries(Object.entries(external_ids).filter(([register]) => isStrictRegister(register)))
}
