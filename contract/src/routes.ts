import { autopilotRoutes } from './crawl/autopilot.ts'
import { discoveryRoutes } from './crawl/discoveries.ts'
import { gateRoutes } from './crawl/gate.ts'
import { pageRoutes } from './crawl/pages.ts'
import { planRoutes } from './crawl/plans.ts'
import { recipeRoutes } from './crawl/recipes.ts'
import { runRoutes } from './crawl/runs.ts'
import { scorecardRoutes } from './crawl/scorecard.ts'
import { sourceRoutes } from './crawl/sources.ts'
import { domainRoutes } from './domains.ts'
import { eventRoutes } from './events/events.ts'
import { feedRoutes, watchRoutes } from './events/watches.ts'
import { webhookRoutes } from './events/webhooks.ts'
import { askRoutes } from './graph/ask.ts'
import { curationRoutes } from './graph/curation.ts'
import { exportRoutes } from './graph/export.ts'
import { graphRoutes } from './graph/graph.ts'
import { graphSearchRoutes } from './graph/graph-search.ts'
import { graphViewRoutes } from './graph/graph-views.ts'
import { importRoutes } from './graph/imports.ts'
import { placeRoutes } from './graph/places.ts'
import { reviewRoutes } from './graph/review.ts'
import { savedViewRoutes } from './graph/saved-views.ts'
import { publicRoutes, shareRoutes } from './graph/shares.ts'
import { feedbackRoutes } from './project/feedback.ts'
import { keyRoutes } from './project/keys.ts'
import { projectRoutes } from './project/project.ts'
import { sessionRoutes } from './project/sessions.ts'
import { serviceRoutes } from './project/status.ts'
import type { Route } from './route.ts'

/** Every route of the service, by its name (the operation id of the OpenAPI description). */
export const routes = {
  ...domainRoutes,
  ...autopilotRoutes,
  ...sourceRoutes,
  ...discoveryRoutes,
  ...planRoutes,
  ...pageRoutes,
  ...runRoutes,
  ...gateRoutes,
  ...recipeRoutes,
  ...graphRoutes,
  ...graphSearchRoutes,
  ...graphViewRoutes,
  ...curationRoutes,
  ...reviewRoutes,
  ...placeRoutes,
  ...askRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...scorecardRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...savedViewRoutes,
  ...watchRoutes,
  ...feedRoutes,
  ...shareRoutes,
  ...publicRoutes,
  ...projectRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...feedbackRoutes,
  ...serviceRoutes,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
