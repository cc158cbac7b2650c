import { publicReconcileRoutes, reconcileRoutes } from '../contract/src/graph/reconcile.ts'
import { routes } from '../contract/src/routes.ts'

// docs/routes.md, made from the contract. `npm run routes` writes it, and a test holds both equal.

export const routeListFile = new URL('../docs/routes.md', import.meta.url)

const heading = `# Routes

Every route of the API, by noun. The whole reference, with bodies and errors, is at \`/docs\` of a running service, and the OpenAPI 3.1 file at
\`/v1/openapi.json\`. Written by \`npm run routes\` from \`contract/src/routes.ts\`: do not edit.
`

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export function renderRoutes(): string {
  const parts = Map.groupBy(
    Object.values({ ...routes, ...reconcileRoutes, ...publicReconcileRoutes }),
    ({ tag }) => tag,
  )
  const sections = [...parts].map(([tag, ofTag]) => {
    const items = ofTag.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${uncapitalized(summary)}\n`)
    return `## ${tag}\n\n${items.join('')}`
  })
  return [heading, ...sections].join('\n')
}
