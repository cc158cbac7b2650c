import { compareFacts, factsOf, isAgreed } from '../compare-facts.ts'
import type { ListRule, RecipeRules, SubjectRule } from '../recipe.ts'
import { RecipeMisfit } from '../recipe-misfit.ts'
import { isListOf, readLists } from '../run-lists.ts'
import { runRecipe } from '../run-recipe.ts'
import type { ReadEntity } from './gather-entities.ts'
import { commonRules, learnFields, samplesLeast } from './learn-fields.ts'
import { learnItems } from './learn-items.ts'
import { learnLists } from './learn-lists.ts'
import { rulePrecision, type Sample, SamplePage } from './sample-page.ts'

// Learns at which positions of a template the values stand that a model has read. A position with the model's values on
// at least `samplesLeast` sample pages becomes a rule; the rules together must agree with the model on every sample
// page.

export function learnRecipe(samples: Sample[]): RecipeRules | undefined {
  if (samples.length < samplesLeast) return undefined
  const pages = samples.map((sample) => new SamplePage(sample))
  const subject = learnSubject(pages)
  for (const page of pages) page.chooseSubject(subject)
  // Positions alone come first: they need no list to look like those of the samples.
  const plain = rulesOf(pages, subject, [])
  if (samples.every((sample) => isComplete(plain, sample))) return plain
  const lists = learnLists(pages)
  const withLists = lists.length > 0 ? rulesOf(pages, subject, lists) : plain
  return [withLists, plain].find((rules) => samples.every((sample) => agreesOn(rules, sample)))
}

function rulesOf(pages: SamplePage[], subject: SubjectRule | null, lists: ListRule[]): RecipeRules {
  const fields = subject ? learnFields(pages, rulePrecision, ({ subject }) => subject) : []
  const items = learnItems(pages, new Set(pages.flatMap((page) => readByLists(lists, page))))
  const used = [...fields, ...items].map(({ position }) => position)
  const usual_positions =
    used.filter((position) => pages.every(({ positions }) => positions.at(position).length > 0)).length +
    lists.filter((rule) => pages.every(({ page }) => page.lists.some((list) => isListOf(rule, list)))).length
  return { subject, fields, items, lists, usual_positions }
}

/** The entities of a page that rules for lists read. */
function readByLists(lists: ListRule[], { page, entities, subject }: SamplePage): ReadEntity[] {
  try {
    const { claims } = readLists(lists, page, subject)
    return claims.flatMap((claim) => (claim.type === 'entity' ? (entities.named(claim.kind, claim.name) ?? []) : []))
  } catch (error) {
    if (error instanceof RecipeMisfit) return []
    throw error
  }
}

/** Whether a recipe reads the same facts from a page as the model. */
export function agreesOn(rules: RecipeRules, sample: Sample): boolean {
  const agreement = agreementOn(rules, sample)
  return agreement !== undefined && isAgreed(agreement)
}

function isComplete(rules: RecipeRules, sample: Sample): boolean {
  const agreement = agreementOn(rules, sample)
  return agreement !== undefined && isAgreed(agreement) && agreement.recall === 1
}

function agreementOn(rules: RecipeRules, sample: Sample) {
  try {
    return compareFacts(factsOf(runRecipe(rules, sample).claims), factsOf(sample.claims))
  } catch (error) {
    if (error instanceof RecipeMisfit) return undefined
    throw error
  }
}

/** The entity that the page is about: alone at its position on every page, and the one with the most facts. */
function learnSubject(pages: SamplePage[]): SubjectRule | null {
  const rules = commonRules(pages, (page) =>
    page.entities.all.flatMap((entity) =>
      page
        .positionsOf(entity.name)
        .filter((position) => page.positions.at(position).length === 1)
        .map((position) => ({ kind: entity.kind, position })),
    ),
  ).filter(({ position }) => pages.every((page) => page.positions.at(position).length === 1))
  const scored = rules.map((rule) => ({ rule, score: scoreSubject(rule, pages) }))
  scored.sort((a, b) => b.score - a.score)
  return scored[0] && scored[0].score > 0 ? scored[0].rule : null
}

function scoreSubject({ kind, position }: SubjectRule, pages: SamplePage[]): number {
  let score = 0
  for (const page of pages) {
    const [value] = page.positions.at(position)
    const entity = value && page.entities.named(kind, value.text)
    if (!entity) return 0
    score += 1 + entity.relations.length + entity.attributes.size + (value.block.kind === 'heading' ? 3 : 0)
    if (position.part === undefined && position.label === null) score += 1
  }
  return score
}
