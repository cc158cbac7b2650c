/** The value of `merge` in the address of an entity while the other one is still to be chosen. */
export const mergeWithAny = 'any'
