import type { FastifyInstance } from 'fastify'
import { type CircuitReport, circuitStates } from '#modules/payment'
import type { StoredWaitingRoom } from '#modules/queue'
import { problem } from '@playhouse/domain/problem'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ReadinessWarning } from './forwarded-headers.ts'
import { mayReadMetrics } from './metrics-access.ts'
import { sendProblem } from './problems.ts'

export type OperationsSources = {
  /** Whether the database responds. */
  readonly ready: () => Promise<boolean>
  /** The number of violations of each invariant at the last check; a row is a violation. */
  readonly violations: () => ReadonlyMap<string, number>
  readonly waitingRooms: () => readonly StoredWaitingRoom[]
  /** The state of the payment circuit breaker. */
  readonly circuit?: (() => CircuitReport) | undefined
  /** Problems of a server that is ready. */
  readonly warnings: () => readonly ReadinessWarning[]
  /** Number of violations of each directive of the content security policy. */
  readonly breaches: ReadonlyMap<string, number>
  /** Bearer token for `/metrics`. Without one, only this machine may read them. */
  readonly metricsToken?: string | undefined
}

/** Serves health, readiness and metrics for the operator. */
export function serveOperations(
  app: FastifyInstance,
  { ready, violations: brokenInvariants, waitingRooms: rooms, circuit, warnings, breaches, metricsToken }: OperationsSources,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration in seconds, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // A missing series means that its invariant was not checked: alert on `> 0` and on `absent`.
  const invariants = new Gauge({
    name: 'playhouse_invariant_rows',
    help: 'Number of violations of each invariant',
    labelNames: ['name'],
    registers: [registry],
    collect: () => {
      invariants.reset()
      for (const [name, rows] of brokenInvariants()) invariants.set({ name }, rows)
    },
  })
  const waitingRoomGauge = new Gauge({
    name: 'playhouse_waiting_room_people',
    help: 'Number of queue tickets issued by a waiting room (joined), and of those called',
    labelNames: ['performance', 'state'],
    registers: [registry],
    collect: () => {
      waitingRoomGauge.reset()
      for (const { performance, joined, turns } of rooms()) {
        waitingRoomGauge.set({ performance, state: 'joined' }, joined)
        waitingRoomGauge.set({ performance, state: 'called' }, Math.min(joined, Math.floor(turns)))
      }
    },
  })
  const policyBreaches = new Counter({
    name: 'playhouse_policy_breaches_total',
    help: 'Violations of the content security policy reported by browsers, by directive',
    labelNames: ['directive'],
    registers: [registry],
    collect: () => {
      policyBreaches.reset()
      for (const [directive, count] of breaches) policyBreaches.inc({ directive }, count)
    },
  })
  if (circuit) watchCircuit(registry, circuit)
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'page', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ok = await ready().catch(() => false)
    const currentWarnings = warnings()
    return reply.status(ok ? 200 : 503).send({ ok, ...(currentWarnings.length > 0 && { warnings: currentWarnings }) })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) =>
    mayReadMetrics(request, metricsToken)
      ? reply.type(registry.contentType).send(await registry.metrics())
      : sendProblem(request, reply, problem('not-allowed')),
  )
}

function watchCircuit(registry: Registry, circuit: () => CircuitReport): void {
  const stateGauge = new Gauge({
    name: 'playhouse_payment_circuit',
    help: 'State of the payment circuit breaker: 1 for the current state, 0 for the others',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { state } = circuit()
      for (const circuitState of circuitStates) stateGauge.set({ state: circuitState }, circuitState === state ? 1 : 0)
    },
  })
  const callCounter = new Counter({
    name: 'playhouse_payment_calls_total',
    help: 'Calls to the payment provider: answered, failed, or skipped by the open circuit breaker (spared)',
    labelNames: ['outcome'],
    registers: [registry],
    collect: () => {
      callCounter.reset()
      const { answeredCalls, failedCalls, rejectedCalls } = circuit()
      for (const [outcome, count] of Object.entries({ answered: answeredCalls, failed: failedCalls, spared: rejectedCalls }))
        callCounter.inc({ outcome }, count)
    },
  })
}
