import { z } from 'zod'
import { queryFlag } from '../fields.ts'
import type { Route } from '../route.ts'

/**
 * The Model Context Protocol over HTTP. Not one of `routes`: its bodies are those of the protocol, and OpenAPI has no words for
 * what its tools take.
 */
export const mcpRoute = {
  method: 'POST',
  path: '/mcp',
  auth: 'any',
  tag: 'Service',
  summary: 'Speak the Model Context Protocol (streamable HTTP)',
  query: z.strictObject({
    write: queryFlag.optional().describe('Whether there are tools that change something. They need a full key.'),
  }),
  status: 200,
  answer: z.unknown(),
} as const satisfies Route
