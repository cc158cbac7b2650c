import type { keyRoutes } from '@polegraph/contract/project/keys.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'

export const keyHandlers: Handlers<typeof keyRoutes> = {
  listKeys: { read: ({ db, caller, query }) => listKeys(db, caller.project.id, query) },
  createKey: {
    write: ({ tx, caller, body }) => createKey(tx, caller.project.id, { ...body, created_by: actorOf(caller) }),
  },
  rotateKey: { write: ({ tx, caller, params }) => rotateKey(tx, caller.project.id, params.keyId) },
  revokeKey: { write: ({ tx, caller, params }) => revokeKey(tx, caller.project.id, params.keyId) },
}
