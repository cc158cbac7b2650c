import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type McpParts, makeMcpServer } from './mcp-server.ts'

// Streamable HTTP without sessions: every request has a server of its own and is answered by one JSON document, so any node
// answers any request, and nothing is held between two of them.

/** The answer to one POST whose body has been parsed. The signal of the request ends its work. */
export async function answerMcpRequest(request: Request, body: unknown, parts: McpParts): Promise<Response> {
  if (await isLegacyRequest(request, body)) return answerEarlierRevision(request, body, parts)
  // Subscriptions tell of tools that change; ours do not.
  const handler = createMcpHandler(() => makeMcpServer(parts), { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: body })
}

/** Revisions until 2025-11-25, which open with `initialize`. */
async function answerEarlierRevision(request: Request, body: unknown, parts: McpParts): Promise<Response> {
  const server = makeMcpServer(parts)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), leaving(request.signal)])
  } finally {
    // Also ends what a caller that has left was waiting for.
    await server.close()
  }
}

const leaving = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
