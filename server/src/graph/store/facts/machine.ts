// The actors of changes that no person made: the pipeline, and models.

export const isMachine = (actor: string): boolean => actor === 'pipeline' || actor.startsWith('model:')

/** Condition: the actor in this column is the machine. */
export const isMachineIn = (column: string): string => `(${column} = 'pipeline' or starts_with(${column}, 'model:'))`
