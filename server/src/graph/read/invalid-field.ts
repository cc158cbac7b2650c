import { type ApiError, fail } from '../../platform/http/errors.ts'

/** For what only the server can tell of a field. */
export function invalidField(path: string, rule: string): ApiError {
  const message = `${path} ${rule}`
  return fail('invalid_request', { text: message, details: [{ path, message }] })
}
