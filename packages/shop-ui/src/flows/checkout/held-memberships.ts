import { queryOptions } from '@tanstack/react-query'
import { dayIn } from '@playhouse/domain/day'
import { api, serverNow, unwrap } from '#session'

/** What the customer holds and held, as their account keeps it. */
export const membershipsQuery = queryOptions({ queryKey: ['me', 'memberships'], queryFn: () => unwrap(api.me.memberships()) })

/** Of memberships those that aren't over where the house is. */
export function heldToday(timeZone: string, memberships: readonly { readonly membership: string; readonly expiresOn: string }[]): string[] {
  const today = dayIn(timeZone, serverNow())
  return memberships.filter(({ expiresOn }) => expiresOn >= today).map(({ membership }) => membership)
}
