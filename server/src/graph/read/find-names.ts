import type { Queryable } from '../../platform/db/database.ts'
import { foldName } from '../../reader/refs.ts'
import { GraphAt, type Moment } from './graph-at.ts'

/** The best first. */
export type FindNames = (db: Queryable, moment: Moment, question: string) => Promise<{ id: string; score: number }[]>

/** What has more names like it is asked for in other words. */
const foundMax = 10_000

/** By what names and aliases begin with or contain, without a word for those that are misspelt. */
export const findNames: FindNames = (db, moment, question) => {
  const at = new GraphAt(moment)
  // Nothing is left of signs alone when they are folded, and nothing is in every name.
  const folded = at.add(foldName(question) || question)
  const plain = at.add(question.toLowerCase())
  const like = (before: string, words: string) =>
    `n.name like ${before} || replace(replace(replace(${words}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
  const either = (before: string) => `${like(before, folded)} or ${like(before, plain)}`
  return db.query(
    `select e.id, max(case when n.name in (${folded}, ${plain}) then 1.0 when ${either("''")} then 0.8
         when ${either("'% '")} then 0.6 else 0.4 end * case when n.is_alias then 0.9 else 1.0 end)::double precision as score
     from ${at.entities} e cross join lateral (
       select e.name_sort, false union all select lower(e.doc ->> 'name'), false
       union all select lower(a), true from jsonb_array_elements_text(e.doc -> 'aliases') as a) as n (name, is_alias)
     where ${either("'%'")}
     group by e.id order by score desc, e.id limit ${at.add(foundMax)}`,
    at.values,
  )
}
