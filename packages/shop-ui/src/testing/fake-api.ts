import {
  type BodyOf,
  contract,
  type Endpoint,
  type ParamsOf,
  type ProblemOf,
  type QueryOf,
  type ReplyInput,
} from '@playhouse/api-client/contract'
import { type Problem, problem, type ProblemCode, problems } from '@playhouse/domain/problem'
import { vi } from 'vitest'

type Contract = typeof contract
type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }
/** A problem as reply of the fake server; only problems of the endpoint compile. */
export type Refusal<Code extends ProblemCode> = Problem<Code> & { readonly refused: true }
type Answer<E> = (input: Input<E>) => ReplyInput<E> | Refusal<ProblemOf<E>>

/** Replies of the fake server by endpoint; they must match the contract to compile. */
export type Answers = { readonly [Group in keyof Contract]?: { readonly [Name in keyof Contract[Group]]?: Answer<Contract[Group][Name]> } }

/** A received request: `PATCH /basket/tickets/…` and its body. */
export type Arrived = { readonly call: string; readonly path: string; readonly body: unknown }

/** Makes a reply with a problem. */
export const refuse = <Code extends ProblemCode>(problem: Problem<Code>): Refusal<Code> => ({ ...problem, refused: true }) as Refusal<Code>

/**
 * Replaces `fetch` by a fake server. Bodies are validated by the contract as on the real server, replies by the client. Returns
 * the list of requests, to which later ones are added.
 */
export function fakeServer(responses: Answers): Arrived[] {
  const calls: Arrived[] = []
  const endpoints = Object.entries(contract).flatMap(([group, ofGroup]) =>
    Object.entries(ofGroup as Record<string, Endpoint>).map(([name, endpoint]) => ({
      group,
      name,
      endpoint,
      pattern: patternOf(endpoint.path),
    })),
  )
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const [path = '', search = ''] = String(input)
      .replace(/^\/api/, '')
      .split('?')
    const method = init.method ?? 'GET'
    const match = endpoints.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    if (!match) throw new Error(`no such endpoint: ${method} ${path}`)
    const { group, name, endpoint, pattern } = match
    const parsed = init.body ? endpoint.body.safeParse(JSON.parse(String(init.body))) : undefined
    if (parsed?.error)
      return problemReply(problem('invalid-input', { fields: [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))] }))
    const body: unknown = parsed?.data ?? {}
    const query: unknown = endpoint.query?.parse(Object.fromEntries(new URLSearchParams(search))) ?? {}
    calls.push({ call: `${group}.${name}`, path, body })
    const respond = (responses as Record<string, Record<string, Answer<Endpoint>> | undefined>)[group]?.[name]
    if (!respond) throw new Error(`the fake server has no answer to ${group}.${name}`)
    const reply = respond({ params: pattern.exec(path)?.groups ?? {}, query, body }) as object
    return 'refused' in reply ? problemReply(reply as Refusal<ProblemCode>) : Response.json(reply)
  })
  return calls
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:([a-z]+)/gi, '(?<$1>[^/]+)')}$`)

const problemReply = ({ code, params }: Problem): Response =>
  Response.json(
    { type: 'about:blank', title: code, status: problems[code].status, code, params, requestId: 'request-1' },
    { status: problems[code].status },
  )
