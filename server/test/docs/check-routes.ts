import { publicReconcileRoutes, reconcileRoutes } from '@polegraph/contract/graph/reconcile.ts'
import { mcpRoute } from '@polegraph/contract/project/mcp.ts'
import { routes } from '@polegraph/contract/routes.ts'
import { codeSpans, fencedCode } from './markdown.ts'
import type { MarkdownFile } from './repository.ts'

/** As `GET /v1/domains/{domainId}`. */
const contractRoutes: string[] = Object.values({
  ...routes,
  ...reconcileRoutes,
  ...publicReconcileRoutes,
}).map(({ method, path }) => `${method} ${path}`)

/** Pages for people and the protocol for models, beside the contract. */
const pages = ['GET /', 'GET /docs', `${mcpRoute.method} ${mcpRoute.path}`]

const methodAndPath = /^(GET|POST|PUT|PATCH|DELETE) ([/…]\S*)$/
const address = /(?:https?:\/\/127\.0\.0\.1:8080|\$(?:BASE|URL)|\$\{base\})(\/v1\/[^\s"'`?]*)/g

/** Routes that a document names and that the contract does not have. */
export function unknownRoutes({ text }: MarkdownFile): string[] {
  const spans = codeSpans(text)
  const named = [
    ...spans.filter((span) => methodAndPath.test(span)),
    ...spans.filter((span) => /^(?:…?\/v1\/\S+|\/healthz|\/readyz|\/metrics|\/docs)$/.test(span)),
    ...[...fencedCode(text).matchAll(address)].map((match) => match[1] as string),
  ]
  return [...new Set(named)].filter((route) => !isKnown(route))
}

function isKnown(named: string): boolean {
  const [, method, path = named] = methodAndPath.exec(named) ?? []
  const wanted = segmentsOf(path.replace(/\?.*$/, ''))
  return [...contractRoutes, ...pages].some((route) => {
    const [itsMethod, itsPath = ''] = route.split(' ')
    if (method !== undefined && method !== itsMethod) return false
    const segments = segmentsOf(itsPath)
    // `…/recipes` leaves out how a path begins, `/v1/public/` how it ends.
    const from = path.startsWith('…') ? segments.length - wanted.length : 0
    if (from < 0 || (segments.length !== from + wanted.length && !path.endsWith('/'))) return false
    return wanted.every((segment, at) => isSame(segment, segments[from + at] ?? ''))
  })
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '' && segment !== '…')

/** `{id}`, `$DOMAIN` and `0199…` stand for what a path of the contract leaves open. */
function isSame(segment: string, itsSegment: string): boolean {
  if (segment === itsSegment) return true
  return itsSegment.startsWith('{') && /[{$…]/.test(segment)
}
