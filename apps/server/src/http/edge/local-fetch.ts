import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@playhouse/api-client/contract'
import { problem, type Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Call, Handler } from '../call.ts'
import { hidePerformances } from '../visitor/hidden-performances.ts'
import { visitorOf } from '../visitor/visitor.ts'
import { problemDetailsOf, problemOf } from './problems.ts'

/** An endpoint that pages are rendered from. It only reads, is open to all visitors, and leaves the reply to the caller. */
export type LocalRead = {
  readonly endpoint: Endpoint
  readonly handle: (call: Call<Endpoint>) => Promise<Result<unknown, Problem>>
}

/** Pairs an endpoint with its handler. */
export const localRead = <E extends Endpoint>(endpoint: E, handle: Handler<E>): LocalRead => ({
  endpoint,
  handle: handle as unknown as LocalRead['handle'],
})

/** Creates the `fetch` of a page for the visitor of its request. */
export type LocalFetch = (request: FastifyRequest, reply: FastifyReply) => typeof fetch

/**
 * Calls endpoints as the visitor of a request, within that request: the session is read once for all calls of a page, and cookies
 * are set on the page's own reply. As over HTTP, a reply has only the fields that the endpoint declares.
 */
export function createLocalFetch(reads: readonly LocalRead[]): LocalFetch {
  const matchers = reads.map(({ endpoint, handle }) => ({
    endpoint,
    handle,
    pattern: new RegExp(`^/api${endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  const find = (url: string) => {
    for (const read of matchers) {
      const match = read.pattern.exec(url)
      if (match) return { read, params: decode(match.groups ?? {}) }
    }
    throw new Error(`no page is rendered from ${url}`)
  }
  return (request, reply) => {
    const call = async (url: string): Promise<Reply> => {
      const { read, params } = find(url)
      const { endpoint, handle } = read
      const input = endpoint.params.safeParse(params)
      if (!input.success) return replyOf(problem('invalid-input', { fields: Object.keys(params) }), request)
      const visitor = await visitorOf(request, reply)
      const call = await hidePerformances(request.server.appContext, visitor, { params: input.data, query: {}, body: {} })
      const result = await handle({ params: call.params, query: {}, body: {}, visitor, request, reply })
      return result.ok ? { status: 200, value: endpoint.reply.parse(result.value) } : replyOf(result.error, request)
    }
    return async (url) => {
      const cookies = String(reply.getHeader('set-cookie'))
      const { status, value } = await call(String(url)).catch((error: unknown) => {
        const refusal = problemOf(error)
        if (refusal.code === 'something-wrong') request.log.error({ err: error }, 'request failed')
        return replyOf(refusal, request)
      })
      // The browser then calls the API itself, and gets the cookies.
      if (reply.raw.headersSent && String(reply.getHeader('set-cookie')) !== cookies)
        throw new Error('the API set cookies after the shell of the page was sent')
      return responseOf(status, value)
    }
  }
}

type Reply = { readonly status: number; readonly value: unknown }

function replyOf(refusal: Problem, { id }: FastifyRequest): Reply {
  const value = problemDetailsOf(refusal, id)
  return { status: value.status, value }
}

/** What the typed client reads of a response. A `Response` has a stream as its body, which takes longer than the calls. */
const responseOf = (status: number, value: unknown): Response =>
  ({
    ok: status < 400,
    status,
    headers: new Headers(),
    json: async () => value,
    text: async () => JSON.stringify(value),
  }) as Partial<Response> as Response

const decode = (groups: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
