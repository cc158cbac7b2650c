import type { BaseKind } from '../../facts/claim.ts'

// FollowTheMoney: what its schemata are in a graph. Those that say what is between two things are relationships; things that a graph
// has no kind for, such as payments and documents, are left out, and listed.

/** The kinds of things, by their schema. */
const things: Record<string, BaseKind> = {
  ...{ Person: 'person', LegalEntity: 'object', Organization: 'object', Company: 'object', PublicBody: 'object' },
  ...{ Asset: 'object', Vessel: 'object', Airplane: 'object', Vehicle: 'object', RealEstate: 'location' },
  ...{ Address: 'location', Event: 'event', Trip: 'event', CourtCase: 'event', Position: 'object' },
}

interface Tie {
  from: string
  to: string
  type: string
}

const ties: Record<string, Tie> = {
  Employment: { from: 'employee', to: 'employer', type: 'works_for' },
  Directorship: { from: 'director', to: 'organization', type: 'director_of' },
  Membership: { from: 'member', to: 'organization', type: 'member_of' },
  Ownership: { from: 'owner', to: 'asset', type: 'owner_of' },
  Family: { from: 'person', to: 'relative', type: 'relative_of' },
  Associate: { from: 'person', to: 'associate', type: 'associated_with' },
  Representation: { from: 'agent', to: 'client', type: 'represents' },
  Succession: { from: 'successor', to: 'predecessor', type: 'successor_of' },
  Occupancy: { from: 'holder', to: 'post', type: 'holds' },
  UnknownLink: { from: 'subject', to: 'object', type: 'linked_to' },
  CourtCaseParty: { from: 'party', to: 'case', type: 'participant_in' },
}

export const thingOf = (schema: string): BaseKind | undefined =>
  Object.hasOwn(things, schema) ? things[schema] : undefined

export const tieOf = (schema: string): Tie | undefined => (Object.hasOwn(ties, schema) ? ties[schema] : undefined)

export const isTie = (schema: unknown): boolean => typeof schema === 'string' && tieOf(schema) !== undefined

/** Registers of ids, by the property. */
export const ftmRegisters: Record<string, string> = {
  ...{ wikidataId: 'wikidata', leiCode: 'lei', registrationNumber: 'registration', taxNumber: 'tax', innCode: 'inn' },
  ...{ ogrnCode: 'ogrn', idNumber: 'id_number', passportNumber: 'passport', swiftBic: 'bic', permId: 'permid' },
  ...{ icijId: 'icij', opencorporatesUrl: 'opencorporates', vatCode: 'vat', dunsCode: 'duns', isin: 'isin' },
}

/** Attributes, by the property; other properties keep their own name. */
export const ftmAttributes: Record<string, string> = {
  ...{ birthDate: 'birth_date', deathDate: 'death_date', position: 'job_title', incorporationDate: 'founding_date' },
  ...{ dissolutionDate: 'dissolution_date', legalForm: 'legal_form', phone: 'telephone' },
}
