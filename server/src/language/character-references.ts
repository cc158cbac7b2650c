import { createRequire } from 'node:module'

type Decoders = typeof import('entities/decode')

let decoders: Decoders | undefined

/** Loaded lazily: the tables take 15 ms to load, and few texts have a character reference. */
function load(): Decoders {
  decoders ??= createRequire(import.meta.url)('entities/decode') as Decoders
  return decoders
}

/** Decodes all character references of HTML that end with a semicolon. */
export function decodeHtmlReferences(text: string): string {
  return text.includes('&') ? load().decodeHTMLStrict(text) : text
}

/** Decodes the five named references of XML and numeric ones. Others stay as they are, and so does a lone `&`. */
export function decodeXmlReferences(text: string): string {
  return text.includes('&') ? load().decodeXML(text) : text
}
