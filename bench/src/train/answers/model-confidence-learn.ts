import type { Claim } from '../../../../server/src/facts/claim.ts'
import { ClaimSigns, type ClaimWeights } from '../../../../server/src/pipeline/agentic/answer/claim-confidence.ts'
import type { NameOptions } from '../../../../server/src/reader/names/find-names.ts'
import { inSteps } from '../../../../server/src/reader/names/name-confidence.ts'
import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import type { AnsweredPage } from '../../eval/reading/model-answers.ts'
import { isMarked } from '../../eval/reading/prose.ts'
import { learnSigns, leaveSitesOut, type NameExample, type SignWeights } from '../names/name-confidence-learn.ts'

// Learns how likely a claim of a model is right: logistic regression over a few signs, with an example for each claim that the
// checks keep of answers about marked pages.

/** Drawn back to these: there is little data. */
const start: SignWeights = {
  entity: 3,
  'same kind by rules': 0.5,
  'other kind by rules': -0.5,
  organization: 0,
  'name not in quote': 0,
  'entity beside the main text': 0,
  relationship: 1,
  'unlisted type': -0.5,
  'kinds do not fit': -0.5,
  role: 0,
  'said by rules': 0.5,
  'relationship beside the main text': 0,
}

export interface ClaimExample extends NameExample {
  claim: Claim
}

export function examplesOfPage({ file, marks, page, answers }: AnsweredPage, reader: NameOptions): ClaimExample[] {
  const claims = answers.flatMap(({ checked }) => checked.claims)
  const by_rules = [...page.claims, ...readNames(page, reader)]
  const signs = new ClaimSigns(claims, { blocks: page.blocks, by_rules })
  const isRight = isMarked(marks, claims)
  return claims.map((claim) => ({ claim, host: file, isRight: isRight(claim), signs: signs.of(claim) }))
}

/** The weights that ship with the server, and the bounds of what they give. */
export function learnClaims(examples: ClaimExample[]): ClaimWeights {
  const rounded = Object.entries(learnSigns(examples, start)).map(([name, weight]) => [name, Number(weight.toFixed(2))])
  return { weights: Object.fromEntries(rounded), most: mostOf(examples, leaveSitesOut(examples, start)) }
}

/** The confidence of each example, in their order, by weights that were learned without its page. */
export function leaveClaimsOut(examples: ClaimExample[]): { confidence: number; right: boolean }[] {
  const leftOut = leaveSitesOut(examples, start)
  const most = mostOf(examples, leftOut)
  return leftOut.map(({ confidence, right }, at) => ({
    confidence: inSteps(Math.min(confidence, most[(examples[at] as ClaimExample).claim.type])),
    right,
  }))
}

const leastExamples = 20

/** The highest step that holds: of the claims that are given so much or more, no smaller share is right. */
function mostOf(examples: ClaimExample[], leftOut: { confidence: number; right: boolean }[]): ClaimWeights['most'] {
  const of = (type: Claim['type']) => {
    const all = leftOut.filter((_, at) => examples[at]?.claim.type === type)
    const holds = (step: number) => {
      const sure = all.filter(({ confidence }) => inSteps(confidence) >= step)
      // As if one more were right and one more were wrong.
      const share = (sure.filter(({ right }) => right).length + 1) / (sure.length + 2)
      return sure.length >= leastExamples && share >= step
    }
    for (let step = 19; step > 0; step--) if (holds(step / 20)) return step / 20
    return 0
  }
  return { entity: of('entity'), relationship: of('relationship') }
}
