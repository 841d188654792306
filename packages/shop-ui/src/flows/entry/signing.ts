import type { Session } from '@playhouse/api-client/contract'
import { basketQuery, keepSession, queryClient } from '#session'

/** After whichever way in: the session and the basket are those of who is here now. */
export async function settleIn(session: Session): Promise<void> {
  keepSession(session)
  await queryClient.prefetchQuery({ ...basketQuery, staleTime: 0 })
}
