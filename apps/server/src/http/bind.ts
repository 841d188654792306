import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Endpoint, isOpenTo } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import type { Handlers, Visitor } from './call.ts'
import { sendProblem } from './edge/problems.ts'
import { isAtCounter } from './visitor/staff-session.ts'
import { visitorOf } from './visitor/visitor.ts'

/**
 * Makes a route of each endpoint of a group: input and output are checked by the contract itself. Where visitors only look
 * around (`isBrowsing`) they are taken for guests while the database is away.
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
        params: endpoint.params,
        querystring: endpoint.query,
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body }),
        ...(endpoint.file || endpoint.stream ? {} : { response: { 200: endpoint.reply } }),
      },
      // A HEAD of a stream would never end.
      exposeHeadRoute: !endpoint.stream,
      config: { access: endpoint.access, isBrowsing, isRush: isBrowsing || endpoint.passFor !== undefined },
      // Before the body is looked at: strangers don't learn what a call takes.
      preValidation: async (request, reply) => {
        // Who says nothing says no more than `{}` does: where a body has no field that must be there, it may be left out.
        if (request.body === undefined && endpoint.method !== 'GET' && endpoint.access !== 'provider') request.body = {}
        if (endpoint.access === 'customer') {
          const visitor = await visitorOf(request, reply)
          if (!(await hasIdentity(visitor, isSale(tag, endpoint)))) return sendProblem(request, reply, problem('login-required'))
          const isGuest = visitor.customer?.is_guest ?? false
          if (!isOpenTo(endpoint, { isGuest, isByLink: visitor.hasLinkAccess }))
            return sendProblem(request, reply, problem(visitor.hasLinkAccess ? 'not-allowed' : 'login-required'))
        }
        if (endpoint.access === 'staff' && !(await isAtCounter(request))) return sendProblem(request, reply, problem('not-allowed'))
        return undefined
      },
      handler: async (request, reply) => {
        const visitor = await visitorOf(request, reply)
        const throttled = endpoint.method === 'GET' ? undefined : await throttleChange(request, visitor)
        if (throttled) return sendProblem(request, reply, throttled)
        const closedProblem = isSale(tag, endpoint) ? await request.server.maintenanceGate.requireOpen(request, visitor.session) : undefined
        if (closedProblem) return sendProblem(request, reply, closedProblem)
        const performance = endpoint.passFor && (request[endpoint.passFor] as { readonly instance: string }).instance
        const queueProblem =
          performance === undefined ? undefined : request.server.queueGate.requirePass(request, reply, performance, visitor)
        if (queueProblem) return sendProblem(request, reply, queueProblem)
        const result = await handle({ params: request.params, query: request.query, body: request.body, visitor, request, reply })
        if (reply.sent) return reply
        if (!result.ok) return sendProblem(request, reply, result.error)
        if (endpoint.file) return reply.type(endpoint.file).send(Buffer.from(result.value as Uint8Array))
        return reply.send(result.value as never)
      },
    })
  }
}

/**
 * Whether somebody said who they are. The link of an order says so for looking at it, and for passing its tickets on; whoever
 * buys with it says it anew.
 */
async function hasIdentity(visitor: Visitor, isBuying: boolean): Promise<boolean> {
  if (isBuying && visitor.hasLinkAccess) await visitor.clearIdentity()
  return visitor.customer !== undefined
}

/** Whoever has no visit yet has nothing to change but by calls that count by network. */
const throttleChange = async ({ server }: FastifyRequest, { session }: Visitor) =>
  session === undefined ? undefined : server.appContext.throttle.local('change', session)

/** Groups whose changes are sales: shut while the house is closed. Looking on and what a provider tells go on. */
const salesGroups: ReadonlySet<string> = new Set(['basket', 'seats', 'checkout', 'queue', 'ballot'])
const isSale = (tag: string, { method, access }: Endpoint): boolean => salesGroups.has(tag) && method !== 'GET' && access !== 'provider'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access']
    isBrowsing?: boolean
    /** Asked by a whole crowd at once: nothing is looked up for whoever has no visit yet. */
    isRush?: boolean
  }
}
