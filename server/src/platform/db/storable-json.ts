/** What strangers write may hold what jsonb cannot: NUL, and halves of surrogate pairs. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\ufffd').toWellFormed() : inner,
  )
}
