import type { Actor } from '#db'
import type { PaymentDeps } from '#modules/payment'
import { chargeDue } from '#modules/recurring'
import { announceRenewals } from './announce.ts'
import { renewalKind } from './charge.ts'

const actor: Actor = { name: 'renewals' }

/**
 * Renews memberships automatically: announces what is charged within 30 days, charges what is due, and applies the outcomes. Safe to
 * run in several processes, and to be killed at any point.
 * @throws AggregateError of the failures, after everything else was processed
 */
export async function renewMemberships(deps: PaymentDeps): Promise<void> {
  const failures = [...(await announceRenewals(deps, actor)), ...(await chargeDue(deps, renewalKind(deps), actor))]
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} memberships could not be renewed`)
}
