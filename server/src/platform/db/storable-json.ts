/** JSON without what jsonb cannot hold: NUL, and halves of surrogate pairs. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_key, inner) => {
    if (typeof inner === 'string') return clean(inner)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [clean(key), one]))
  })
}

const clean = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
