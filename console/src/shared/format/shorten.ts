/** A label without its middle: names of one family, and addresses of one site, differ at their ends. */
export function shorten(text: string, most = 80): string {
  if (text.length <= most) return text
  const letters = [...new Intl.Segmenter().segment(text.slice(0, cutAt))].map(({ segment }) => segment)
  if (letters.length <= most && text.length <= cutAt) return text
  const half = Math.floor((most - 1) / 2)
  const end = [...new Intl.Segmenter().segment(text.slice(-cutAt))].slice(-half).map(({ segment }) => segment)
  return `${letters.slice(0, half).join('').trimEnd()}…${end.join('').trimStart()}`
}

/** Letters of either end that are looked at: a stranger may write a label of any length. */
const cutAt = 2_000
