import type { ImportFormat } from '@polegraph/contract/graph/imports.ts'
import type { FieldsLayout, FileLayout, TableLayout } from '../read/raw-row.ts'
import { factsOfFtm } from './ftm-facts.ts'
import { factsOfGraphml } from './graphml-facts.ts'
import { factsOfLine } from './line-facts.ts'
import { boundEntity, type RowContext, type RowFacts } from './row-facts.ts'
import { factsOfTable } from './table-facts.ts'

/** What a row says. Throws a RowError where it cannot be understood. */
export function factsOfRow(format: ImportFormat, text: string, layout: FileLayout, context: RowContext): RowFacts {
  const { entities, relationships } = readRow(format, text, layout, context)
  return { entities: entities.map(boundEntity), relationships }
}

function readRow(format: ImportFormat, text: string, layout: FileLayout, context: RowContext): RowFacts {
  switch (format) {
    case 'csv':
      return factsOfTable(text, layout as TableLayout, context)
    case 'graphml':
      return factsOfGraphml(text, layout as FieldsLayout, context)
    case 'ftm':
      return factsOfFtm(text, context)
    case 'ndjson':
      return factsOfLine(text, context)
  }
}
