import { z } from 'zod'
import type { ProblemCode } from '@playhouse/domain/problem'
import type { StaffPermission } from '@playhouse/domain/staff'

/** HTTP method of an endpoint. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/**
 * The callers of an endpoint: `guest` any visitor, `customer` a signed-in customer, `staff` a staff user, `provider` a
 * payment provider with a valid signature.
 */
export type Access = 'guest' | 'customer' | 'staff' | 'provider'

/** Problems that any endpoint may return; all others are declared by endpoint. */
export const commonProblems = [
  'something-wrong',
  'invalid-input',
  'too-many-requests',
  'forbidden-origin',
  'service-unavailable',
  'maintenance',
  'page-not-found',
  'preview-read-only',
  'preview-ended',
] as const satisfies readonly ProblemCode[]
type CommonProblem = (typeof commonProblems)[number]

const emptyObject = z.strictObject({})

type PassSource = 'params' | 'body' | 'performances'
type NamesInstance = { readonly instance: string }

/** The performances of a validated request for which the visitor needs a pass, if they have a waiting room. */
export function instancesOfPass(
  { passFor }: Pick<Endpoint, 'passFor'>,
  request: { readonly params: unknown; readonly body: unknown },
): string[] {
  if (passFor === undefined) return []
  if (passFor !== 'performances') return [(request[passFor] as NamesInstance).instance]
  return (request.body as { readonly performances: readonly NamesInstance[] }).performances.map(({ instance }) => instance)
}

/** Reply of an endpoint with a `file`: its bytes. */
export const fileSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** One endpoint of the API. Client, server routes, mocks and OpenAPI are generated from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Code extends ProblemCode = ProblemCode,
> = {
  readonly method: Method
  /** Path below `/api`, with `:name` for a parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** With access `staff`: the permission that the staff user needs. A handler may need others besides. */
  readonly permission?: StaffPermission
  /** With access `customer`: also open to guests. By default an account is required. */
  readonly byGuest?: true
  /** With access `customer`: also open to guests, and to visitors who opened a guest's order by the link in its mail. */
  readonly byLink?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  readonly problems: readonly Code[]
  /** The largest body in bytes, where it is larger than that of other endpoints. The caller is checked before the body is read. */
  readonly bodyLimit?: number
  /** Media type of a reply that is a file instead of JSON. */
  readonly file?: string
  /** The reply is the same for every visitor and never changes: cached without revalidation. */
  readonly immutable?: boolean
  /** The reply is an open `text/event-stream`; `createClient` does not offer it. */
  readonly stream?: true
  /**
   * Part of the request that names the performance; `performances`: the list of them in the body. Without a pass of the waiting
   * room of each the problem is `queue-required`.
   */
  readonly passFor?: PassSource
}

/** The endpoints of a group without streams. */
export type Calls<Group> = { readonly [Name in keyof Group as Group[Name] extends { stream: true } ? never : Name]: Group[Name] }

/** Parsed reply of an endpoint. */
export type ReplyOf<E> = E extends { reply: infer Reply extends z.ZodType } ? z.output<Reply> : never
/** Reply of an endpoint before it is validated and serialised. */
export type ReplyInput<E> = E extends { reply: infer Reply extends z.ZodType } ? z.input<Reply> : never
/** Parsed path parameters of an endpoint. */
export type ParamsOf<E> = E extends { params: infer Params extends z.ZodType } ? z.output<Params> : never
/** Parsed query of an endpoint. */
export type QueryOf<E> = E extends { query: infer Query extends z.ZodType } ? z.output<Query> : never
/** Parsed body of an endpoint. */
export type BodyOf<E> = E extends { body: infer Body extends z.ZodType } ? z.output<Body> : never
/** Problem codes that an endpoint may return, including the common ones. */
export type ProblemOf<E> = E extends { problems: readonly (infer Code extends ProblemCode)[] } ? Code | CommonProblem : never

/** Whether an endpoint with access `customer` is open to a visitor identified by an account, as a guest, or by the link of an order. */
export const isOpenTo = (
  { byGuest, byLink }: Pick<Endpoint, 'byGuest' | 'byLink'>,
  visitor: { readonly isGuest: boolean; readonly isByLink: boolean },
): boolean => byLink === true || (visitor.isByLink ? false : !visitor.isGuest || byGuest === true)

/** The callers of an endpoint: every staff endpoint names a permission. */
export type AccessOptions =
  | { readonly access: 'staff'; readonly permission: StaffPermission }
  | { readonly access?: Exclude<Access, 'staff'>; readonly permission?: never }

/** Declares an endpoint. Strict bodies reject unknown fields, so that a client cannot send a price. */
export function endpoint<
  const Code extends ProblemCode,
  Reply extends z.ZodType,
  Params extends z.ZodType = typeof emptyObject,
  Query extends z.ZodType = typeof emptyObject,
  Body extends z.ZodType = typeof emptyObject,
>(
  method: Method,
  path: string,
  spec: {
    summary: string
    byGuest?: true
    byLink?: true
    params?: Params
    query?: Query
    body?: Body
    reply: Reply
    problems: readonly Code[]
    bodyLimit?: number
    file?: string
    immutable?: boolean
    passFor?: PassSource
  } & AccessOptions,
): Endpoint<Params, Query, Body, Reply, Code> {
  const { access = 'guest', params = emptyObject, query = emptyObject, body = emptyObject, ...rest } = spec
  return { method, path, access, params: params as Params, query: query as Query, body: body as Body, ...rest }
}
