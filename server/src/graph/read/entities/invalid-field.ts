import { type ApiError, fail } from '../../../platform/http/errors.ts'

/** An error for a field that only the server can check. */
export function invalidField(path: string, rule: string): ApiError {
  const message = `${path} ${rule}`
  return fail('invalid_request', { text: message, details: [{ path, message }] })
}
