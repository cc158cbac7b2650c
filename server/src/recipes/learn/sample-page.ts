import type { Claim } from '../../facts/claim.ts'
import type { RecipePage, SubjectRule } from '../recipe.ts'
import { ReadEntities, type ReadEntity } from './gather-entities.ts'
import { IndexedPositions } from './indexed-positions.ts'

export interface Sample extends RecipePage {
  /** Claims of the model, and of rules that were learned from it on the page. */
  claims: Claim[]
}

/** The share of the values at a position that the model must have said too. */
export const rulePrecision = 0.9

/** A sample page with its entities and the positions of their values. */
export class SamplePage extends IndexedPositions {
  readonly page: RecipePage
  readonly claims: Claim[]
  readonly entities: ReadEntities
  subject: ReadEntity | undefined

  constructor({ claims, ...page }: Sample) {
    super(page.blocks)
    this.page = page
    this.claims = claims
    this.entities = new ReadEntities(claims)
  }

  chooseSubject(rule: SubjectRule | null): void {
    const value = rule ? this.positions.at(rule.position)[0] : undefined
    this.subject = rule && value ? this.entities.named(rule.kind, value.text) : undefined
  }
}
