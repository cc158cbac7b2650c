const number = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const money = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const smallMoney = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})

export const formatNumber = (value: number) => number.format(value)
export const formatShort = (value: number) => compact.format(value)
export const formatUsd = (value: number) => (value > 0 && value < 0.01 ? smallMoney : money).format(value)
export const formatPercent = (share: number) => `${Math.round(share * 100)}%`

/** `1 page`, `2 pages`; `2 entities` needs its plural given. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** `works_for` as people write it. */
export const formatWords = (name: string) => name.replaceAll('_', ' ')
