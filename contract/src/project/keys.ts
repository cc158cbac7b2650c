import { z } from 'zod'
import { id, label, listQuery, nextCursor, nothing, ok, timestamp, uuid } from '../fields.ts'
import { defineRoutes, type Param } from '../route.ts'
import { scope } from './project.ts'

export const apiKey = z
  .strictObject({
    id,
    name: z.string(),
    scope,
    created_by: z.string().describe('`key:<id>`, `user:<id>` or `service`.'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Accurate to the minute.'),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey', description: 'A key of the project, without its secret. Revoked keys stay listed.' })

const secret = z
  .string()
  .startsWith('svc_')
  .meta({ id: 'KeySecret', description: 'The secret, shown only once; only its SHA-256 hash is stored.' })

const keyId: Param = { schema: uuid, not_found: 'key_not_found', description: 'Id of the key.' }

export const keyRoutes = defineRoutes({
  listKeys: {
    method: 'GET',
    path: '/v1/project/keys',
    auth: 'any',
    tag: 'API keys',
    summary: 'List the keys, newest first',
    query: listQuery,
    status: 200,
    answer: z.strictObject({ keys: z.array(apiKey), next_cursor: nextCursor }).meta({ id: 'KeyList' }),
  },
  createKey: {
    method: 'POST',
    adds: ['keys'],
    path: '/v1/project/keys',
    auth: 'owner',
    tag: 'API keys',
    summary: 'Create a key',
    body: z
      .strictObject({
        name: label().default('key'),
        scope: z
          .unknown()
          .transform((value) => (value === 'read' ? ('read' as const) : ('full' as const)))
          .optional()
          .meta({
            type: 'string',
            description: '`read` creates a read-only key; any other value creates a `full` key.',
            examples: ['full', 'read'],
          }),
      })
      .meta({ id: 'CreateKey', examples: [{ name: 'dashboard', scope: 'read' }] }),
    status: 201,
    answer: z.strictObject({ id, key: secret, scope }).meta({ id: 'KeyCreated' }),
  },
  rotateKey: {
    method: 'POST',
    path: '/v1/project/keys/{keyId}/rotate',
    auth: 'owner',
    tag: 'API keys',
    summary: 'Rotate a key',
    description: 'Returns a new secret. The old one stops working immediately.',
    params: { keyId },
    body: nothing,
    status: 200,
    answer: z.strictObject({ id, key: secret }).meta({ id: 'KeyRotated' }),
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/project/keys/{keyId}',
    auth: 'owner',
    tag: 'API keys',
    summary: 'Revoke a key',
    description: 'The key stops working immediately and stays listed. Revoking it again changes nothing.',
    params: { keyId },
    status: 200,
    answer: ok,
  },
})
