import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface RequestMetrics {
  observe(route: string, status: number, seconds: number): void
  render(): Promise<string>
}

export function createMetrics(): RequestMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'polegraph_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  return {
    observe: (route, status, seconds) => requests.observe({ route, status }, seconds),
    render: () => registry.metrics(),
  }
}
