// Text in XML 1.0.

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, even as references.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const legal = (text: string) => text.toWellFormed().replace(forbidden, '\ufffd')

export const escapeXml = (text: string) => legal(text).replace(/[&<>\r]/g, (sign) => references[sign] as string)

/** A reader makes spaces of the white space in an attribute that stands there as it is. */
export const escapeAttribute = (text: string) =>
  legal(text).replace(/[&<>"\t\n\r]/g, (sign) => references[sign] as string)
