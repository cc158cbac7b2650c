// Values of tables, as people read them.

/** `2026-11-14` */
export const day = (timestamp: string | null) => timestamp?.slice(0, 10) ?? null

/** `2026-11-14 09:30` */
export const minute = (timestamp: string | null) => timestamp?.slice(0, 16).replace('T', ' ') ?? null

export const dollars = (amount: number) => `$${amount.toFixed(amount >= 100 ? 0 : 2)}`

/** `1 page`, `2 pages` */
export const counted = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const shownId = { title: 'ID', of: ({ id }: { id: string }) => id, isWhole: true } as const
