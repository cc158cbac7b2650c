import { allPhrases, anyOf, readWords } from '../../language/word-lists.ts'

// Texts of walls, parking pages and missing pages in many languages, and the hosts of their scripts.

/** Whole titles of challenges; an article has more in its title. */
export const wallTitles = new RegExp(`^(?:${anyOf(allPhrases('wall-titles'))})$`, 'i')

/** Sentences for visitors that are taken for bots. */
export const wallWords = new RegExp(anyOf(allPhrases('wall-words')), 'i')

export const wallMarks: [name: string, pattern: RegExp][] = [
  [
    'Cloudflare',
    /cdn-cgi\/challenge-platform\/h\/|challenges\.cloudflare\.com\/turnstile|^cf-(?:challenge|please-wait|wrapper)|^challenge-(?:form|running|error)/,
  ],
  ['DataDome', /captcha-delivery\.com|^datadome-/],
  ['PerimeterX', /captcha\.px-cdn\.net|px-cloud\.net|perimeterx\.net|^px-captcha/],
  ['Akamai', /^sec-(?:if-)?cpt|\/akam\/.{1,40}\/pixel|_sec\/cp_challenge/],
  ['Incapsula', /_incapsula_resource|^main-iframe-incapsula/],
  ['Anubis', /\.within\.website\/x\/cmd\/anubis|^anubis_/],
  ['AWS WAF', /awswaf\.com|^captcha-container$/],
  ['DDoS-Guard', /ddos-guard\.net|\.well-known\/ddos-guard/],
  ['captcha', /^(?:captcha-form|captcha-box|robot-captcha)$/],
]

export const parkingHosts = new RegExp(`(?:^|[/.@])(?:${anyOf(readWords('web', 'parking-hosts'))})`)

export const parkingWords = new RegExp(anyOf(allPhrases('parking-words')), 'i')

/** In titles and headings of missing pages that are served with status 200. */
export const notFoundWords = new RegExp(anyOf(allPhrases('not-found')), 'i')

export const signInPath = new RegExp(
  `\\/(?:${anyOf(readWords('web', 'sign-in-paths'))})(?:[/.?]|$)|[?&](?:${anyOf(readWords('web', 'return-parameters'))})=`,
  'i',
)
