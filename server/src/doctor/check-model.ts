import { createModel, type ModelConfig } from '../model/model.ts'
import { ModelFailed } from '../model/model-failed.ts'
import { strictObject } from '../model/strict-object.ts'
import type { Clock } from '../platform/clock.ts'
import type { Finding } from './finding.ts'

/** A short answer takes a second or two; a page takes ten times as long, and is given up after two minutes. */
const slowModelMs = 30_000

const question = {
  system: 'You are asked whether you can be reached. Answer with JSON.',
  messages: [{ role: 'user' as const, content: 'Is two more than one?' }],
  schema: {
    name: 'check',
    json: strictObject({ yes: { type: 'boolean' } }),
  },
  max_output_tokens: 1000,
}

/** Whether the model answers, and soon enough. Asks one question, which costs a small part of a cent. */
export async function checkModel(
  config: ModelConfig,
  { clock, within_ms = slowModelMs }: { clock: Clock; within_ms?: number },
): Promise<Finding> {
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'model', status, message })
  const model = createModel(config, { clock, within_ms })
  if (!model) return finding('ok', 'none is set (MODEL): pages are read by rules')
  const begun = performance.now()
  try {
    await model.call(question)
    return finding('ok', `${model.id} answered in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error
    if (error.kind !== 'timeout') return finding('failed', error.message)
    const advice = 'a page takes much longer; use a quicker model (MODEL) or machine'
    return finding('failed', `the model is too slow: a short question took more than ${within_ms / 1000} s; ${advice}`)
  } finally {
    await model.close()
  }
}
