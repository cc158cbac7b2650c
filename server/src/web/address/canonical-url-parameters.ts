import { anyOf, readWords } from '../../language/word-lists.ts'

// Parameters that describe the visitor and not the page. Names are compared in lower case. Words that sites also use
// for content (`ref`, `source`, `campaign`, `id`) are not listed: two addresses for one page cost a fetch, but one
// address for two pages loses a page.

const tracking = new Set([
  // Google Ads and Analytics
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'srsltid',
  '_ga',
  '_gl',
  '_gac',
  '_gid',
  // Click ids of other networks: Meta, Microsoft, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit, Yandex
  'fbclid',
  'igshid',
  'igsh',
  'msclkid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'epik',
  'sccid',
  'rdt_cid',
  'yclid',
  'ysclid',
  '_openstat',
  'irclickid',
  'irgwc',
  'wickedid',
  'rb_clickid',
  '_branch_match_id',
  // Mailings: Mailchimp, HubSpot, Marketo, Vero, Omeda, Klaviyo, Drip, Salesforce
  'mc_cid',
  'mc_eid',
  '_hsenc',
  '_hsmi',
  '__hssc',
  '__hstc',
  '__hsfp',
  'hsctatracking',
  'mkt_tok',
  'vero_id',
  'vero_conv',
  'oly_anon_id',
  'oly_enc_id',
  '_kx',
  '__s',
  'sfmc_id',
  'elqtrackid',
  'elqtrack',
  // Analytics elsewhere: Adobe, Webtrends, Cxense, Alibaba
  's_cid',
  'wt_mc',
  'wt.mc_id',
  'cx_click',
  'cx_recsorder',
  'spm',
])

/** Google Analytics; Matomo and Piwik; HubSpot's ads; Piano. */
const trackingPrefix = new RegExp(`^(?:${anyOf(readWords('web', 'tracking-parameters'))})_`)

/** Names that are only used for sessions. */
const session = new Set([
  'jsessionid',
  'phpsessid',
  'oscsid',
  'zenid',
  'osadminid',
  'cfid',
  'cftoken',
  'jservsessionid',
  'xtcsid',
  'modsid',
  'gxsessionid',
  'ppsessionid',
])
const sessionPrefix = /^aspsessionid/

/** Sites also use these for content, so the value has to look like a token. */
const perhapsSession = new Set(['sid', 's', 'session', 'sessionid', 'session_id', 'sessid', 'sess_id', 'sess', 'psid'])

/** `name` as in the query, with normalised escapes. */
export function isAboutVisitor(name: string, value: string): boolean {
  const word = name.toLowerCase()
  if (tracking.has(word) || trackingPrefix.test(word) || session.has(word) || sessionPrefix.test(word)) return true
  return perhapsSession.has(word) && isToken(value)
}

/** Whether the value looks like a session token: not a date, a number or a word. */
function isToken(value: string): boolean {
  return /^[A-Za-z0-9_-]{16,}$/.test(value) && /(?:[A-Za-z][^A-Za-z]*){4}/.test(value) && /(?:\d\D*){3}/.test(value)
}

/** Session ids in paths: `;jsessionid=…`, and the folder that ASP.NET inserts without cookies. */
const pathSession = new RegExp(`;(?:${anyOf(readWords('web', 'path-sessions'))})=[^;/]*`, 'gi')
const aspSession = /\/\((?:[AFSX]\([A-Za-z0-9_-]{20,}\))+\)(?=\/|$)/g

export function removeSessions(path: string): string {
  return path.replace(pathSession, '').replace(aspSession, '')
}
