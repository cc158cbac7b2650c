// The trap of the made-up web: an almanac with a page for every month, past and to come, each of which leads to others.

const months = 'January February March April May June July August September October November December'.split(' ')

/** The page of a month such as `/almanac/2026-11`, as a file of demo/web would have it; undefined for other paths. */
export function almanacPage(path: string): string | undefined {
  const [, year, month] = /^\/almanac\/(\d{4})-(0[1-9]|1[0-2])$/.exec(path) ?? []
  if (year === undefined) return undefined
  const title = `Almanac: ${nameOf(Number(year), Number(month))}`
  const text = 'There are no entries for this month yet. Nights with a display can be entered by everybody who saw one.'
  const ofYear = months.map((_, at) => linkTo(Number(year), at + 1))
  const links = [linkTo(Number(year) - 1, Number(month)), ...ofYear, linkTo(Number(year) + 1, Number(month))]
  return `<head><title>${title}</title></head>\n<h1>${title}</h1>\n<p>${text}</p>\n<p>${links.join(' · ')}</p>\n`
}

const nameOf = (year: number, month: number) => `${months[month - 1]} ${year}`

const linkTo = (year: number, month: number) =>
  `<a href="/almanac/${year}-${String(month).padStart(2, '0')}">${nameOf(year, month)}</a>`
