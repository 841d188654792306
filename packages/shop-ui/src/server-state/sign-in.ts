import type { Session } from '@playhouse/api-client/contract'
import { invalidateOffers } from './mutations.ts'
import { useDrafts } from '#client-state'
import { deleteStoredTickets, setServerTime, type TabMessage, notifyOtherTabs } from '#browser'
import { basketQuery, queryClient, sessionQuery } from './queries.ts'

/** Deletes what this device keeps of a former customer: tickets for the door, seats and forms not sent yet. */
async function deleteFormerCustomerData(customer: string | undefined): Promise<void> {
  useDrafts.getState().changeOwner(customer)
  await queryClient.cancelQueries({ queryKey: ['held'] })
  await deleteStoredTickets(customer)
}

/**
 * Applies the session that any way in or out returned: password, link, guest form, order link, registration, new password,
 * sign-out. Afterwards the session and the basket are current, and nothing of a former customer is left on the device.
 */
export async function applySignIn(session: Session): Promise<void> {
  const customer = session.customer?.id
  // Before the session is set: screens redirect a signed-in customer at once, and the next page needs the basket and may store
  // tickets.
  await queryClient.prefetchQuery({ ...basketQuery, staleTime: 0 })
  await deleteFormerCustomerData(customer)
  setServerTime(session.serverTime)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  notifyOtherTabs({ customer })
  for (const queryKey of [['me'], ['orders'], ['order'], ['links'], ['held'], ['kept']]) queryClient.removeQueries({ queryKey })
  void queryClient.invalidateQueries(basketQuery)
  invalidateOffers()
}

/** The tab that signs in deletes the tickets as well; a request of this one may have stored them again since. */
export async function applySignInElsewhere(message: TabMessage): Promise<void> {
  if (message !== 'changed') await deleteFormerCustomerData(message.customer)
}
