import { queryOptions } from '@tanstack/react-query'
import { calendarDay } from '@playhouse/domain/calendar'
import { serverNow } from '#browser'
import { api, unwrap } from '#server-state'

/** The customer's current and former memberships. */
export const membershipsQuery = queryOptions({ queryKey: ['me', 'memberships'], queryFn: () => unwrap(api.me.memberships()) })

/** The ids of the memberships that have not expired in the theatre's time zone. */
export function currentMembershipIds(
  timeZone: string,
  memberships: readonly { readonly membership: string; readonly expiresOn: string }[],
): string[] {
  const today = calendarDay(new Date(serverNow()).toISOString(), timeZone)
  return memberships.filter(({ expiresOn }) => expiresOn >= today).map(({ membership }) => membership)
}
