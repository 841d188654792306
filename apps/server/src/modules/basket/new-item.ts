import type { Transaction } from 'kysely'
import type { Database } from '#db'
import { mostItems, needsTickets, replacesItem } from '@playhouse/domain/item-kind'
import type { OfferedItem } from '@playhouse/domain/item-offer'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { itemModules, type PricedItem } from '#modules/item'
import { findOtherOrderProblem, findReservedItemProblem } from './add-ons.ts'
import { type Actor, type BasketRow, ticketsOf } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { findTermConflict, type ItemRow, itemsOf, offerToBuyer } from './items.ts'

/** An offered item for a basket: its price for the buyer, and the item of the basket that it replaces. */
export type NewItem = { readonly offer: OfferedItem; readonly priced: PricedItem | OfferedItem; readonly replaced: ItemRow | undefined }

/** The network whose holds are limited. Staff sell to many customers from one network. */
export const networkOf = ({ staff_id }: BasketRow, { network }: Actor): string | undefined => (staff_id === null ? network : undefined)

/** Checks everything about an item for a locked basket, but whether it can be held. */
export async function validateNewItem(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  offer: OfferedItem,
): Promise<Result<NewItem, Problem>> {
  const { id, customer_id } = basket
  const { kind, product, quantity, detail } = offer
  const otherOrder = await findOtherOrderProblem(trx, basket, kind)
  if (otherOrder) return fail(otherOrder)
  const [tickets, items] = await Promise.all([ticketsOf(trx, id), itemsOf(trx, id)])
  if (needsTickets(kind) && tickets.length === 0) return fail(problem('basket-empty'))
  const buyerOffer = await offerToBuyer(trx, deps.brand, customer_id, offer)
  if (!buyerOffer.ok) return buyerOffer
  const detailProblem = await itemModules[kind].findDetailProblem?.(trx, deps.brand, detail)
  if (detailProblem) return fail(detailProblem)
  const priced = buyerOffer.value ?? offer
  const replaced = items.find((present) => replacesItem({ kind, product }, present))
  const otherItems = items.filter((present) => present !== replaced)
  const reserved = [...otherItems, { quantity, detail: priced.detail }]
  const reservationProblem = await findReservedItemProblem(trx, basket, tickets, reserved)
  if (reservationProblem) return fail(reservationProblem)
  const conflict =
    customer_id === null ? undefined : await findTermConflict(trx, { customer: customer_id, basket: id }, priced.detail, otherItems)
  if (conflict) return fail(conflict)
  if (!replaced && items.length >= mostItems) return fail(problem('basket-full', { maximum: mostItems }))
  return ok({ offer, priced, replaced })
}
