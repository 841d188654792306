import { queryOptions } from '@tanstack/react-query'
import { api, serverNow, unwrap } from '#session'

/** What the customer holds and held, as their account keeps it. */
export const membershipsQuery = queryOptions({ queryKey: ['me', 'memberships'], queryFn: () => unwrap(api.me.memberships()) })

/** Of memberships those that aren't over. */
export function heldToday(memberships: readonly { readonly membership: string; readonly expiresOn: string }[]): string[] {
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  return memberships.filter(({ expiresOn }) => expiresOn >= today).map(({ membership }) => membership)
}
