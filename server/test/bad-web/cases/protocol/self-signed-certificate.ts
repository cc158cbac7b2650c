import { TLSSocket } from 'node:tls'
import { tlsCertificate } from '../../../support/web/tls-certificate.ts'
import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'self-signed-certificate',
  about: 'A certificate that nobody vouches for.',
  https: true,
  within_ms: 3_000,
  accept(socket) {
    new TLSSocket(socket, { isServer: true, ...tlsCertificate }).on('error', () => undefined)
  },
  expect: {
    failure: 'tls',
    message: 'certificate is not valid: DEPTH_ZERO_SELF_SIGNED_CERT',
    page: { status: 'failed', error: 'certificate is not valid: DEPTH_ZERO_SELF_SIGNED_CERT' },
  },
}
