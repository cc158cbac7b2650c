import type { BaseKind } from '../../facts/claim.ts'
import { isGerman } from '../../language/detection/tell-language.ts'
import type { RecordList } from '../blocks/record-list.ts'
import type { Tagger } from '../names/tagger/tagger.ts'
import { ValueReader } from './values/value-names.ts'

const valueMax = 60

/** Says of each short value of the page's own lists which kind of entity it looks like by itself. */
export function markKinds(
  lists: RecordList[],
  { text, language }: { text: string; language: string | null },
  tagger: Tagger,
): void {
  const reader = new ValueReader(tagger, isGerman(language))
  const known = new Map<string, BaseKind | undefined>()
  const kindOf = (value: string) => {
    if (!known.has(value)) known.set(value, reader.kindOf(value))
    return known.get(value)
  }
  for (const field of lists.flatMap(({ is_own, records }) => (is_own ? records : [])).flatMap(({ fields }) => fields)) {
    if (field.end - field.start > valueMax) continue
    const kind = kindOf(text.slice(field.start, field.end))
    if (kind) field.kind = kind
  }
}
