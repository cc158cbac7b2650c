import type { placeRoutes } from '@polegraph/contract/graph/places.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { Places } from './find-place.ts'

export const placeHandlers: Handlers<typeof placeRoutes> = {
  findPlaces: {
    read: async ({ query }) => ({ places: (await Places.load()).search(query.q, limits.places_found) }),
  },
}
