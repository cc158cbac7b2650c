import { type Bill, OverBudget, payCall } from '../../budget/pay-call.ts'
import { appendActivity } from '../../events/event-log.ts'
import type { Model } from '../../model/model.ts'
import { ModelFailed } from '../../model/model-failed.ts'
import type { ModelAnswer } from '../../model/model-request.ts'
import type { Database } from '../../platform/db/database.ts'
import { holdPiloted, isStopped } from '../state/piloted-domain.ts'
import type { Brief } from './brief.ts'
import { readBrief, renderBriefRepair, schema, system } from './brief-prompt.ts'

// Asks a model for the brief: one call, and one more when the answer does not fit. Each is paid for by the domain. A model
// that cannot be used leaves the brief to the rules.

/** The model gave no brief; the reason is for a user. */
export class NoBrief extends Error {
  override name = 'NoBrief'
}

export interface BriefTask {
  project_id: string
  domain_id: string
  prompt: string
  signal: AbortSignal
}

const answerTokens = 1500
const thinkingTokens = 4096
const repairChars = 4000
const subjectMax = 100

export async function briefByModel(db: Database, model: Model, task: BriefTask): Promise<Brief> {
  const request = {
    system,
    messages: [{ role: 'user' as const, content: `The request:\n${task.prompt}` }],
    schema,
    max_output_tokens: answerTokens + (model.thinks ? thinkingTokens : 0),
    signal: task.signal,
  }
  try {
    const first = await payCall(db, model, billOf(task, 'write brief'), request)
    const read = readFinished(first)
    if ('brief' in read) return read.brief
    const messages = [
      ...request.messages,
      { role: 'assistant' as const, content: first.text.slice(0, repairChars) || '(nothing)' },
      { role: 'user' as const, content: renderBriefRepair(read.mistakes) },
    ]
    const again = readFinished(await payCall(db, model, billOf(task, 'ask again'), { ...request, messages }))
    if ('brief' in again) return again.brief
    throw new NoBrief(`its answer could not be used, twice (${again.mistakes[0]})`)
  } catch (error) {
    if (error instanceof OverBudget) throw new NoBrief('the monthly spend cap leaves no room for the call')
    if (error instanceof ModelFailed && error.kind !== 'aborted') throw new NoBrief(error.message)
    throw error
  }
}

function billOf({ project_id, domain_id, prompt }: BriefTask, action: string): Bill {
  return {
    ...{ domain_id, purpose: 'brief', wait_ms: 0 },
    mayBegin: async (tx) => {
      const domain = await holdPiloted(tx, domain_id)
      return domain !== undefined && !isStopped(domain)
    },
    note: async (tx, { tokens_input, tokens_output, spend_usd }, detail) => {
      const subject = prompt.slice(0, subjectMax).toWellFormed()
      const usage = { tokens: tokens_input + tokens_output, spend_usd }
      await appendActivity(tx, project_id, domain_id, { agent: 'brief', action, subject, detail, ...usage })
    },
  }
}

function readFinished({ text, finish }: ModelAnswer): ReturnType<typeof readBrief> {
  if (finish === 'refused') return { mistakes: ['it is a refusal'] }
  const read = readBrief(text)
  return 'brief' in read || finish !== 'length' ? read : { mistakes: ['it was cut off: give less'] }
}
