import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Basket, Session } from '@playhouse/api-client/contract'
import type { ProblemCode } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import { api } from './api.ts'
import { useDrafts } from './drafts.ts'
import { forgetTickets } from './kept-tickets.ts'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'
import { setServerTime } from './server-clock.ts'
import { onSignInElsewhere, tellOtherTabs, tellSignIn } from './tabs.ts'

type Failure = { readonly code: ProblemCode }
/** Answers a `Result` and never throws: `const result = await change.mutateAsync(input)`. */
type Change<Input, Value, Reason> = UseMutationResult<Result<Value, Reason>, Error, Input>

/** Puts a basket the server answered in the place of the one we knew, header count and timer included. */
export function keepBasket(basket: Basket): void {
  queryClient.setQueryData(basketQuery.queryKey, basket)
  tellOtherTabs()
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session
      ? { ...session, basket: { state: basket.state, count: basket.tickets.length, total: basket.totals.total, deadline: basket.deadline } }
      : session,
  )
}

/** Deletes what this device keeps of a former customer: tickets for the door, seats and forms not sent yet. */
async function forgetFormerCustomer(customer: string | undefined): Promise<void> {
  useDrafts.getState().changeOwner(customer)
  await queryClient.cancelQueries({ queryKey: ['held'] })
  await forgetTickets(customer)
}
// The tab that signs in deletes the tickets as well; a request of this one may have stored them again since.
onSignInElsewhere((customer) => void forgetFormerCustomer(customer))

/**
 * Applies the session that any way in or out returned: password, link, guest form, order link, registration, new password,
 * sign-out. Afterwards the session and the basket are current, and nothing of a former customer is left on the device.
 */
export async function applySignIn(session: Session): Promise<void> {
  const customer = session.customer?.id
  // Before the session: a known customer is led on at once, and the next page may store tickets and needs the basket.
  await queryClient.prefetchQuery({ ...basketQuery, staleTime: 0 })
  await forgetFormerCustomer(customer)
  setServerTime(session.serverTime)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  tellSignIn(customer)
  for (const queryKey of [['me'], ['orders'], ['order'], ['links'], ['held'], ['kept']]) queryClient.removeQueries({ queryKey })
  void queryClient.invalidateQueries(basketQuery)
  forgetOffers()
}

/** What somebody may buy depends on who they are and on the code on their basket. */
function forgetOffers(): void {
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
      if (result.ok) keepBasket(basketOf(result.value))
      else if (outdating.has(result.error.code)) await refreshBasket()
      return result
    },
    scope: { id: 'basket' },
  })

const itself = (basket: Basket): Basket => basket

/** Changes of the basket; on success the basket and the header are already up to date when they return. */
export const useAddTickets = () => useBasketChange(api.basket.addTickets, ({ lost: _, ...basket }) => basket)
export const useBestAvailable = () => useBasketChange(api.seats.bestAvailable, ({ basket }) => basket)
export const useChangeTicket = () => useBasketChange(api.basket.changeTicket, itself)
export const useRemoveTicket = () => useBasketChange(api.basket.removeTicket, itself)
export const useResetBasket = () => useBasketChange((_: void) => api.basket.reset(), itself)
/** A promo code may open prices and sales, or close them again. */
const usePromoChange = <Input, Reason extends Failure>(call: (input: Input) => Promise<Result<Basket, Reason>>) =>
  useBasketChange(async (input: Input) => {
    const result = await call(input)
    if (result.ok) forgetOffers()
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

const useSigning = <Input, Reason>(call: (input: Input) => Promise<Result<Session, Reason>>): Change<Input, Session, Reason> =>
  useMutation({
    mutationFn: async (input: Input) => {
      const result = await call(input)
      if (result.ok) await applySignIn(result.value)
      return result
    },
  })

/** Signing in, out and up, and a new password, which signs out; the session and the basket are refreshed before they return. */
export const useLogin = () => useSigning(api.auth.login)
export const useRegister = () => useSigning(api.auth.register)
export const useRedeemReset = () => useSigning(api.auth.redeemReset)
export const useLogout = () => useSigning((_: void) => api.auth.logout())

/** A call that changes nothing we keep: `useCall(api.checkout.start)`. */
export const useCall = <Input, Value>(call: (input: Input) => Promise<Value>): UseMutationResult<Value, Error, Input> =>
  useMutation({ mutationFn: call })
