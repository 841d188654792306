import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Endpoint } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { sendProblem } from './problems.ts'

/** Routes of calls that are not built yet: described as planned, and answered the same whatever is sent. */
export function bindPlanned(app: FastifyInstance, groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>): void {
  for (const [tag, group] of Object.entries(groups))
    for (const [name, { method, path, summary, access, params, query, body, reply }] of Object.entries(group))
      app.withTypeProvider<ZodTypeProvider>().route({
        method,
        url: `/api${path}`,
        schema: {
          tags: [tag],
          operationId: `${tag}.${name}`,
          summary,
          description: 'Planned: it answers 501 until it is built.',
          params,
          querystring: query,
          ...(method === 'GET' ? {} : { body }),
          response: { 200: reply },
          'x-planned': true,
        },
        config: { access },
        // Before anything is read: nobody may think that a call was taken.
        onRequest: async (request, answer) => sendProblem(request, answer, problem('not-available-yet')),
        handler: async (request, answer) => sendProblem(request, answer, problem('not-available-yet')),
      })
}

declare module 'fastify' {
  interface FastifySchema {
    'x-planned'?: boolean
  }
}
