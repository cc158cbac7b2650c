import { appendActivity } from '../../events/event-log.ts'
import { isTried } from '../explore/explore.ts'
import { nameQuery, type WordsQuery } from '../explore/search-words.ts'
import type { RoundAnswer } from './answer.ts'
import { type Asking, type AskingParts, ask, RoundsOver } from './ask.ts'
import { roundBounds } from './bounds.ts'
import { leftIn, type RoundsEnd, sitesToJudge } from './progress.ts'
import { type RoundAssignment, renderQuestion } from './question.ts'
import { webText } from './web-text.ts'

// A discovery that a model leads. It is asked what to search for; the searches are made and the best sites looked at, as
// without a model; it is shown what came, says which sites to keep, and asks for more, until it has enough or a bound is
// reached. What it says chooses words and sites alone: the gate, robots.txt and the guard are asked as always.
//
//   no question yet          | it names searches                        | they are made, and sites looked at
//   sites were looked at     | a word on each of them, and searches     | they are made, and sites looked at
//                            | it is done, or names nothing new         | done
//                            | no call, search or site is left          | limit
//   any                      | the cap has no room for the call         | budget: the rules finish
//   any                      | no answer, or nonsense twice             | failed: the rules finish

export interface Rounds extends Asking {
  assignment: RoundAssignment
  /** Searches for these words, and looks at so many sites at most. */
  explore(queries: WordsQuery[], sites: number): Promise<void>
}

export async function goInRounds(parts: AskingParts, rounds: Rounds): Promise<void> {
  const { progress } = rounds
  const save = () => parts.db.transaction((tx) => rounds.save(tx))
  while (progress.ended === null) {
    try {
      await goOneRound(parts, rounds)
    } catch (error) {
      if (!(error instanceof RoundsOver)) throw error
      end(rounds, error.end)
    }
    await save()
  }
}

async function goOneRound(parts: AskingParts, rounds: Rounds): Promise<void> {
  const { progress, assignment, deadline } = rounds
  if (progress.waiting.length > 0) {
    await rounds.explore(progress.waiting, Math.min(roundBounds.sites_of_round, leftIn(progress).sites))
    progress.waiting = []
    return
  }
  if (deadline.aborted) throw new RoundsOver({ by: 'limit', note: 'the time for its rounds was over' })
  const shown = sitesToJudge(progress)
  const answer = await ask(parts, rounds, {
    text: renderQuestion(assignment, progress),
    subject: webText(shown.map(({ site }) => site.name).join(', ') || assignment.name, subjectMax),
    languages: assignment.rules.languages ?? [],
  })
  await follow(parts, rounds, answer)
}

const subjectMax = 100

/** Takes what the answer says of the sites that it was shown, and what it asks for next. */
async function follow(parts: AskingParts, rounds: Rounds, answer: RoundAnswer): Promise<void> {
  const { progress, project_id, domain_id } = rounds
  const shown = sitesToJudge(progress)
  const verdicts = new Map(answer.verdicts.map(({ mark, keep, reason }) => [mark, { keep, reason }]))
  for (const { mark, site } of shown) {
    site.was_asked = true
    site.verdict = verdicts.get(mark) ?? null
  }
  progress.answers = []
  const left = leftIn(progress)
  const queries = answer.queries.filter((query) => !isTried(progress, query)).slice(0, left.searches)
  const isBounded = left.calls === 0 || left.searches === 0 || left.sites === 0 || progress.is_search_over
  if (answer.done) end(rounds, { by: 'done', note: 'it has what it wants' })
  else if (isBounded) end(rounds, { by: 'limit', note: whichLimit(left) })
  else if (queries.length === 0) end(rounds, { by: 'done', note: 'it names no other searches' })
  else progress.waiting = queries
  const names = (keep: boolean) => shown.flatMap(({ site }) => (site.verdict?.keep === keep ? [site.name] : []))
  const done = [
    ['keeps', names(true).join(', ')],
    ['drops', names(false).join(', ')],
    ['searches for', progress.waiting.map((query) => `“${nameQuery(query)}”`).join(', ')],
  ].flatMap(([does, what]) => (what ? [`${does} ${what}`] : []))
  const detail = webText(done.join('; ') || 'asks for nothing more', detailMax)
  await parts.db.transaction(async (tx) => {
    await rounds.save(tx)
    await appendActivity(tx, project_id, domain_id, { agent: 'discoverer', action: 'decide', subject: null, detail })
  })
}

const detailMax = 1000

function whichLimit({ calls, searches, sites }: ReturnType<typeof leftIn>): string {
  const used = [calls === 0 && 'calls', searches === 0 && 'searches', sites === 0 && 'sites'].filter(Boolean)
  return used.length > 0 ? `its ${used.join(' and ')} are used up` : 'no search is answered any more'
}

function end({ progress }: Rounds, end: RoundsEnd): void {
  progress.ended = end
  progress.answers = []
  progress.waiting = []
}
