import type { Answer, GivenAnswer, ReceivedCall } from './model-server.ts'

// A model that leads discoveries by a script: it is asked in rounds, and answers each with what the script says.

export interface ShownSite {
  mark: string
  host: string
  line: string
}

export interface GivenRound {
  verdicts?: { site: string; keep: boolean; reason: string }[]
  searches?: { words: string; language: string | null }[]
  done?: boolean
}

/** What it says in a round, counted from 0; a text is sent as it is, anything else of an answer too. */
export type RoundScript = (
  round: number,
  sites: ShownSite[],
  call: ReceivedCall,
) => GivenRound | string | Exclude<ReturnType<Answer>, GivenAnswer>

export const isRound = ({ schema }: ReceivedCall) => 'verdicts' in ((schema?.properties ?? {}) as object)

/** The sites between the marks. */
export function sitesShown({ messages }: ReceivedCall): ShownSite[] {
  const text = messages.find(({ role }) => role === 'user')?.content ?? ''
  return [...text.matchAll(/^\[(s\d+)\] (http\S+) .*$/gm)].map(([line, mark = '', url = '']) => {
    return { mark, host: new URL(url).host, line }
  })
}

export function answersRounds(script: RoundScript): Answer {
  let round = 0
  return (call) => {
    const given = script(round++, sitesShown(call), call)
    if (typeof given === 'string') return isBehaviour(given) ? given : { text: given }
    if ('status' in given || given instanceof Promise) return given
    return { text: JSON.stringify({ verdicts: [], searches: [], done: false, ...given }) }
  }
}

const isBehaviour = (text: string): text is 'hang' | 'reset' => text === 'hang' || text === 'reset'

export const keeps = (sites: ShownSite[], reason = 'It has harbours.') =>
  sites.map(({ mark }) => ({ site: mark, keep: true, reason }))
export const drops = (sites: ShownSite[], reason: string) =>
  sites.map(({ mark }) => ({ site: mark, keep: false, reason }))
export const searchesFor = (...words: string[]) => words.map((word) => ({ words: word, language: null }))
