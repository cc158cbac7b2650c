import type { BaseKind } from '../../../facts/claim.ts'
import { relationOfProperty } from '../../../facts/relations.ts'

/** Properties of items that are not entities: they imply the kind of their value but start no relation. */
const impliedKinds = new Map<string, BaseKind>([
  ['hiringOrganization', 'object'],
  ['recordLabel', 'object'],
  ['sourceOrganization', 'object'],
  ['director', 'person'],
  ['directors', 'person'],
  ['editor', 'person'],
  ['translator', 'person'],
  ['illustrator', 'person'],
  ['contentLocation', 'location'],
  ['locationCreated', 'location'],
  ['spatialCoverage', 'location'],
])

/** The kind of a value that is only a name. */
export const impliedKind = (property: string): BaseKind | undefined =>
  relationOfProperty(property)?.implied ?? impliedKinds.get(property)
