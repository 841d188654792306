import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Whether the database answers; and how many rows each invariant has that should have none, as last looked at. */
export type Watched = { readonly ready: () => Promise<boolean>; readonly broken: () => ReadonlyMap<string, number> }

/** Health, readiness and metrics, for whoever runs the shop. */
export function serveOperations(app: FastifyInstance, { ready, broken }: Watched): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // A series that is missing was not looked at: alarms ask for `> 0` and for `absent`.
  const invariants = new Gauge({
    name: 'playhouse_invariant_rows',
    help: 'Rows of each view that must have none',
    labelNames: ['name'],
    registers: [registry],
    collect: () => {
      invariants.reset()
      for (const [name, rows] of broken()) invariants.set({ name }, rows)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'page', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ok = await ready().catch(() => false)
    return reply.status(ok ? 200 : 503).send({ ok })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
