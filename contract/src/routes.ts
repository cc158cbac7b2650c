import { askRoutes } from './ask.ts'
import { autopilotRoutes } from './autopilot.ts'
import { curationRoutes } from './curation.ts'
import { discoveryRoutes } from './discoveries.ts'
import { domainRoutes } from './domains.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './export.ts'
import { feedbackRoutes } from './feedback.ts'
import { gateRoutes } from './gate.ts'
import { graphRoutes } from './graph.ts'
import { graphSearchRoutes } from './graph-search.ts'
import { graphViewRoutes } from './graph-views.ts'
import { keyRoutes } from './keys.ts'
import { pageRoutes } from './pages.ts'
import { planRoutes } from './plans.ts'
import { projectRoutes } from './project.ts'
import { recipeRoutes } from './recipes.ts'
import type { Route } from './route.ts'
import { runRoutes } from './runs.ts'
import { scorecardRoutes } from './scorecard.ts'
import { sessionRoutes } from './sessions.ts'
import { publicRoutes, shareRoutes } from './shares.ts'
import { sourceRoutes } from './sources.ts'
import { serviceRoutes } from './status.ts'
import { webhookRoutes } from './webhooks.ts'

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
  ...askRoutes,
  ...exportRoutes,
  ...scorecardRoutes,
  ...eventRoutes,
  ...webhookRoutes,
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
