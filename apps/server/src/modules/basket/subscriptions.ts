import type { Basket } from '@playhouse/api-client/contract'
import { allocateVouchers, type VoucherTicket } from '@playhouse/domain/subscription-voucher'
import type { Problem } from '@playhouse/domain/problem'
import { ok, type Result } from '@playhouse/domain/result'
import { loadUsableSubscriptions, type UsableSubscription } from '#modules/subscription'
import type { Actor, BasketRow, TicketRow } from './basket-row.ts'
import { type BasketDeps, type CannotEdit, editBasket } from './edit-basket.ts'
import { withoutPackages } from './packages.ts'

type SubscribedTickets = {
  /** The tickets of the basket. Those that vouchers pay for are free. */
  readonly tickets: readonly TicketRow[]
  /** For the API: absent where no voucher can be used for a ticket. */
  readonly subscriptions?: NonNullable<Basket['subscriptions']>
}

/**
 * Uses the vouchers of a customer's subscriptions for the tickets of their basket. Tickets of packages are not paid for by vouchers.
 * @param loaded the subscriptions with what is left for this basket, if the caller has loaded them
 */
export async function applySubscriptions(
  { db, brand, catalogue }: BasketDeps,
  basket: Pick<BasketRow, 'id' | 'customer_id' | 'uses_subscriptions'>,
  rows: readonly TicketRow[],
  loaded?: readonly UsableSubscription[],
): Promise<SubscribedTickets> {
  if (!brand.flexSubscriptions || basket.customer_id === null || rows.length === 0) return { tickets: rows }
  const held = loaded ?? (await loadUsableSubscriptions(db, basket))
  if (held.length === 0) return { tickets: rows }
  const single = await withoutPackages(db, rows)
  const voucherTickets = await Promise.all(
    single.map(async ({ id, performance_id: performance, band, price_type: priceType, price }): Promise<VoucherTicket> => ({
      ...{ id, performance, band, priceType, price },
      production: (await catalogue.performanceDetails(performance))!.production.id,
    })),
  )
  const chosen = allocateVouchers(held, voucherTickets)
  if (chosen.size === 0) return { tickets: rows }
  const isUsed = basket.uses_subscriptions
  const tickets = rows.map((row) => {
    const subscription = isUsed ? chosen.get(row.id) : undefined
    if (subscription === undefined) return row
    const { name } = held.find(({ id }) => id === subscription)!
    return { ...row, price: 0, fee: 0, voucher: { subscription, name, price: row.price } }
  })
  const used = held.flatMap(({ id, name, left, expiresOn }) => {
    const vouchers = [...chosen.values()].filter((each) => each === id).length
    return vouchers > 0 ? [{ id, name, vouchers, left, expiresOn }] : []
  })
  return { tickets, subscriptions: { isUsed, used } }
}

/** Uses the vouchers of the customer's subscriptions for the tickets of a basket, or pays for these without. */
export async function setSubscriptions(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  isUsed: boolean,
): Promise<Result<unknown, Problem<'basket-expired'> | CannotEdit>> {
  return editBasket(deps, id, actor, isUsed ? 'use-vouchers' : 'leave-vouchers', async (trx) => {
    await trx.updateTable('basket').set({ uses_subscriptions: isUsed }).where('id', '=', id).execute()
    return ok({})
  })
}
