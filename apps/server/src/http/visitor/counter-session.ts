import type { FastifyRequest } from 'fastify'
import type { CounterState } from '@playhouse/api-client/contract'
import type { Actor } from '#modules/basket'
import { readBasket } from '#modules/basket'
import { ensureCounterBasket, readCustomerCard, paymentMethodsOf } from '#modules/counter'
import { setCounterBasket, setCurrentCustomer, type StaffSession, staffActor, tokenActor } from '#modules/staff'
import type { AppContext } from '../app-context.ts'
import { staffSessionOf } from './staff-session.ts'
import { staffSessionIdleSeconds } from '@playhouse/domain/staff'

/** The counter of one request: the staff user, the customer they serve and the basket. */
export interface CounterSession {
  readonly staffSession: StaffSession
  readonly actor: Actor
  /** The current basket, if any. */
  readonly basketId: string | undefined
  ensureBasket(): Promise<string>
  setBasket(basket: string | null): Promise<void>
  setCustomer(customer: string | null): Promise<void>
  read(): Promise<CounterState>
}

/** @throws without a staff session with both factors, which `bindGroup` requires before. */
export async function counterSessionOf(
  context: AppContext,
  request: FastifyRequest,
  verifiedSession?: StaffSession,
): Promise<CounterSession> {
  const staffSession = verifiedSession ?? (await staffSessionOf(request))
  if (!staffSession?.isVerified) throw new Error('staff session required')
  const { db } = context
  const { staff, key, token } = staffSession
  let { basketId, customerId } = staffSession
  const counter: CounterSession = {
    staffSession,
    actor: { name: token ? tokenActor(token.id) : staffActor(staff), requestId: request.id },
    get basketId() {
      return basketId
    },
    ensureBasket: async () => {
      const id = await ensureCounterBasket(context, { staff: staff.id, customer: customerId, basket: basketId })
      if (id !== basketId) await counter.setBasket(id)
      return basketId ?? id
    },
    setBasket: async (basket) => {
      basketId = await setCounterBasket(db, key, basket, basketId)
    },
    setCustomer: async (customer) => {
      await setCurrentCustomer(db, key, customer)
      customerId = customer ?? undefined
    },
    read: async () => ({
      clerk: { id: staff.id, name: staff.name, email: staff.email, role: staff.role },
      customer: (customerId === undefined ? undefined : await readCustomerCard(context, customerId)) ?? null,
      basket: await readBasket(context, basketId),
      ways: paymentMethodsOf(context),
      serverTime: new Date(await context.catalogue.now()).toISOString(),
      idleSeconds: staffSessionIdleSeconds,
      ...(context.otherCounter && { otherCounter: context.otherCounter }),
    }),
  }
  return counter
}

/** Counts a search for customers or an order by one member of staff. Returns the problem where there were too many. */
export const throttleSearch = async ({ throttle }: AppContext, { staff }: StaffSession) =>
  (await throttle('staff-search', staff.id)) ?? (await throttle('staff-search-day', staff.id))
