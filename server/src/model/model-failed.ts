export type ModelFailureKind =
  /** Overloaded, broken or out of reach: the same call may succeed later. */
  | 'unavailable'
  /** The provider does not know the key, or does not allow it to use the model. */
  | 'refused_key'
  /** The provider will refuse the same call again. */
  | 'bad_request'
  /** The answer exceeds our limit. */
  | 'too_large'
  | 'timeout'
  /** The answer does not follow the protocol. */
  | 'invalid'
  /** The caller aborted the call. */
  | 'aborted'

export interface ModelFailure {
  kind: ModelFailureKind
  status?: number | null
  retry_after_ms?: number | null
  may_be_billed: boolean
}

/**
 * Why a call to a model has no answer, in one sentence for the operator. It carries no cause: errors of HTTP clients
 * contain the request, and the request contains the key.
 */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  readonly kind: ModelFailureKind
  readonly status: number | null
  /** From the provider's Retry-After header. */
  readonly retry_after_ms: number | null
  /** Whether the model may have run anyway, so that the provider may charge for it. */
  readonly may_be_billed: boolean

  constructor(message: string, failure: ModelFailure) {
    super(message)
    this.kind = failure.kind
    this.status = failure.status ?? null
    this.retry_after_ms = failure.retry_after_ms ?? null
    this.may_be_billed = failure.may_be_billed
  }
}
