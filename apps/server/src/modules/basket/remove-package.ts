import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, ticketsOf } from './basket-row.ts'
import { type BasketDeps, type CannotEdit, editBasket } from './edit-basket.ts'
import { holdsVoucher } from './holds-voucher.ts'
import { removeDependentItems } from './items.ts'
import { packagesOfTickets, releasePackage } from './packages.ts'
import { stopClock } from './stop-clock.ts'

/** Removes a package with all of its tickets. With the last ticket, the deadline and the items that need tickets are removed. */
export async function removePackage(
  deps: BasketDeps,
  basketId: string,
  actor: Actor,
  id: string,
): Promise<Result<unknown, Problem<'basket-line-unknown' | 'voucher-in-basket'> | CannotEdit>> {
  return editBasket(
    deps,
    basketId,
    actor,
    'remove-package',
    async (trx): Promise<Result<unknown, Problem<'basket-line-unknown' | 'voucher-in-basket'>>> => {
      const tickets = await ticketsOf(trx, basketId)
      const packages = await packagesOfTickets(trx, tickets)
      if (packages.every((each) => each.id !== id)) return fail(problem('basket-line-unknown'))
      if (await holdsVoucher(trx, basketId)) return fail(problem('voucher-in-basket'))
      await releasePackage(trx, basketId, id, tickets)
      if (tickets.every(({ series }) => series === id)) await stopClock(trx, basketId)
      const items = await removeDependentItems(trx, basketId)
      return ok({ package: id, ...(items.length > 0 && { items }) })
    },
  )
}
