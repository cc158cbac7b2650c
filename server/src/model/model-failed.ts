export type ModelFailureKind =
  /** Overloaded, broken or out of reach: the same call may do better later. */
  | 'unavailable'
  /** The provider does not know the key, or does not let it use the model. */
  | 'refused_key'
  /** The provider will refuse the same call again. */
  | 'bad_request'
  /** The answer is larger than we read. */
  | 'too_large'
  | 'timeout'
  /** An answer, but not one of the protocol. */
  | 'invalid'
  /** The caller gave it up. */
  | 'aborted'

export interface ModelFailure {
  kind: ModelFailureKind
  status?: number | null
  retry_after_ms?: number | null
  may_be_billed: boolean
}

/**
 * Why a call to a model has no answer, in one sentence for the operator. It has no cause: the errors of clients carry
 * requests with them, and requests carry the key.
 */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  readonly kind: ModelFailureKind
  readonly status: number | null
  /** What the provider asks for. */
  readonly retry_after_ms: number | null
  /** Whether the model may have worked all the same, and the provider may charge for it. */
  readonly may_be_billed: boolean

  constructor(message: string, failure: ModelFailure) {
    super(message)
    this.kind = failure.kind
    this.status = failure.status ?? null
    this.retry_after_ms = failure.retry_after_ms ?? null
    this.may_be_billed = failure.may_be_billed
  }
}
