/** A number with its noun: `1 page`, `2 pages`, `3 entities`. */
export const countOf = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
