import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Endpoint, instancesOfPass, isOpenTo } from '@playhouse/api-client/contract'
import { tokenScopes } from '@playhouse/domain/api-token'
import { problem } from '@playhouse/domain/problem'
import type { Handlers, Visitor } from './call.ts'
import { describeProblem } from './edge/describe-problem.ts'
import { failureOf, sendProblem } from './edge/problems.ts'
import { hidePerformances } from './visitor/hidden-performances.ts'
import { staffProblem } from './visitor/staff-session.ts'
import { visitorOf } from './visitor/visitor.ts'

/** How callers of the API are known, for the OpenAPI document. */
export const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token of staff, with the scope that is named' },
  staffSession: { type: 'apiKey', in: 'cookie', name: '__Host-staff', description: 'A staff user with both factors and the permission' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'A signed-in customer' },
  signature: { type: 'apiKey', in: 'header', name: 'signature', description: 'The signature of the payment provider' },
} as const

/** The callers of an endpoint for the OpenAPI document; a guest needs nothing. */
function securityOf({ access, permission }: Endpoint): { security?: Record<string, string[]>[] } {
  if (access === 'guest') return {}
  if (access !== 'staff') return { security: [{ [access === 'customer' ? 'session' : 'signature']: [] }] }
  const scopes = permission === undefined ? [] : [permission]
  const isForTokens = tokenScopes.some((scope) => scope === permission)
  return { security: [...(isForTokens ? [{ token: scopes }] : []), { staffSession: scopes }] }
}

/**
 * Registers a route for each endpoint of a group; the contract validates input and output. On routes that only read
 * (`isBrowsing`) visitors are treated as guests while the database is unavailable.
 */
export function bindGroup<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  tag: string,
  group: Group,
  handlers: Handlers<Group>,
  { isBrowsing = false } = {},
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handle = handlers[name as keyof Group] as unknown as (
      call: unknown,
    ) => Promise<{ ok: true; value: unknown } | { ok: false; error: Parameters<typeof sendProblem>[2] }>
    app.withTypeProvider<ZodTypeProvider>().route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      schema: {
        tags: [tag],
        operationId: `${tag}.${name}`,
        summary: endpoint.summary,
        ...securityOf(endpoint),
        params: endpoint.params,
        querystring: endpoint.query,
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body }),
        ...(endpoint.file || endpoint.stream ? {} : { response: { 200: endpoint.reply } }),
      },
      // A HEAD of a stream would never end.
      exposeHeadRoute: !endpoint.stream,
      config: {
        access: endpoint.access,
        isBrowsing,
        isRush: isBrowsing || endpoint.passFor !== undefined,
        failure: failureOf(endpoint.problems),
      },
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      // A large body is read only for those who may send it.
      onRequest: async (request, reply) => {
        const refusal = endpoint.bodyLimit !== undefined && endpoint.access === 'staff' ? await staffProblem(request, endpoint) : undefined
        return refusal && sendProblem(request, reply, refusal)
      },
      // Before the body is validated, so that an anonymous visitor does not learn the fields of a call.
      preValidation: async (request, reply) => {
        // Treat a missing body as `{}`: a body without required fields may be left out.
        if (request.body === undefined && endpoint.method !== 'GET' && endpoint.access !== 'provider') request.body = {}
        if (endpoint.access === 'customer') {
          const visitor = await visitorOf(request, reply)
          if (!(await hasIdentity(visitor, isSale(tag, endpoint)))) return sendProblem(request, reply, problem('login-required'))
          const isGuest = visitor.customer?.is_guest ?? false
          if (!isOpenTo(endpoint, { isGuest, isByLink: visitor.hasLinkAccess }))
            return sendProblem(request, reply, problem(visitor.hasLinkAccess ? 'not-allowed' : 'login-required'))
        }
        const refusal = endpoint.access === 'staff' ? await staffProblem(request, endpoint) : undefined
        return refusal && sendProblem(request, reply, refusal)
      },
      handler: async (request, reply) => {
        const visitor = await visitorOf(request, reply)
        const rejection = endpoint.method === 'GET' ? undefined : await throttleChange(request, visitor)
        if (rejection) return sendProblem(request, reply, rejection)
        const closedProblem = isSale(tag, endpoint) ? await request.server.maintenanceGate.requireOpen(request, visitor.session) : undefined
        if (closedProblem) return sendProblem(request, reply, closedProblem)
        const { params, query, body } = request
        const isVisitors = endpoint.access !== 'staff' && endpoint.access !== 'provider'
        const hiding = isVisitors ? await hidePerformances(request.server.appContext, visitor, { params, query, body }) : undefined
        const input = hiding ?? { params, query, body }
        for (const instance of instancesOfPass(endpoint, input)) {
          const queueProblem = request.server.queueGate.requirePass(request, reply, instance, visitor)
          if (queueProblem) return sendProblem(request, reply, queueProblem)
        }
        const result = await handle({ params: input.params, query: input.query, body: input.body, visitor, request, reply })
        if (reply.sent) return reply
        if (!result.ok) {
          const refusal = hiding ? hiding.restore(result.error) : result.error
          return sendProblem(request, reply, await describeProblem(request.server.appContext, refusal))
        }
        if (endpoint.file) return reply.type(endpoint.file).send(Buffer.from(result.value as Uint8Array))
        return reply.send(result.value as never)
      },
    })
  }
}

/**
 * Whether the visitor is identified as a customer. The link of an order identifies its holder for reading the order and
 * sharing its tickets only: a purchase clears that identity.
 */
async function hasIdentity(visitor: Visitor, isBuying: boolean): Promise<boolean> {
  if (isBuying && visitor.hasLinkAccess) await visitor.clearIdentity()
  return visitor.customer !== undefined
}

/** Throttles changes by session. Requests without a session are throttled by network instead. */
const throttleChange = async ({ server }: FastifyRequest, { session }: Visitor) =>
  session === undefined ? undefined : server.appContext.throttle.local('change', session)

/** Groups whose changes are sales: refused during maintenance. Reads and callbacks of the payment provider continue. */
const salesGroups: ReadonlySet<string> = new Set(['basket', 'seats', 'checkout', 'queue', 'ballot'])
const isSale = (tag: string, { method, access }: Endpoint): boolean => salesGroups.has(tag) && method !== 'GET' && access !== 'provider'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access']
    isBrowsing?: boolean
    /** Called by many visitors at once: nothing is read for a visitor without a session. */
    isRush?: boolean
    /** The problem that is sent where the endpoint fails unexpectedly. */
    failure?: ReturnType<typeof failureOf>
  }
}
