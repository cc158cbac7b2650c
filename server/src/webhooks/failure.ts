import { SecretUnreadable } from '../platform/secret-box.ts'
import { AddressRefused } from '../web/address/address-guard.ts'
import { NameUnresolved } from '../web/address/resolve-name.ts'
import { ConnectTimeout } from '../web/fetch/guarded-agent.ts'

// What went wrong, for the owner of the receiver. Never names the address behind a host name: that would reveal the
// operator's network.

const byCode: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CLOSED: 'connection closed',
  UND_ERR_DESTROYED: 'connection closed',
  EHOSTUNREACH: 'address cannot be reached',
  ENETUNREACH: 'address cannot be reached',
  EADDRNOTAVAIL: 'address cannot be reached',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'response headers too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid HTTP response',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: certificate is for another name',
  CERT_HAS_EXPIRED: 'TLS: certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: self-signed certificate in the chain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: certificate is of an unknown issuer',
}

export function describeFailure(error: Error): string {
  if (error instanceof SecretUnreadable) return 'the secret of the webhook cannot be read'
  if (error instanceof AddressRefused || error instanceof NameUnresolved || error instanceof ConnectTimeout) {
    return error.message
  }
  const code = 'code' in error ? String(error.code) : ''
  // The client closes the connection at a 100 Continue that it has not asked for.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') return 'unexpected 100 Continue'
  if (byCode[code]) return byCode[code]
  if (error.name === 'HTTPParserError') return 'invalid HTTP response'
  // OpenSSL's own words, without its file names and numbers.
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    const reason = 'reason' in error ? error.reason : /:([^:]+):[^:]*:\d+:\s*$/.exec(error.message)?.[1]
    return `TLS: ${reason ?? 'handshake failed'}`
  }
  return 'request failed'
}
