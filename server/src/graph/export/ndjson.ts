import type { GraphFile } from './graph-file.ts'

/** One object a line. The field says which it is: both have fields of their own that are called `type` or `kind`. */
export const ndjsonFile: GraphFile = {
  extension: 'ndjson',
  begin: () => '',
  entity: (entity) => `${JSON.stringify({ entity })}\n`,
  relationship: (relationship) => `${JSON.stringify({ relationship })}\n`,
  end: '',
}
