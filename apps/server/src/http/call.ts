import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, ParamsOf, ProblemOf, QueryOf, ReplyInput } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Actor, AdoptedBasket } from '#modules/basket'
import type { NewBasket } from '#modules/hold'
import type { CustomerRow } from '#modules/session'

/** A call of an endpoint with validated input, and the visitor who makes it. */
export type Call<E> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly visitor: Visitor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The visitor of one request. A session is written only when there is something to keep. */
export interface Visitor {
  readonly actor: Actor
  readonly locale: Locale
  readonly customer: CustomerRow | undefined
  /**
   * Whether an order link identifies the visitor. Other people may have the link, so it shows that order and allows no
   * purchase.
   */
  readonly hasLinkAccess: boolean
  readonly basketId: string | undefined
  /** The key of their session; guests who have nothing to keep have none. */
  readonly session: string | undefined
  /** The payment that was started last in this browser since its last sign-out, by whichever customer. */
  readonly payment: string | undefined
  /** After signing in: the outcome for the customer's other open basket. */
  readonly otherBasket: AdoptedBasket['other']
  /** The id of the basket to change: the visitor's, or a new one when there is none or it has ended. */
  ensureBasket(): Promise<string>
  /** Holds seats in that basket. A new basket and its session are written together with the seats, or not at all. */
  fillBasket<Taken extends Result<unknown, { readonly code: string }>>(
    take: (targetBasket: string | NewBasket) => Promise<Taken>,
  ): Promise<Taken>
  useBasket(id: string): Promise<void>
  /** Keeps the basket of a visitor without an account in a cookie, which outlives the session. */
  rememberBasket(): void
  /** Remembers a payment that was started in this session. */
  keepPayment(payment: string): Promise<void>
  /** The key of their session, which is started when there is none. */
  ensureSession(): Promise<string>
  /** Starts a new session as that customer; the basket moves to it. */
  signIn(customer: string, isGuest?: boolean): Promise<void>
  /** Starts a new session for the holder of a guest order's link, to read that order. A customer's basket does not move to it. */
  viewAsGuest(guest: string): Promise<void>
  /** Clears the identity granted by an order link. */
  clearIdentity(): Promise<void>
  signOut(): Promise<void>
}

/** Handles a call; returns the reply or a problem that the endpoint declares. */
export type Handler<E> = (call: Call<E>) => Promise<Result<ReplyInput<E>, Problem<ProblemOf<E>>> | Result<never, Problem>>
export type Handlers<Group> = { readonly [Name in keyof Group]: Handler<Group[Name]> }
