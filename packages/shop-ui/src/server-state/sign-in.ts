import { useMutation } from '@tanstack/react-query'
import type { Session } from '@playhouse/api-client/contract'
import type { Result } from '@playhouse/domain/result'
import { api } from './api.ts'
import { type Change, forgetOffers } from './mutations.ts'
import { useDrafts } from '#client-state'
import { forgetTickets, setServerTime, type TabMessage, tellOtherTabs } from '#browser'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'

/** Deletes what this device keeps of a former customer: tickets for the door, seats and forms not sent yet. */
async function forgetFormerCustomer(customer: string | undefined): Promise<void> {
  useDrafts.getState().changeOwner(customer)
  await queryClient.cancelQueries({ queryKey: ['held'] })
  await forgetTickets(customer)
}

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
  tellOtherTabs({ customer })
  for (const queryKey of [['me'], ['orders'], ['order'], ['links'], ['held'], ['kept']]) queryClient.removeQueries({ queryKey })
  void queryClient.invalidateQueries(basketQuery)
  forgetOffers()
}

/** The tab that signs in deletes the tickets as well; a request of this one may have stored them again since. */
export async function applySignInElsewhere(message: TabMessage): Promise<void> {
  if (message !== 'changed') await forgetFormerCustomer(message.customer)
}

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
