// The encoding that markup declares in its first 1024 bytes: the prescan of the HTML standard, and the XML declaration,
// which browsers read as well.

const prescanBytes = 1024

export function declaredInMarkup(body: Uint8Array): string | undefined {
  const bytes = body.subarray(0, prescanBytes)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const label = declaredInXml(head) ?? declaredInMeta(head)
  // A declaration that could be read as ASCII is not in UTF-16.
  return label !== undefined && /^(?:utf-?16|ucs-2|unicode)/i.test(label) ? 'utf-8' : label
}

function declaredInXml(head: string): string | undefined {
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']\s*([^"'\s>]+)/i.exec(head)?.[1]
}

/** Skips comments and the attributes of other tags. */
const tag = /<!--[\s\S]*?-->|<(meta)(?=[\s/])((?:[^>"']|"[^"]*"|'[^']*')*)|<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*/gi

function declaredInMeta(head: string): string | undefined {
  for (const [, isMeta, attributes = ''] of head.matchAll(tag)) {
    if (!isMeta) continue
    const values = readAttributes(attributes)
    const charset = values.get('charset')
    if (charset) return charset
    if (values.get('http-equiv')?.toLowerCase() !== 'content-type') continue
    const label = /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(values.get('content') ?? '')?.[1]
    if (label) return label
  }
  return undefined
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** The first attribute of a name counts. */
function readAttributes(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, (double ?? single ?? bare ?? '').trim())
  }
  return values
}
