import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Basket } from '@playhouse/api-client/contract'
import type { ProblemCode } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import { api } from './api.ts'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'
import { notifyOtherTabs } from '#browser'
import { withBotCheck } from './with-bot-check.ts'

type Failure = { readonly code: ProblemCode }
/** Answers a `Result` and never throws: `const result = await change.mutateAsync(input)`. */
export type Change<Input, Value, Reason> = UseMutationResult<Result<Value, Reason>, Error, Input>

/** Puts a basket the server answered in the place of the one we knew, header count and timer included. */
export function cacheBasket(basket: Basket): void {
  queryClient.setQueryData(basketQuery.queryKey, basket)
  notifyOtherTabs()
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session
      ? { ...session, basket: { state: basket.state, count: basket.tickets.length, total: basket.totals.total, deadline: basket.deadline } }
      : session,
  )
}

/** What somebody may buy depends on who they are and on the code on their basket. */
export function invalidateOffers(): void {
  for (const name of ['prices', 'events', 'event', 'instance', 'availability', 'ballot'])
    void queryClient.invalidateQueries({ queryKey: [name] })
}

/** After these the basket we show is not the server's any more, or may not be: whether what got no answer was done, nobody knows. */
const outdating: ReadonlySet<ProblemCode> = new Set([
  'basket-expired',
  'basket-paying',
  'basket-line-unknown',
  'price-changed',
  'service-unavailable',
])

/** Asks the server for the basket and the session again. */
export const refreshBasket = (): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries(basketQuery), queryClient.invalidateQueries(sessionQuery)])

/** Changes run one after the other, so that a hasty visitor's clicks arrive in order. */
const useBasketChange = <Input, Value, Reason extends Failure>(
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

/** Changes of the basket; on success the basket and the header are already up to date when they return. */
export const useAddTickets = () => useBasketChange(withBotCheck(api.basket.addTickets), ({ lost: _, ...basket }) => basket)
export const useBestAvailable = () => useBasketChange(withBotCheck(api.seats.bestAvailable), ({ basket }) => basket)
export const useChangeTicket = () => useBasketChange(api.basket.changeTicket, itself)
export const useRemoveTicket = () => useBasketChange(api.basket.removeTicket, itself)
export const useResetBasket = () => useBasketChange((_: void) => api.basket.reset(), itself)
/** A promo code may open prices and sales, or close them again. */
const usePromoChange = <Input, Reason extends Failure>(call: (input: Input) => Promise<Result<Basket, Reason>>) =>
  useBasketChange(async (input: Input) => {
    const result = await call(input)
    if (result.ok) invalidateOffers()
    return result
  }, itself)
export const useApplyPromo = () => usePromoChange(api.basket.applyPromo)
export const useRemovePromo = () => usePromoChange((_: void) => api.basket.removePromo())
export const useAddReservedOrder = () => useBasketChange(api.me.addOrderToBasket, itself)
export const useApplyGiftVoucher = () => useBasketChange(api.basket.applyGiftVoucher, itself)
export const useRemoveGiftVoucher = () => useBasketChange((_: void) => api.basket.removeGiftVoucher(), itself)
export const useApplyCredit = () => useBasketChange((_: void) => api.basket.applyCredit(), itself)
export const useRemoveCredit = () => useBasketChange((_: void) => api.basket.removeCredit(), itself)
export const useExtendHold = () => useBasketChange((_: void) => api.basket.extend(), itself)
export const useAddItem = () => useBasketChange(api.basket.addItem, itself)
export const useRemoveItem = () => useBasketChange(api.basket.removeItem, itself)
export const useSetGiftAid = () => useBasketChange(api.basket.setGiftAid, itself)
export const useSetDelivery = () => useBasketChange(api.basket.setDelivery, itself)
export const useSetNotes = () => useBasketChange(api.basket.setNotes, itself)
export const useSetBilling = () => useBasketChange(api.basket.setBilling, itself)
