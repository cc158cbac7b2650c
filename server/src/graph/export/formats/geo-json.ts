import type { Entity, WriteGraph } from './graph-file.ts'

// GeoJSON (RFC 7946): a feature for each entity with coordinates, one a line.

export const writeGeoJson: WriteGraph = async function* (_exported, { entities }) {
  let text = '{"type":"FeatureCollection","features":[\n'
  let separator = ''
  for await (const rows of entities) {
    for (const row of rows) {
      const feature = featureOf(row)
      if (!feature) continue
      text += separator + JSON.stringify(feature)
      separator = ',\n'
    }
    yield text
    text = ''
  }
  yield `${text}\n]}\n`
}

function featureOf({ id, where, ...properties }: Entity) {
  const { lat, lon, ...place } = where ?? { lat: null, lon: null }
  if (lat === null || lon === null) return undefined
  // Longitude comes first.
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { ...properties, ...place },
  }
}
