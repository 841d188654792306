import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Basket, BasketSummary } from '@playhouse/api-client/contract'
import type { ProblemCode } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import { api } from './api.ts'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'
import { notifyOtherTabs } from '#browser'
import { withBotCheck } from './with-bot-check.ts'

type Failure = { readonly code: ProblemCode }
/** A mutation that returns a `Result` and never throws: `const result = await change.mutateAsync(input)`. */
export type Change<Input, Value, Reason> = UseMutationResult<Result<Value, Reason>, Error, Input>

const summaryOf = ({ state, tickets, items, totals, deadline }: Basket): BasketSummary => ({
  state,
  count: tickets.length,
  items: items.reduce((sum, { quantity }) => sum + quantity, 0),
  total: totals.total,
  deadline,
})

/** Replaces the cached basket by one from the server, and updates the session's counts and deadline. */
export function cacheBasket(basket: Basket): void {
  queryClient.setQueryData(basketQuery.queryKey, basket)
  // What a membership saves depends on the tickets.
  void queryClient.invalidateQueries({ queryKey: ['memberships'] })
  notifyOtherTabs()
  queryClient.setQueryData(sessionQuery.queryKey, (session) => (session ? { ...session, basket: summaryOf(basket) } : session))
  // A response that is under way may be older than the change.
  for (const { queryKey } of [basketQuery, sessionQuery]) void queryClient.refetchQueries({ queryKey, fetchStatus: 'fetching' })
}

/** Invalidates prices and availability, which depend on the visitor's entitlement and promo code. */
export function invalidateOffers(): void {
  for (const name of ['prices', 'events', 'event', 'instance', 'availability', 'ballot', 'memberships'])
    void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Problems after which the cached basket may be outdated; without a response it is unknown whether the change was made. */
const outdating: ReadonlySet<ProblemCode> = new Set([
  'basket-expired',
  'basket-paying',
  'basket-line-unknown',
  'price-changed',
  'service-unavailable',
])

/** Refetches the basket and the session. */
export const refreshBasket = (): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries(basketQuery), queryClient.invalidateQueries(sessionQuery)])

/** Mutations of the basket run one after the other, so that quick clicks reach the server in order. */
export const useBasketChange = <Input, Value, Reason extends Failure>(
  call: (input: Input) => Promise<Result<Value, Reason>>,
  basketOf: (value: Value) => Basket,
): Change<Input, Value, Reason> =>
  useMutation({
    mutationFn: async (input: Input) => {
      const result = await call(input)
      if (result.ok) cacheBasket(basketOf(result.value))
      else if (outdating.has(result.error.code)) await refreshBasket()
      return result
    },
    scope: { id: 'basket' },
  })

const itself = (basket: Basket): Basket => basket

/** Mutations of the basket. On success the cached basket and the header are up to date when they return. */
export const useAddTickets = () => useBasketChange(withBotCheck(api.basket.addTickets), ({ lost: _, ...basket }) => basket)
export const useBestAvailable = () => useBasketChange(withBotCheck(api.seats.bestAvailable), ({ basket }) => basket)
export const useChangeTicket = () => useBasketChange(api.basket.changeTicket, itself)
export const useRemoveTicket = () => useBasketChange(api.basket.removeTicket, itself)
export const useDismissLapsed = () => useBasketChange((_: void) => api.basket.dismissLapsed(), itself)
export const useResetBasket = () => useBasketChange((_: void) => api.basket.reset(), itself)
/** A promo code or a membership may open or close prices and sales. */
const useOfferChange = <Input, Reason extends Failure>(call: (input: Input) => Promise<Result<Basket, Reason>>) =>
  useBasketChange(async (input: Input) => {
    const result = await call(input)
    if (result.ok) invalidateOffers()
    return result
  }, itself)
export const useApplyPromo = () => useOfferChange(api.basket.applyPromo)
export const useRemovePromo = () => useOfferChange((_: void) => api.basket.removePromo())
export const useAddReservedOrder = () => useBasketChange(api.me.addOrderToBasket, itself)
export const useApplyGiftVoucher = () => useBasketChange(api.basket.applyGiftVoucher, itself)
export const useRemoveGiftVoucher = () => useBasketChange((_: void) => api.basket.removeGiftVoucher(), itself)
export const useApplyCredit = () => useBasketChange((_: void) => api.basket.applyCredit(), itself)
export const useRemoveCredit = () => useBasketChange((_: void) => api.basket.removeCredit(), itself)
export const useExtendHold = () => useBasketChange((_: void) => api.basket.extend(), itself)
export const useAddItem = () => useOfferChange(withBotCheck(api.basket.addItem))
export const useAddTopUp = () => useBasketChange(api.basket.addTopUp, itself)
export const useRemoveItem = () => useOfferChange(api.basket.removeItem)
export const useSetGiftAid = () => useBasketChange(api.basket.setGiftAid, itself)
export const useSetDelivery = () => useBasketChange(api.basket.setDelivery, itself)
export const useSetNotes = () => useBasketChange(api.basket.setNotes, itself)
export const useSetBilling = () => useBasketChange(api.basket.setBilling, itself)
