import type { GraphFile } from './graph-file.ts'

/**
 * One object a line. The name of its only field tells entities and relationships apart: both have fields called `type`
 * or `kind`.
 */
export const ndjsonFile: GraphFile = {
  begin: () => '',
  entity: (entity) => `${JSON.stringify({ entity })}\n`,
  relationship: (relationship) => `${JSON.stringify({ relationship })}\n`,
  end: '',
}
