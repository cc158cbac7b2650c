import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { defineRoutes } from '../route.ts'

export const status = z
  .strictObject({
    status: z.literal('ok'),
    version: z.string(),
    time: timestamp,
    database: z.enum(['embedded', 'postgresql']),
    queue: z.strictObject({
      queued: z.int().describe('Waiting work.'),
      running: z.int().describe('Work in progress.'),
    }),
    oldest_queued_at: timestamp.nullable().describe('When the oldest waiting work became due.'),
    has_model: z.boolean().describe('Whether a language model is configured (MODEL).'),
    has_search: z
      .boolean()
      .describe('Whether a search of the whole web is configured (SEARCH); otherwise only Wikipedia is searched.'),
    problems: z.array(z.string()).describe('What an operator should look at, in sentences; empty when all is well.'),
  })
  .meta({ id: 'Status', description: 'State of the service.' })

export const serviceRoutes = defineRoutes({
  getHealth: {
    method: 'GET',
    path: '/healthz',
    without_database: true,
    unlimited: true,
    auth: 'none',
    tag: 'Service',
    summary: 'Check liveness',
    status: 200,
    answer: z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' }),
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    unlimited: true,
    auth: 'none',
    tag: 'Service',
    summary: 'Check readiness',
    description: '200 when the database is reachable, migrations are applied and jobs can be queued; otherwise 503.',
    status: 200,
    answer: z.strictObject({ status: z.literal('ready') }).meta({ id: 'Readiness' }),
  },
  getStatus: {
    method: 'GET',
    path: '/v1/status',
    auth: 'none',
    tag: 'Service',
    summary: 'Get version, database and queue status',
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
    summary: 'Get Prometheus metrics',
    description: 'Needs METRICS_TOKEN as bearer token; 404 when none is configured.',
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
    summary: 'Get the OpenAPI description',
    has_etag: true,
    status: 200,
    answer: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenapiDocument' }),
  },
})
