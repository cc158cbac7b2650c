import { readWords } from '../../language/word-lists.ts'
import { AddressRefused } from '../address/address-guard.ts'
import { NameUnresolved } from '../address/resolve-name.ts'
import { ConnectTimeout } from './guarded-agent.ts'
import { ProxyFailed } from './outgoing-proxy.ts'

// Why there is no answer, in words fit for the `error` of a page. They reveal nothing of the operator's network: no
// address, no resolver.

/** What the codes of errors of zlib begin with. */
const decodingErrors = [...readWords('web', 'decoding-errors')]

export type FetchFailureKind =
  | 'dns'
  | 'refused_address'
  | 'connect'
  | 'tls'
  /** The port does not speak TLS. */
  | 'not_tls'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_redirect'
  | 'bad_encoding'
  | 'protocol'
  | 'cut_off'

const transientKinds = new Set<FetchFailureKind>(['connect', 'timeout', 'cut_off'])

export class FetchFailed extends Error {
  override name = 'FetchFailed'
  readonly kind: FetchFailureKind
  /** Whether the same request may succeed later. */
  readonly is_transient: boolean

  constructor(kind: FetchFailureKind, message: string, options: { cause?: unknown; is_transient?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.kind = kind
    this.is_transient = options.is_transient ?? transientKinds.has(kind)
  }
}

/** The service stopped while a fetch was under way. */
export class FetchInterrupted extends FetchFailed {
  constructor() {
    super('cut_off', 'interrupted')
  }
}

/** Kind and message by error code. */
const byCode: Record<string, [FetchFailureKind, string]> = {
  ECONNREFUSED: ['connect', 'connection refused'],
  EHOSTUNREACH: ['connect', 'address cannot be reached'],
  ENETUNREACH: ['connect', 'address cannot be reached'],
  EADDRNOTAVAIL: ['connect', 'address cannot be reached'],
  ETIMEDOUT: ['connect', 'connection timed out'],
  UND_ERR_CONNECT_TIMEOUT: ['connect', 'connection timed out'],
  UND_ERR_HEADERS_OVERFLOW: ['protocol', 'response headers too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['cut_off', 'response ended early'],
  HPE_INVALID_EOF_STATE: ['cut_off', 'response ended early'],
  Z_BUF_ERROR: ['cut_off', 'response ended early'],
}

/** OpenSSL's certificate errors, which Node passes on as codes. */
const certificateCode = /CERT|_CRL|_ISSUER|_LEAF_SIGNATURE|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/

/** How far the exchange had progressed. */
export type Stage = 'connecting' | 'asked' | 'answered'

/** Describes an error of the connection, the client or a decoder. */
export function describeFetchFailure(error: Error, stage: Stage): FetchFailed {
  if (error instanceof FetchFailed) return error
  const fail = (kind: FetchFailureKind, message: string) => new FetchFailed(kind, message, { cause: error })
  if (error instanceof AddressRefused) return fail('refused_address', error.message)
  if (error instanceof ProxyFailed) return fail('connect', error.message)
  if (error instanceof ConnectTimeout) return fail('connect', error.message)
  if (error instanceof NameUnresolved) {
    return new FetchFailed('dns', error.message, { cause: error, is_transient: error.reason !== 'unknown' })
  }
  const code = 'code' in error ? String(error.code) : ''
  const known = byCode[code]
  if (known) return fail(...known)
  if (stage === 'connecting' && certificateCode.test(code)) return fail('tls', `certificate is not valid: ${code}`)
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    const reason = sslReason(error)
    return fail(reason === 'wrong version number' ? 'not_tls' : 'tls', `TLS: ${reason}`)
  }
  if (decodingErrors.some((start) => code.startsWith(start))) return fail('bad_encoding', 'body cannot be decoded')
  // The client closes the connection on an unrequested 100 or 101.
  const isUnasked = code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(error.message)
  if (isUnasked || error.name === 'HTTPParserError') return fail('protocol', 'invalid HTTP response')
  if (stage === 'answered') return fail('cut_off', 'response ended early')
  return fail(stage === 'asked' ? 'cut_off' : 'connect', 'connection closed')
}

/** OpenSSL's reason, without file names and numbers. */
function sslReason(error: Error): string {
  const reason = 'reason' in error ? error.reason : /:([^:]+):[^:]*:\d+:\s*$/.exec(error.message)?.[1]
  return typeof reason === 'string' ? reason : 'handshake failed'
}
