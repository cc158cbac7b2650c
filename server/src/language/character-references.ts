import { createRequire } from 'node:module'

type Decoders = typeof import('entities/decode')

let decoders: Decoders | undefined

/** Its tables take 15 ms to load, and few texts have a reference. */
function load(): Decoders {
  decoders ??= createRequire(import.meta.url)('entities/decode') as Decoders
  return decoders
}

/** All that HTML knows, as far as they end with a semicolon. */
export function decodeHtmlReferences(text: string): string {
  return text.includes('&') ? load().decodeHTMLStrict(text) : text
}

/** The five of XML and numbers. Others stay as they are, and so does a `&` that begins none. */
export function decodeXmlReferences(text: string): string {
  return text.includes('&') ? load().decodeXML(text) : text
}
