import type { TestService } from '../../support/harness.ts'
import { rawRequest, sendRaw } from '../../support/web/raw-http.ts'

/** Half a request, on a service whose patience is cut short. It is Node that waits, so it is Node's settings. */
export async function halfRequest({ service, url }: Pick<TestService, 'service' | 'url'>) {
  const server = service.app.fastify.server as typeof service.app.fastify.server & {
    connectionsCheckingInterval: number
  }
  Object.assign(server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 })
  server.emit('listening') // Node reads the interval when it starts to listen.
  const bytes = rawRequest('POST', '/v1/session', { body: JSON.stringify({ email: 'ada@example.org' }) })
  return sendRaw(url, bytes.subarray(0, -5))
}
