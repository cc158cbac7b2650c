import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Whom a command talks to, and as whom. */
interface Caller {
  url: string
  key?: string
  cookie?: string
  /** The version of a service that is not of this version. */
  other_version?: string
  /** Set while a new key is tried: an invalid key is then a mistake of typing, not of the settings. */
  isSigningIn?: true
}

/** What a command could not do: one line that says what is wrong and what to do, and the exit code. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exit_code: ExitCode
  /** Stable, for programs. */
  readonly code: string

  constructor(message: string, { exit_code, code }: { exit_code: ExitCode; code: string }) {
    super(message)
    this.exit_code = exit_code
    this.code = code
  }
}

export const wrongUsage = (message: string) => new CommandFailed(message, { exit_code: exitCodes.usage, code: 'usage' })

/** Any error as a line for a person. A mistake of this program keeps its stack, unless the service is what surprises it. */
export function toFailure(error: unknown, settings: Caller): CommandFailed {
  if (error instanceof CommandFailed) return error
  if (error instanceof PolegraphError) return ofService(error, settings)
  const { code, path, syscall } = error as { code?: string; path?: string; syscall?: string }
  if (typeof code === 'string' && syscall !== undefined) return ofFile(code, path)
  if (settings.other_version !== undefined) {
    const message = `the service at ${settings.url} is version ${settings.other_version}, and answers what this command line does not understand`
    return new CommandFailed(message, { exit_code: exitCodes.failed, code: 'other_version' })
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new CommandFailed(text, { exit_code: exitCodes.failed, code: 'internal' })
}

const fileReasons: Record<string, string> = {
  ENOSPC: 'no room is left on the disk',
  EDQUOT: 'no room is left on the disk',
  EFBIG: 'the file would become too large',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EROFS: 'the disk is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
}

export function ofFile(code: string, path = 'the output'): CommandFailed {
  const message = `${path} cannot be written: ${fileReasons[code] ?? code}`
  return new CommandFailed(message, { exit_code: exitCodes.file, code })
}

/** What to do about an error of the service, beside what it says itself. */
function ofService(error: PolegraphError, settings: Caller): CommandFailed {
  const { code, status } = error
  const fail = (message: string, exit_code: ExitCode) => new CommandFailed(message, { exit_code, code })
  const { url } = settings
  if (code === 'connection_failed') {
    const reason = error.message.replace(/^the service cannot be reached: /, '')
    if (/SSL routines/.test(reason) && /^https:/.test(url))
      return fail(
        `what answers at ${url} does not speak https; try --url ${url.replace(/^https/, 'http')}`,
        exitCodes.unavailable,
      )
    const advice = 'start one with `polegraph start`, or name another with --url or POLEGRAPH_URL'
    return fail(`no service answers at ${url} (${reason}); ${advice}`, exitCodes.unavailable)
  }
  if (code === 'timeout') return fail(`the service at ${url} did not answer in time; try again`, exitCodes.unavailable)
  if (code === 'unexpected_answer' && [502, 503, 504].includes(status)) {
    const advice = 'start it, or look at the log of the proxy'
    return fail(
      `the proxy at ${url} does not reach the service behind it (status ${status}); ${advice}`,
      exitCodes.unavailable,
    )
  }
  if (code === 'unexpected_answer') {
    return fail(`what answers at ${url} is no Polegraph service (${error.message}); check --url`, exitCodes.unavailable)
  }
  if (code === 'unavailable') {
    const advice = 'try again in a moment, or look at its log'
    return fail(`the service at ${url} is starting or cannot reach its database; ${advice}`, exitCodes.try_again)
  }
  if (code === 'invalid_api_key') return fail(whoIsUnknown(settings), exitCodes.not_allowed)
  return fail(`${saidBy(error)}${adviceFor(error)}`, codeFor(status, code))
}

function whoIsUnknown({ url, key, cookie, isSigningIn }: Caller): string {
  if (key) {
    const said = `the service at ${url} does not take this key: it is wrong or was revoked`
    return isSigningIn ? said : `${said}; sign in with \`polegraph login\``
  }
  if (cookie) return `the session at ${url} has ended; sign in with \`polegraph login\``
  return `not signed in at ${url}; use \`polegraph login\`, --key or POLEGRAPH_KEY`
}

/** Every mistake that the service has found, in its own words. */
function saidBy({ message, details }: PolegraphError): string {
  return details.length > 1 ? details.map((detail) => detail.message).join('; ') : message
}

function adviceFor({ code, retry_after, request_id, status }: PolegraphError): string {
  if (code === 'stale_etag') return '; look at it again before you change it'
  if (code === 'read_only') return ': this key may only read; use one with the scope `full`'
  if (status === 429) return `; try again in ${Math.ceil(retry_after ?? 60)} s`
  if (status >= 500 && request_id) return ` (request ${request_id} in the log of the service)`
  return ''
}

const mistakesOfCaller = ['invalid_request', 'invalid_url', 'url_refused', 'domain_name_required', 'domain_confirm']

function codeFor(status: number, code: string): ExitCode {
  if (mistakesOfCaller.includes(code)) return exitCodes.usage
  if (status === 401 || status === 403) return exitCodes.not_allowed
  if (status === 404) return exitCodes.not_found
  return status === 429 || status === 503 ? exitCodes.try_again : exitCodes.failed
}
