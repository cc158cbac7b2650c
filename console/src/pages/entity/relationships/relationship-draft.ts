import type { Relationship } from '../../../shared/service/types.ts'
import { prefixed, type TextDraft } from '../correct/entity-draft.ts'

/** The draft of the edit form: one text a field, as it is typed. */
export const relationshipDraft = ({ since, until, attributes }: Relationship): TextDraft => ({
  since: since ?? '',
  until: until ?? '',
  ...prefixed('attributes', attributes),
})

/** The body that changes these fields to what is in the draft. Attributes are set together. */
export function relationshipBody(draft: TextDraft, changed: string[]) {
  const spanOf = (field: 'since' | 'until') =>
    changed.includes(field) && { [field]: (draft[field] ?? '').trim() || null }
  return {
    ...spanOf('since'),
    ...spanOf('until'),
    ...(changed.some((field) => field !== 'since' && field !== 'until') && { attributes: attributesOf(draft) }),
  }
}

const attributesOf = ({ since: _, until: __, ...rest }: TextDraft) =>
  Object.fromEntries(Object.entries(rest).map(([field, text]) => [field.replace('attributes.', ''), text]))
