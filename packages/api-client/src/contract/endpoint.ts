import { z } from 'zod'
import type { ProblemCode } from '@playhouse/domain/problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call: `guest` anyone with a session, `customer` somebody signed in, `staff` the box office, `provider` a signed callback. */
export type Access = 'guest' | 'customer' | 'staff' | 'provider'

/** Problems that any endpoint may answer; the others are declared one by one. */
export const commonProblems = [
  'something-wrong',
  'invalid-input',
  'too-many-requests',
  'forbidden-origin',
  'service-unavailable',
  'maintenance',
  'page-not-found',
] as const satisfies readonly ProblemCode[]
type CommonProblem = (typeof commonProblems)[number]

const nothing = z.strictObject({})

/** The reply of an endpoint with a `file`. */
export const fileSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** One call of the API, whole: client, server routes, mocks and OpenAPI are made of this. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Code extends ProblemCode = ProblemCode,
> = {
  readonly method: Method
  /** Below `/api`, with `:names` for parameters. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Of access `customer`: open to guests too, who bought without an account. By default an account is needed. */
  readonly byGuest?: true
  /** Of access `customer`: open to guests and to visitors who opened a guest's order by its link, which others may have, too. */
  readonly byLink?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  readonly problems: readonly Code[]
  /** The reply is a file of this media type instead of JSON. */
  readonly file?: string
  /** Same for everyone and for ever: may be cached without asking again. */
  readonly immutable?: boolean
  /** The reply is `text/event-stream` and stays open; it is read by a reader of its own. */
  readonly stream?: true
  /** Where the performance is named whose waiting room, if it has one, must be passed first; else `queue-required`. */
  readonly passFor?: 'params' | 'body'
}

/** The endpoints of a group that are called and answer once. */
export type Calls<Group> = { readonly [Name in keyof Group as Group[Name] extends { stream: true } ? never : Name]: Group[Name] }

export type ReplyOf<E> = E extends { reply: infer Reply extends z.ZodType } ? z.output<Reply> : never
/** What a server hands to the contract before it is validated out. */
export type ReplyInput<E> = E extends { reply: infer Reply extends z.ZodType } ? z.input<Reply> : never
export type ParamsOf<E> = E extends { params: infer Params extends z.ZodType } ? z.output<Params> : never
export type QueryOf<E> = E extends { query: infer Query extends z.ZodType } ? z.output<Query> : never
export type BodyOf<E> = E extends { body: infer Body extends z.ZodType } ? z.output<Body> : never
/** The codes this endpoint may answer, the common ones included. */
export type ProblemOf<E> = E extends { problems: readonly (infer Code extends ProblemCode)[] } ? Code | CommonProblem : never

/** Whether an endpoint of access `customer` is open to a visitor who is identified by an account, as a guest or by an order's link. */
export const isOpenTo = (
  { byGuest, byLink }: Pick<Endpoint, 'byGuest' | 'byLink'>,
  visitor: { readonly isGuest: boolean; readonly isByLink: boolean },
): boolean => byLink === true || (visitor.isByLink ? false : !visitor.isGuest || byGuest === true)

/** Declares an endpoint. Unknown fields of a strict body are refused: no client-sent price is ever looked at. */
export function endpoint<
  const Code extends ProblemCode,
  Reply extends z.ZodType,
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
>(
  method: Method,
  path: string,
  spec: {
    summary: string
    access?: Access
    byGuest?: true
    byLink?: true
    params?: Params
    query?: Query
    body?: Body
    reply: Reply
    problems: readonly Code[]
    file?: string
    immutable?: boolean
    passFor?: 'params' | 'body'
  },
): Endpoint<Params, Query, Body, Reply, Code> {
  const { access = 'guest', params = nothing, query = nothing, body = nothing, ...rest } = spec
  return { method, path, access, params: params as Params, query: query as Query, body: body as Body, ...rest }
}
