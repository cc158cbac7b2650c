import { useState } from 'react'

// What a person makes of something that was read, field by field, and what becomes of it when somebody else was faster.

/** Something as it was read, with the tag that says at a change whether it still is so. */
export interface Read<Fields> {
  fields: Fields
  etag: string
}

/** A field that the person and somebody else have set to different values. */
export interface Conflict<Fields> {
  field: keyof Fields & string
  mine: Fields[keyof Fields]
  theirs: Fields[keyof Fields]
  /** Whether the person has said which one it is to be; before that nothing is saved over what somebody else made. */
  isChosen: boolean
}

interface Edit<Fields> extends Read<Fields> {
  draft: Fields
  conflicts?: Conflict<Fields>[] | undefined
}

/** A form over what was read. It follows what is read until something is typed, then keeps the state that the person saw. */
export function useDraft<Fields extends object>(read: Read<Fields>) {
  const [edit, setEdit] = useState<Edit<Fields>>()
  const unchanged: Edit<Fields> = { ...read, draft: read.fields }
  const now = edit ?? unchanged
  const editing = (next: (before: Edit<Fields>) => Edit<Fields>) => setEdit((before) => next(before ?? unchanged))
  return {
    draft: now.draft,
    etag: now.etag,
    base: now.fields,
    changed: changedFields(now.fields, now.draft),
    conflicts: now.conflicts,
    isUndecided: now.conflicts?.some(({ isChosen }) => !isChosen) ?? false,
    change: (fields: Partial<Fields>) =>
      editing(({ draft, conflicts, ...before }) => ({
        ...before,
        draft: { ...draft, ...fields },
        conflicts: conflicts?.map((one) => (one.field in fields ? { ...one, isChosen: true } : one)),
      })),
    /** Puts what was changed on top of a newer state. */
    rebase: (newer: Read<Fields>) =>
      editing(({ fields, draft }) => ({ ...newer, ...rebased(fields, draft, newer.fields) })),
    /** What was saved is no draft any more; a person may have typed on meanwhile. */
    saved: (newer: Read<Fields>, sent: Fields) =>
      setEdit((before) => {
        if (!before || changedFields(sent, before.draft).length === 0) return undefined
        const { draft, conflicts } = rebased(sent, before.draft, newer.fields)
        return { ...newer, draft, conflicts: conflicts.length > 0 ? conflicts : undefined }
      }),
    /** Closes the question about conflicts: the person has chosen. */
    settle: () => setEdit((before) => before && { ...before, conflicts: undefined }),
  }
}

/** The draft on top of a newer state that somebody else made, and the fields that both have changed. */
function rebased<Fields extends object>(base: Fields, mine: Fields, theirs: Fields) {
  const changed = changedFields(base, mine)
  const conflicts = changed
    .filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]))
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field], isChosen: false }))
  return { draft: { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }, conflicts }
}

/** Fields with another value than before. */
function changedFields<Fields extends object>(before: Fields, after: Fields) {
  const fields = Object.keys({ ...before, ...after }) as (keyof Fields & string)[]
  return fields.filter((field) => !isSame(before[field], after[field]))
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(said(one)) === JSON.stringify(said(other))

/** An empty text, an empty list and no value at all say the same. */
const said = (value: unknown) => (Array.isArray(value) && value.length === 0 ? '' : (value ?? ''))
