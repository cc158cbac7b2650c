import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/db/database.ts'
import type { App } from '../platform/http/app/build-app.ts'
import { fail } from '../platform/http/errors.ts'
import { previewPolicy, renderPreview } from '../reconcile/preview.ts'
import { readSharedEntity } from '../reconcile/shared-entity.ts'

// The page of a shared entity, which programs that reconcile show in a frame. It is a page and no call, so it is not below
// /v1, which answers no HTML.

export function addPreview({ fastify }: App, db: Database): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { shareToken, entityId } = request.params as { shareToken: string; entityId: string }
    const entity = await readSharedEntity(db, shareToken, entityId)
    if (!entity) throw fail('not_found')
    return reply
      .removeHeader('x-frame-options')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/html; charset=utf-8')
      .send(renderPreview(entity))
  }
  fastify.get('/s/:shareToken/preview/:entityId', { config: { csp: previewPolicy } }, send)
}
