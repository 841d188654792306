import { queryOptions } from '@tanstack/react-query'
import { calendarDay } from '@playhouse/domain/calendar'
import { serverNow } from '#browser'
import { api, unwrap } from '#server-state'

/** What the customer holds and held, as their account keeps it. */
export const membershipsQuery = queryOptions({ queryKey: ['me', 'memberships'], queryFn: () => unwrap(api.me.memberships()) })

/** Of memberships those that aren't over where the house is. */
export function currentMembershipIds(
  timeZone: string,
  memberships: readonly { readonly membership: string; readonly expiresOn: string }[],
): string[] {
  const today = calendarDay(new Date(serverNow()).toISOString(), timeZone)
  return memberships.filter(({ expiresOn }) => expiresOn >= today).map(({ membership }) => membership)
}
