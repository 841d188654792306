import type { Session } from '@playhouse/api-client/contract'
import { basketQuery, keepSession, queryClient } from '#session'

/** After whichever way in: the session and the basket are those of who is here now. */
export async function settleIn(session: Session): Promise<void> {
  // The basket first: whoever is known is led on at once, and past no basket that is theirs.
  await queryClient.prefetchQuery({ ...basketQuery, staleTime: 0 })
  keepSession(session)
}
