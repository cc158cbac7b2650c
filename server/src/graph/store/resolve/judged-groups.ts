import type { Queryable } from '../../../platform/db/database.ts'
import { componentsOf } from '../../../resolution/components.ts'
import { selectJudged, selectJudgedSame } from '../state/decision-queries.ts'

// A judgement of two subjects holds for all that people have called the same as either of them: so one judgement tells two
// clusters apart, however large they are.

/** A model's word is about the two alone. */
export const isByPerson = ({ judged_by }: { judged_by: string | null }) => !judged_by?.startsWith('model:')

/** Says of two of these subjects whether they were called different. */
export async function findCalledDifferent(
  db: Queryable,
  domainId: string,
  ids: string[],
): Promise<(a: string, b: string) => boolean> {
  const all = await selectJudgedSame(db, domainId, ids)
  const judged = await selectJudged(db, domainId, all)
  const same = judged.filter((pair) => pair.judgement === 'same' && isByPerson(pair))
  const groupOf = new Map(componentsOf(all, same).flatMap((group, at) => group.map((id) => [id, at])))
  const keyOf = (a: string, b: string) => {
    const [one = 0, other = 0] = [groupOf.get(a), groupOf.get(b)]
    return one < other ? `${one} ${other}` : `${other} ${one}`
  }
  const different = new Set(
    judged.flatMap(({ a_id, b_id, judgement }) => (judgement === 'different' ? [keyOf(a_id, b_id)] : [])),
  )
  return (a, b) => different.has(keyOf(a, b))
}
