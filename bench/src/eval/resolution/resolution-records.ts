import type { Profile } from '../../../../server/src/resolution/profile.ts'

// Records of the corpora as the profiles that a page with the same facts would give. Nothing of ids and labels is read.

export type Fields = Record<string, string | undefined>

/** By field of the records: the attribute it would be. */
const attributes: Record<string, string> = {
  phone: 'telephone',
  zip: 'postal_code',
  postcode: 'postal_code',
  address: 'street',
  addr: 'street',
  city: 'locality',
  suburb: 'locality',
  state: 'region',
  type: 'cuisine',
  agency: 'agency',
  gender: 'gender',
  occupation: 'occupation',
  birth_place: 'birth_place',
  dob: 'birth_date',
  date_of_birth: 'birth_date',
}

export function profileOf(kind: string, fields: Fields): Profile {
  const name = fields.name ?? fields.full_name ?? [fields.given_name, fields.surname].filter(Boolean).join(' ')
  const profile: Profile = {
    kind: kind === 'object-or-person' ? guessKind(name) : kind,
    is_kind_guessed: false,
    names: name === '' ? [] : [name],
    external_ids: {},
    urls: [],
    attributes: {},
    whens: [],
    countries: [],
    place_ids: [],
    neighbours: [],
    hosts: [],
  }
  for (const [field, attribute] of Object.entries(attributes)) {
    const value = fields[field]
    if (value) profile.attributes[attribute] = [value]
  }
  const street = [fields.street_number, fields.address_1].filter(Boolean).join(' ')
  if (fields.address_1) profile.attributes.street = [street]
  return profile
}

/** `Janssen, Pieter`: a comma, a few words, and neither digits nor dotted letters as of a legal form. */
function guessKind(name: string): string {
  return /^\p{L}[\p{L} '-]+, \p{Lu}\p{Ll}[\p{L} '-]+$/u.test(name) ? 'person' : 'object'
}
