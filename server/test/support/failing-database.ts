import type { Database, Transaction } from '../../src/platform/db/database.ts'

// A database that kills its process at one point. The point is a statement: just before it, just after it, or after the
// commit of its transaction.

export interface Failpoint {
  /** A regular expression that matches a part of the statement. */
  statement: string
  /** A text that one of its values contains, to tell it from similar statements. */
  holding?: string
  when: 'before' | 'after' | 'committed'
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

/** The same database; after `arm` it kills the process at the point. */
export function failing(db: Database): { db: Database; arm(point: Failpoint): void } {
  let isMet: (text: string, values: unknown[]) => boolean = () => false
  let when: Failpoint['when'] | undefined
  const watch = async <Result>(
    [text, values = []]: [text: string, values?: unknown[], ended?: AbortSignal, holder?: string],
    query: () => Promise<Result>,
    onMet?: () => void,
  ): Promise<Result> => {
    if (!isMet(text, values)) return query()
    if (when === 'before') return die()
    const result = await query()
    onMet?.()
    return when === 'after' ? die() : result
  }
  const watched: Database = {
    prompt: db.prompt,
    query: (...statement) => watch(statement, () => db.query(...statement)),
    queryAsPg: (text, values) => db.queryAsPg(text, values),
    transaction: async (work) => {
      let isPassed = false
      const onMet = () => {
        isPassed = true
      }
      const result = await db.transaction((tx) => {
        const own: Transaction = {
          now: tx.now,
          query: (...statement) => watch(statement, () => tx.query(...statement), onMet),
          queryAsPg: (text, values) => tx.queryAsPg(text, values),
          notify: (channel, payload) => tx.notify(channel, payload),
          copyOut: (text) => tx.copyOut(text),
          copyIn: (text, bytes) => tx.copyIn(text, bytes),
        }
        return work(own)
      })
      return isPassed && when === 'committed' ? die() : result
    },
    listen: (channel, listener) => db.listen(channel, listener),
    close: () => db.close(),
  }
  const arm = (point: Failpoint) => {
    const pattern = new RegExp(point.statement)
    const { holding = '' } = point
    when = point.when
    isMet = (text, values) =>
      pattern.test(text) && (holding === '' || values.some((one) => typeof one === 'string' && one.includes(holding)))
  }
  return { db: watched, arm }
}
