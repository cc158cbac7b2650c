// `noindex` and `nofollow`, from `meta name="robots"` and the header X-Robots-Tag.

/** The name by which robots.txt, `meta` and headers address this crawler. */
export const agentName = 'polegraph'

export interface RobotsDirectives {
  is_noindex: boolean
  is_nofollow: boolean
}

/** Directives with a value behind a colon. Any other name before a colon is the name of a crawler. */
const valued = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/** `noindex, nofollow`, and in headers also `googlebot: noindex, polegraph: nofollow`. */
export function readRobots(text: string): RobotsDirectives {
  let isForUs = true
  const found = { is_noindex: false, is_nofollow: false }
  for (const part of text
    .slice(0, 2000)
    .toLowerCase()
    .split(/[,\s]+(?!:)/)) {
    const colon = part.indexOf(':')
    // A time of day has colons too, but no name before them.
    const name = /^[a-z*][\w*-]*(?=\s*:)/.exec(part)?.[0] ?? ''
    if (name !== '' && !valued.test(name)) isForUs = name === agentName || name === '*'
    const directive = name === '' || valued.test(name) ? part : part.slice(colon + 1).trim()
    if (!isForUs) continue
    if (directive === 'noindex' || directive === 'none') found.is_noindex = true
    if (directive === 'nofollow' || directive === 'none') found.is_nofollow = true
  }
  return found
}
