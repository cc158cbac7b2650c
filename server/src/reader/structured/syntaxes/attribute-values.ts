import type { PageElement } from '../../html/html-events.ts'
import { plainText } from './json-ld.ts'

// Values that elements hold in an attribute and not in their text.

/** Properties whose value is the text even on a link. */
const literals: ReadonlySet<string> = new Set(
  (
    'name alternateName legalName givenName familyName jobTitle description streetAddress addressLocality addressRegion ' +
    'postalCode addressCountry honorificPrefix honorificSuffix latitude longitude headline title'
  ).split(' '),
)

const sources: ReadonlySet<string> = new Set(['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video'])

/**
 * The value in an attribute, or undefined if the text is the value: by the rules of microdata, which fit the other
 * syntaxes too.
 */
export function attributeValue(element: PageElement, property: string, base: string): string | undefined {
  const content = element.get('content')
  if (content !== undefined) return plainText(content)
  const { name } = element.tag
  if (name === 'meta') return ''
  if (name === 'a' || name === 'area' || name === 'link') {
    const href = element.get('href')
    if (href !== undefined && (name === 'link' || !literals.has(property))) return addressOf(href, base)
    return undefined
  }
  if (sources.has(name)) return addressOf(element.get('src') ?? '', base)
  if (name === 'data' || name === 'meter') {
    const value = element.get('value')
    return value === undefined ? undefined : plainText(value)
  }
  const datetime = name === 'time' ? element.get('datetime') : undefined
  return datetime === undefined ? undefined : plainText(datetime)
}

export function addressOf(href: string, base: string): string {
  const trimmed = href.trim()
  if (trimmed === '' || trimmed.length > 4000) return ''
  return URL.parse(trimmed, base)?.href ?? plainText(trimmed)
}
