import { type BodyOf, type Calls, contract, type Endpoint, type ParamsOf, type ProblemOf, type QueryOf, type ReplyOf } from '#contract'
import { isProblemDetails, type Problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** A part of the input: absent where the endpoint has none, optional where all its fields are. */
type Part<Name extends string, Value> = string extends keyof Value
  ? unknown
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }
/** Input of a call: those of `params`, `query` and `body` that the endpoint has. */
export type CallInput<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
/** Result of a call: the reply, or one of the problems that the endpoint may return. `requestId` identifies it in the server log. */
export type CallResult<E> = Result<ReplyOf<E>, Problem<ProblemOf<E>> & { readonly requestId: string }>
type Call<E> = (...input: unknown extends CallInput<E> ? [] : [CallInput<E>]) => Promise<CallResult<E>>
/** The typed client: one function for each endpoint of the contract except streams, by group and name. */
export type ApiClient = {
  readonly [Group in keyof typeof contract]: {
    readonly [Name in keyof Calls<(typeof contract)[Group]>]: Call<Calls<(typeof contract)[Group]>[Name]>
  }
}

/** The calls of a group. */
type Group = Readonly<Record<string, (input?: AnyInput) => ReturnType<typeof call>>>
type AnyInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/**
 * Creates the typed client of the contract. Calls never throw: a network failure returns `service-unavailable`, a reply that
 * violates the contract `something-wrong`.
 * @param origin of the API; '' for the origin of the page
 * @param fetcher replaces `fetch`, for example in tests
 */
export function createClient(origin = '', fetcher: typeof fetch = (...input) => fetch(...input)): ApiClient {
  const callsOf = (endpoints: Readonly<Record<string, unknown>>): Group =>
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (input?: AnyInput) => call(fetcher, origin, endpoint as Route, input ?? {}),
      ]),
    )
  // The calls of a group are created when it is first used: a server creates a client for each page.
  return new Proxy({} as Record<string, Group | undefined>, {
    get: (groups, group: string) => (group in contract ? (groups[group] ??= callsOf(contract[group as keyof typeof contract])) : undefined),
  }) as unknown as ApiClient
}

/** An endpoint as the client needs it. A build may omit the schemas to save bytes: replies are then not validated. */
type Route = Pick<Endpoint, 'method' | 'path' | 'file'> & { readonly reply?: Endpoint['reply'] }

async function call(
  fetcher: typeof fetch,
  origin: string,
  endpoint: Route,
  { params = {}, query, body }: AnyInput,
): Promise<Result<unknown, unknown>> {
  const path = endpoint.path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const changes = endpoint.method !== 'GET'
  let response: Response
  try {
    response = await fetcher(`${origin}/api${path}${search}`, {
      method: endpoint.method,
      credentials: origin ? 'include' : 'same-origin',
      headers: { accept: 'application/json', ...(changes ? { 'content-type': 'application/json' } : {}) },
      ...(changes ? { body: JSON.stringify(body ?? {}) } : {}),
    })
  } catch {
    return fail({ code: 'service-unavailable', params: {}, requestId: '' })
  }
  const unreadableReply = { code: 'something-wrong', params: {}, requestId: response.headers.get('x-request-id') ?? '' }
  try {
    if (response.ok && endpoint.file) return ok(new Uint8Array(await response.arrayBuffer()))
    const json: unknown = await response.json()
    if (!response.ok) {
      return fail(isProblemDetails(json) ? { code: json.code, params: json.params, requestId: json.requestId } : unreadableReply)
    }
    if (!endpoint.reply) return ok(json)
    const reply = endpoint.reply.safeParse(json)
    return reply.success ? ok(reply.data) : fail(unreadableReply)
  } catch {
    return fail(unreadableReply)
  }
}
