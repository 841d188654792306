import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, ParamsOf, ProblemOf, QueryOf, ReplyInput } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import type { Actor, AdoptedBasket } from '#modules/basket'
import type { NewBasket } from '#modules/hold'
import type { CustomerRow } from '#modules/session'

/** A call of an endpoint, its input checked, and the visitor who makes it. */
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
  /** They came by the link of an order. Others may have it too, and so it shows that order and buys nothing. */
  readonly hasLinkAccess: boolean
  readonly basketId: string | undefined
  /** The key of their session; guests who have nothing to keep have none. */
  readonly session: string | undefined
  /** The payment that was started last in this browser since its last sign-out, by whichever customer. */
  readonly payment: string | undefined
  /** After signing in: what became of a basket that was waiting for them. */
  readonly otherBasket: AdoptedBasket['other']
  /** The basket to change: the visitor's, or a new one where there is none or it is over. */
  ensureBasket(): Promise<string>
  /** Lets seats be taken into that basket. A new one, and the session that keeps it, are written with the seats or not at all. */
  fillBasket<Taken extends Result<unknown, unknown>>(take: (into: string | NewBasket) => Promise<Taken>): Promise<Taken>
  useBasket(id: string): Promise<void>
  /** Remembers a payment that was started in this session. */
  keepPayment(payment: string): Promise<void>
  /** The key of their session, which is begun where there is none. */
  ensureSession(): Promise<string>
  /** A new session id with another customer; the basket comes along. A guest is one from here on, and known by nothing else. */
  signIn(customer: string, isGuest?: boolean): Promise<void>
  /** A new session id for whoever has the link of a guest's order: to look at it. The basket stays whose it was. */
  viewAsGuest(guest: string): Promise<void>
  /** Whoever looked by a link is nobody in particular again. */
  clearIdentity(): Promise<void>
  signOut(): Promise<void>
}

/** A verb's answer; the problems are those that its endpoint declares. */
export type Handler<E> = (call: Call<E>) => Promise<Result<ReplyInput<E>, Problem<ProblemOf<E>>> | Result<never, Problem>>
export type Handlers<Group> = { readonly [Name in keyof Group]: Handler<Group[Name]> }
