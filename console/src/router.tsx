import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { NotFound, PageFailed } from './frame/page-failed.tsx'
import { DomainPage } from './pages/domain/domain-page.tsx'
import { readReviewSearch } from './pages/review/review-search.ts'
import { basePath } from './shared/client.ts'
import { parseSearch, type Strings, stringifySearch, tabOf } from './shared/search-params.ts'
import { readExploreSearch } from './views/explore-search.ts'

// Every address of the console, and its page. Pages are loaded when they are opened.

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Pages for people who are signed in. */
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Frame })

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: (search: Strings): { new?: string; all?: string } => ({
    ...(search.new && { new: search.new }),
    ...(search.all === '1' && { all: '1' }),
  }),
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/project',
  validateSearch: tabOf('keys', 'members', 'account', 'feedback', 'project'),
  component: lazyRouteComponent(() => import('./pages/project/project-page.tsx'), 'ProjectPage'),
})

const domain = createRoute({ getParentRoute: () => signedIn, path: '/d/$domainId', component: DomainPage })

const explore = createRoute({
  getParentRoute: () => domain,
  path: '/',
  validateSearch: readExploreSearch,
  component: lazyRouteComponent(() => import('./pages/explore/explore-page.tsx'), 'ExplorePage'),
})

const entity = createRoute({
  getParentRoute: () => domain,
  path: '/e/$entityId',
  validateSearch: (search: Strings) => ({
    ...tabOf('facts', 'relationships', 'timeline', 'evidence', 'history', 'why')(search),
    // The field whose quotes are open, and the entity that this one is compared with.
    ...(search.field && { field: search.field }),
    ...(search.merge && { merge: search.merge }),
  }),
  component: lazyRouteComponent(() => import('./pages/entity/entity-page.tsx'), 'EntityPage'),
})

const crawl = createRoute({
  getParentRoute: () => domain,
  path: '/crawl',
  validateSearch: (search: Strings) => ({
    ...tabOf('live', 'sources', 'pages', 'errors', 'frontier', 'discoveries', 'recipes', 'agents')(search),
    ...(search.status && { status: search.status }),
    ...(search.q && { q: search.q }),
  }),
  component: lazyRouteComponent(() => import('./pages/crawl/crawl-page.tsx'), 'CrawlPage'),
})

const review = createRoute({
  getParentRoute: () => domain,
  path: '/review',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
})

const gate = createRoute({
  getParentRoute: () => domain,
  path: '/gate',
  validateSearch: (search: Strings): { version?: string; compare?: string } => ({
    ...(search.version && { version: search.version }),
    ...(search.compare && { compare: search.compare }),
  }),
  component: lazyRouteComponent(() => import('./pages/gate/gate-page.tsx'), 'GatePage'),
})

const settings = createRoute({
  getParentRoute: () => domain,
  path: '/settings',
  validateSearch: tabOf('about', 'ontology', 'spend', 'webhooks', 'shares', 'end'),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  component: lazyRouteComponent(() => import('./pages/invite/invite-page.tsx'), 'InvitePage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(() => import('./pages/reset/reset-page.tsx'), 'ResetPage'),
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/s/$shareToken',
  validateSearch: readExploreSearch,
  component: lazyRouteComponent(() => import('./pages/share/share-page.tsx'), 'SharePage'),
})

/** People cut addresses short. */
const noDomain = createRoute({
  getParentRoute: () => root,
  path: '/d',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})

const routeTree = root.addChildren([
  signedIn.addChildren([home, project, domain.addChildren([explore, entity, crawl, review, gate, settings])]),
  invite,
  reset,
  share,
  noDomain,
])

export const router = createRouter({
  routeTree,
  basepath: basePath,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
