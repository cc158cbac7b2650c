import { z } from 'zod'
import { queryText } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'

export const placeRoutes = defineRoutes({
  findPlaces: {
    method: 'GET',
    path: '/v1/places',
    auth: 'any',
    tag: 'Graph',
    summary: 'Find towns by name',
    description:
      'Towns of GeoNames that have this name in any language, then those whose own name begins with it; the largest first.',
    query: z.strictObject({ q: queryText({ max: limits.name_max }) }),
    status: 200,
    answer: z
      .strictObject({
        places: z
          .array(
            z
              .strictObject({
                name: z.string(),
                country: z.string().describe('ISO 3166-1 alpha-2.'),
                lat: z.number(),
                lon: z.number(),
                place_id: z.string().describe('`geonames:<id>`, as `where` of an entity takes it.'),
                population: z.int(),
              })
              .meta({ id: 'Town' }),
          )
          .describe(`At most ${limits.places_found}.`),
      })
      .meta({ id: 'TownList' }),
  },
})
