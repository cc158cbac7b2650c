import type { Duplicate } from '../service/types.ts'

/** What speaks against two being the same, that they are kept apart included. */
export const doubtsOf = ({ against, held_by }: Pick<Duplicate, 'against' | 'held_by'>): string[] => [
  ...against,
  ...(held_by ? [`kept apart by: ${held_by}`] : []),
]
