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
import { PageTitle } from './frame/page-title.tsx'
import { DomainPage } from './pages/domain/domain-page.tsx'
import { askEarly } from './pages/explore/ask-early.ts'
import { ExplorePage } from './pages/explore/explore-page.tsx'
import { readReviewSearch } from './pages/review/review-search.ts'
import { parseSearch, type Strings, strictly, stringifySearch, tabOf } from './shared/page/search-params.ts'
import { basePath } from './shared/service/client.ts'
import { domainQuery } from './shared/service/domain.ts'
import { queryClient } from './shared/service/query-client.ts'
import { sessionQuery } from './shared/service/session.ts'
import { type ExploreSearch, readExploreSearch } from './views/explore-search.ts'

// Every address of the console, and its page.

/**
 * Loads the code of a page when it is opened. Where that fails the error is made anew: at the browser's own error the router
 * would reload the whole page, while the service is away.
 */
const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw new Error('the import of this page failed', { cause })
      }),
    name,
  )

const root = createRootRoute({
  component: () => (
    <>
      <PageTitle />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFound,
})

/** Pages for people who are signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  // The session is asked for while the code of the page is loading.
  loader: () => void queryClient.prefetchQuery(sessionQuery),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: { title: 'Graphs' },
  validateSearch: strictly((search: Strings): { new?: string; all?: string } => ({
    ...(search.new && { new: search.new }),
    ...(search.all === '1' && { all: '1' }),
  })),
  component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/project',
  staticData: { title: 'Project' },
  validateSearch: strictly(tabOf('keys', 'members', 'account', 'feedback', 'project')),
  component: lazyPage(() => import('./pages/project/project-page.tsx'), 'ProjectPage'),
})

const domain = createRoute({
  getParentRoute: () => signedIn,
  path: '/d/$domainId',
  component: DomainPage,
  loader: ({ params }) => {
    void queryClient.prefetchQuery(domainQuery(params.domainId))
  },
})

const explore = createRoute({
  getParentRoute: () => domain,
  path: '/',
  staticData: { title: 'Explore' },
  validateSearch: strictly(readExploreSearch),
  // The page that people open: its code comes with the first script, and what it shows is asked for meanwhile.
  loader: ({ params, location, cause }) => {
    if (cause === 'enter') askEarly(params.domainId, readExploreSearch(location.search as Strings))
  },
  component: ExplorePage,
})

const entity = createRoute({
  getParentRoute: () => domain,
  path: '/e/$entityId',
  validateSearch: strictly((search: Strings) => ({
    ...tabOf('facts', 'relationships', 'timeline', 'evidence', 'history', 'why')(search),
    // The field whose quotes are open, and the entity to compare with; `mergeWithAny` where it is still to be chosen.
    ...(search.field && { field: search.field }),
    ...(search.merge && { merge: search.merge }),
  })),
  component: lazyPage(() => import('./pages/entity/entity-page.tsx'), 'EntityPage'),
})

const read = createRoute({
  getParentRoute: () => domain,
  path: '/p/$pageId',
  staticData: { title: 'Page' },
  validateSearch: strictly((search: Strings): { entity?: string; relationship?: string; at?: string } => ({
    // Whose quotes are marked more strongly, and the offsets of the words that are meant: `120-180`.
    ...(search.entity && { entity: search.entity }),
    ...(search.relationship && { relationship: search.relationship }),
    ...(search.at && { at: search.at }),
  })),
  component: lazyPage(() => import('./pages/read/read-page.tsx'), 'ReadPage'),
})

const crawl = createRoute({
  getParentRoute: () => domain,
  path: '/crawl',
  staticData: { title: 'Crawl' },
  validateSearch: strictly((search: Strings) => ({
    ...tabOf('live', 'sources', 'imports', 'pages', 'errors', 'frontier', 'discoveries', 'recipes', 'agents')(search),
    ...(search.status && { status: search.status }),
    ...(search.q && { q: search.q }),
  })),
  component: lazyPage(() => import('./pages/crawl/crawl-page.tsx'), 'CrawlPage'),
})

const review = createRoute({
  getParentRoute: () => domain,
  path: '/review',
  staticData: { title: 'Review' },
  validateSearch: strictly(readReviewSearch),
  component: lazyPage(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
})

const watches = createRoute({
  getParentRoute: () => domain,
  path: '/watches',
  staticData: { title: 'Watches' },
  validateSearch: strictly((search: Strings): { watch?: string; all?: '1' } => ({
    ...(search.watch && { watch: search.watch }),
    // All news that are kept, instead of those since the person looked last.
    ...(search.all === '1' && { all: '1' }),
  })),
  component: lazyPage(() => import('./pages/watches/watches-page.tsx'), 'WatchesPage'),
})

const gate = createRoute({
  getParentRoute: () => domain,
  path: '/gate',
  staticData: { title: 'Gate' },
  validateSearch: strictly((search: Strings): { version?: string; compare?: string } => ({
    ...(search.version && { version: search.version }),
    ...(search.compare && { compare: search.compare }),
  })),
  component: lazyPage(() => import('./pages/gate/gate-page.tsx'), 'GatePage'),
})

const settings = createRoute({
  getParentRoute: () => domain,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: strictly(tabOf('about', 'ontology', 'relations', 'spend', 'webhooks', 'shares', 'end')),
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  staticData: { title: 'Invite' },
  component: lazyPage(() => import('./pages/invite/invite-page.tsx'), 'InvitePage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  staticData: { title: 'New password' },
  component: lazyPage(() => import('./pages/reset/reset-page.tsx'), 'ResetPage'),
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/s/$shareToken',
  validateSearch: strictly((search: Strings): ExploreSearch & { embed?: '1' } => ({
    ...readExploreSearch(search),
    // In a page of somebody else: the view alone.
    ...(search.embed !== undefined && { embed: '1' }),
  })),
  component: lazyPage(() => import('./pages/share/share-page.tsx'), 'SharePage'),
})

/** `/d` alone is no page: whoever cut an address short is led to all graphs. */
const noDomain = createRoute({
  getParentRoute: () => root,
  path: '/d',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})

const routeTree = root.addChildren([
  signedIn.addChildren([
    home,
    project,
    domain.addChildren([explore, entity, read, crawl, review, watches, gate, settings]),
  ]),
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
  interface StaticDataRouteOption {
    /** What the page is called in the tab of the browser. */
    title?: string
  }
}
