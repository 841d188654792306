import { queryOptions } from '@tanstack/react-query'
import type { HeldMembership } from '@playhouse/api-client/contract'
import { api, unwrap } from '#server-state'

/** The customer's current and former memberships. */
export const membershipsQuery = queryOptions({ queryKey: ['me', 'memberships'], queryFn: () => unwrap(api.me.memberships()) })

/** The ids of the memberships that have not ended. */
export const currentMembershipIds = (memberships: readonly Pick<HeldMembership, 'membership' | 'state'>[]): string[] =>
  memberships.filter(({ state }) => state !== 'lapsed' && state !== 'cancelled').map(({ membership }) => membership)
