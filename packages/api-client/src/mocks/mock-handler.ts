import type { BodyOf, Calls, contract, Endpoint, ParamsOf, ProblemOf, QueryOf, ReplyInput } from '#contract'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { MockVisit } from './mock-shop.ts'

/** A call as a mock sees it. */
export type MockCall<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E>; readonly visit: MockVisit }
/** Typed by the contract: a mock that drifts doesn't compile. */
export type MockHandler<E> = (call: MockCall<E>) => Result<ReplyInput<E>, Problem<ProblemOf<E>>> | Result<never, Problem>
export type MockHandlers<Group> = { readonly [Name in keyof Calls<Group>]: MockHandler<Calls<Group>[Name]> }
export type Contract = typeof contract
export type AnyMockHandler = (call: MockCall<Endpoint>) => Result<unknown, Problem>
