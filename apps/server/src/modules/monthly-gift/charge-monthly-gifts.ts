import type { Actor } from '#db'
import type { PaymentDeps } from '#modules/payment'
import { chargeDue } from '#modules/recurring'
import { monthlyKind } from './charge.ts'
import { planGifts } from './plan-gifts.ts'

const actor: Actor = { name: 'monthly-gifts' }

/**
 * Charges monthly gifts: ends those whose fund or mandate has ended, plans the gifts of this month, charges what is due, and applies the
 * outcomes. Safe to run in several processes, and to be killed at any point.
 * @throws AggregateError of the failures, after everything else was processed
 */
export async function chargeMonthlyGifts(deps: PaymentDeps): Promise<void> {
  const failures = [...(await planGifts(deps, actor)), ...(await chargeDue(deps, monthlyKind(deps), actor))]
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} monthly gifts could not be charged`)
}
