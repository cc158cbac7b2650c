import { type ErrorCode, type ErrorDefinition, errors } from '@polegraph/contract/errors.ts'

export interface ErrorDetail {
  path: string
  message: string
}

/** An error that is answered to the caller, by its row in the contract's table. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    options: { text?: string; details?: ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    const definition: ErrorDefinition = errors[code]
    super(options.text ?? definition.error)
    this.code = code
    this.status = definition.status
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** `throw fail('key_not_found')` */
export function fail(code: ErrorCode, options?: ConstructorParameters<typeof ApiError>[1]): ApiError {
  return new ApiError(code, options)
}

export function renderError(error: ApiError, requestId: string): string {
  return JSON.stringify({
    error: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  })
}
