import type { BodyOf, Calls, contract, Endpoint, ParamsOf, ProblemOf, QueryOf, ReplyInput } from '#contract'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { MockVisit } from './mock-shop.ts'

/** A validated call with the visit of its session. */
export type MockCall<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E>; readonly visit: MockVisit }
/** Handler of one endpoint, typed by the contract. */
export type MockHandler<E> = (call: MockCall<E>) => Result<ReplyInput<E>, Problem<ProblemOf<E>>> | Result<never, Problem>
/** Handlers of all endpoints of a group except streams. */
export type MockHandlers<Group> = { readonly [Name in keyof Calls<Group>]: MockHandler<Calls<Group>[Name]> }
/** Type of the whole contract. */
export type Contract = typeof contract
/** A handler without the types of its endpoint. */
export type AnyMockHandler = (call: MockCall<Endpoint>) => Result<unknown, Problem>
