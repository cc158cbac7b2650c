import { isDeepStrictEqual } from 'node:util'
import { defaultOntology } from '@polegraph/contract/domains.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { judgedCrawlBy } from '../../crawl/judge/judge-job.ts'
import { changeDomain } from '../../domains/domains.ts'
import { createVersion, publishedVersion, publishVersion } from '../../gate/gate.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { AutopilotParts, Write } from '../state/autopilot-parts.ts'
import { selectPiloted } from '../state/queries.ts'
import type { PilotedDomain, TakenAutopilot } from '../state/record.ts'
import type { Brief } from './brief.ts'
import { briefByModel, NoBrief } from './brief-by-model.ts'
import { briefByRules } from './brief-by-rules.ts'
import { nameOfPrompt, promptText } from './name-of-prompt.ts'
import { phrasesOf } from './prompt-phrases.ts'

// The first stage: the prompt becomes a brief, and the brief the settings and the gate of the domain. What a person has
// changed meanwhile stays.

export async function makeBrief(parts: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal): Promise<Write> {
  const { brief, by } = await understand(parts, taken, signal)
  return async (tx, domain) => {
    const kept = [
      ...(await applySettings(tx, taken, domain, brief)),
      ...((await applyGate(parts, tx, taken.domain_id, brief)) ? [] : ['gate']),
    ]
    const stays = kept.length === 0 ? '' : ` What was changed meanwhile stays: ${kept.join(', ')}.`
    const searches = brief.queries.length === 1 ? '1 search' : `${brief.queries.length} searches`
    return { to: 'discover', brief, note: `${by} “${brief.name}”, with ${searches} to make.${stays}` }
  }
}

async function understand({ db, model, log }: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal) {
  const { domain_id, project_id } = taken
  if (!model) return { brief: await byRules(), by: 'Understood by rules as' }
  try {
    const task = { project_id, domain_id, prompt: promptText(taken.prompt), signal }
    return { brief: await briefByModel(db, model, task), by: 'Understood by the model as' }
  } catch (error) {
    if (!(error instanceof NoBrief)) throw error
    log.warn({ domain_id, error: error.message }, 'a model gave no brief')
    return { brief: await byRules(), by: `The model gave no brief: ${error.message}. Understood by rules as` }
  }

  /** Of a prompt without words, the name and the description that somebody gave the domain are left. */
  async function byRules(): Promise<Brief> {
    const prompt = promptText(taken.prompt)
    const domain = phrasesOf(prompt).length > 0 ? undefined : await selectPiloted(db, domain_id)
    const texts = [prompt, promptText(domain?.description ?? ''), promptText(domain?.name ?? '')]
    return briefByRules(texts.find((text) => phrasesOf(text).length > 0) ?? prompt)
  }
}

/** Returns the names of the fields that were changed since the domain was made, and so stay. */
async function applySettings(
  tx: Transaction,
  taken: TakenAutopilot,
  domain: PilotedDomain,
  brief: Brief,
): Promise<string[]> {
  const isUnchanged = {
    name: domain.name === nameOfPrompt(taken.prompt),
    description: domain.description === taken.prompt,
    ontology: isDeepStrictEqual(domain.ontology, defaultOntology),
    attributes: domain.attributes.length === 0,
  }
  // Kinds that have entities cannot be taken away.
  const kinds = domain.entity_count > 0 ? [...new Set([...domain.ontology, ...brief.ontology])] : brief.ontology
  const ontology = isUnchanged.ontology ? kinds.slice(0, limits.ontology_max) : domain.ontology
  const attributes = brief.attributes.filter(({ kinds: of = [] }) => of.every((kind) => ontology.includes(kind)))
  await changeDomain(tx, taken.project_id, taken.domain_id, {
    ontology,
    ...(isUnchanged.name && { name: brief.name }),
    ...(isUnchanged.description && { description: brief.description }),
    ...(isUnchanged.attributes && { attributes }),
  })
  return Object.entries(isUnchanged).flatMap(([field, unchanged]) => (unchanged ? [] : [field]))
}

/** False when somebody has published a gate meanwhile, and so it stays. */
async function applyGate({ jobs }: AutopilotParts, tx: Transaction, domainId: string, brief: Brief): Promise<boolean> {
  const published = await publishedVersion(tx, domainId)
  if (published.version !== 1) return false
  if (Object.keys(brief.gate).length === 0) return true
  const draft = { rules: brief.gate, note: 'from the prompt' }
  const { version } = await createVersion(tx, domainId, 'service', draft)
  await publishVersion(tx, domainId, version, judgedCrawlBy(jobs))
  return true
}
