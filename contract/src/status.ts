import { z } from 'zod'
import { timestamp } from './fields.ts'
import { defineRoutes } from './route.ts'

export const status = z
  .strictObject({
    status: z.literal('ok'),
    version: z.string(),
    time: timestamp,
    database: z.enum(['embedded', 'postgresql']),
    queue: z.strictObject({
      queued: z.int().describe('Work that waits.'),
      running: z.int().describe('Work under way.'),
    }),
    oldest_queued_at: timestamp.nullable().describe('Since when the longest-waiting work has been due.'),
  })
  .meta({ id: 'Status', description: 'How the service does.' })

export const serviceRoutes = defineRoutes({
  getHealth: {
    method: 'GET',
    path: '/healthz',
    without_database: true,
    unlimited: true,
    auth: 'none',
    tag: 'Service',
    summary: 'Ask whether the process lives',
    status: 200,
    answer: z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' }),
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    unlimited: true,
    auth: 'none',
    tag: 'Service',
    summary: 'Ask whether the service can work',
    description: 'The database can be reached, its migrations are applied and jobs can be queued; otherwise 503.',
    status: 200,
    answer: z.strictObject({ status: z.literal('ready') }).meta({ id: 'Readiness' }),
  },
  getStatus: {
    method: 'GET',
    path: '/v1/status',
    auth: 'none',
    tag: 'Service',
    summary: 'Get version, database and queue',
    status: 200,
    answer: status,
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    without_database: true,
    unlimited: true,
    auth: 'metrics',
    tag: 'Service',
    summary: 'Get metrics for Prometheus',
    description: 'Needs METRICS_TOKEN as bearer token; 404 where the service has none set.',
    status: 200,
    answer: z.string(),
    content_type: 'text/plain',
  },
  getOpenapi: {
    method: 'GET',
    path: '/v1/openapi.json',
    without_database: true,
    auth: 'none',
    tag: 'Service',
    summary: 'Get this description',
    status: 200,
    answer: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenapiDocument' }),
  },
})
