/** Errors of the graph and of imports, a part of the table of all errors. */
export const graphErrors = {
  entity_not_found: {
    status: 404,
    error: 'entity not found',
    when: 'The graph has no such entity now, or had none at `as_of`.',
  },
  relationship_not_found: {
    status: 404,
    error: 'relationship not found',
    when: 'The graph has no such relationship now, or had none at `as_of`.',
  },

  // Imports
  import_not_found: { status: 404, error: 'import not found', when: 'The domain has no such import.' },
  import_unreadable: {
    status: 422,
    error: 'file could not be read: <reason>',
    when: 'The body is empty, is not text in UTF-8, has no rows or no columns of the format, or breaks off.',
  },
  upload_too_large: { status: 413, error: 'file too large', when: 'The body is over 500 MB.' },
  too_many_imports: {
    status: 409,
    error: 'too many imports at once (max 20)',
    when: 'So many imports of the domain are not finished.',
  },
} as const
