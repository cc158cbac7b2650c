import type { reconciliationManifest } from '@polegraph/contract/graph/reconcile.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { version } from '../platform/version.ts'
import type { ReconcileScope } from './scope.ts'

/** The size of the page that shows an entity, in pixels. */
const preview = { width: 420, height: 260 }

/** Where the service is, what it knows, and what it offers. */
export function describeService(
  { name, ontology, isPublic }: ReconcileScope,
  /** `base`: address of Polegraph. `path`: of this service. `view`: of the page of an entity, which ends with its id. */
  { base, path, view }: { base: string; path: string; view: string },
): z.output<typeof reconciliationManifest> {
  const at = (below: string) => ({ service_url: base, service_path: `${path}/${below}` })
  const page = `${base}${view}/{{id}}`
  return {
    versions: ['0.2'],
    name: `${name} (Polegraph)`,
    identifierSpace: 'urn:uuid:',
    schemaSpace: 'urn:polegraph:',
    documentation: `${base}/docs`,
    serviceVersion: version,
    defaultTypes: ontology.map((kind) => ({ id: kind, name: kind })),
    view: { url: page },
    // A frame sends no key.
    ...(isPublic && { preview: { url: page, ...preview } }),
    suggest: { entity: at('suggest/entity'), type: at('suggest/type'), property: at('suggest/property') },
    extend: { propose_properties: at('properties'), property_settings: [] },
    batchSize: limits.reconcile_queries,
    ...(!isPublic && { authentication: { type: 'apiKey', in: 'header', name: 'Authorization' } as const }),
  }
}
