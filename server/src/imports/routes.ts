import type { importRoutes } from '@polegraph/contract/graph/imports.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { getImport, type ImportParts, importFile, listImports, takeBackImport } from './imports.ts'

export const importHandlers = (parts: ImportParts): Handlers<typeof importRoutes> => ({
  importFile: { direct: (call) => importFile(parts, call.domain.id, call) },
  listImports: { read: ({ db, domain, query }) => listImports(db, domain.id, query) },
  getImport: { read: ({ db, domain, params }) => getImport(db, domain.id, params.importId) },
  takeBackImport: {
    lock: 'change',
    write: ({ tx, domain, params }) => takeBackImport(tx, parts.jobs, domain.id, params.importId),
  },
})
