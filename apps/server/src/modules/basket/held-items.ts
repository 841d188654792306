import { auditBy, transact } from '#db'
import { findHeldItems } from '@playhouse/domain/membership-change'
import { withCurrentPrices } from '#modules/catalogue'
import { readTerms } from '#modules/membership'
import { type BasketRow, lockBasket } from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { isBasketEmpty, itemsOf, removeDependentItems, removeTenders, removeTopUps, type ItemRow } from './items.ts'
import { revertMemberPrices } from './member-prices.ts'

const actor = { name: 'basket check' }

/**
 * Removes the memberships that the customer of an open basket holds by now, for example because they bought them on another device.
 * The basket names them until it is changed. Tickets keep the prices of members, which the held membership opens. A counter basket
 * and one that is being paid for stay unchanged.
 * @param items the items that were read
 * @param heldToday the memberships that the customer holds, where they were read
 * @returns whether the basket must be read again: this or a concurrent call has removed one
 */
export async function removeHeldMemberships(
  deps: BasketDeps,
  read: BasketRow,
  items: readonly ItemRow[],
  heldToday?: readonly string[],
): Promise<boolean> {
  const { db, brand } = deps
  const { id, customer_id: customer } = read
  const memberships = items.filter(({ kind }) => kind === 'membership')
  if (customer === null || !isChecked(read) || memberships.length === 0) return false
  if (heldToday && memberships.every(({ product }) => product === null || !heldToday.includes(product))) return false
  const now = await readTerms(db, customer, brand.timeZone)
  if (findHeldItems(brand.memberships, now.terms, memberships, now.today).length === 0) return false
  const remove = () =>
    transact(db, async (trx): Promise<void> => {
      const basket = await lockBasket(trx, id)
      if (!isChecked(basket) || basket.customer_id !== customer) return
      const { terms, today } = await readTerms(trx, customer, brand.timeZone)
      const held = findHeldItems(brand.memberships, terms, await itemsOf(trx, id), today)
      if (held.length === 0) return
      const heldIds = held.map((item) => item.id)
      await trx.deleteFrom('basket_item').where('id', 'in', heldIds).execute()
      // Seats that a gift voucher keeps in the basket stay, and can't be paid for.
      if ((await revertMemberPrices(trx, deps, basket)).ok) await removeDependentItems(trx, id)
      if (await isBasketEmpty(trx, id)) {
        await removeTenders(trx, id)
        await removeTopUps(trx, id)
      }
      const names = new Set([...basket.held_memberships, ...held.flatMap(({ detail }) => (detail && 'name' in detail ? detail.name : []))])
      await trx
        .updateTable('basket')
        .set((eb) => ({ version: eb('version', '+', 1), held_memberships: [...names] }))
        .where('id', '=', id)
        .execute()
      const detail = { memberships: held.map(({ product }) => product) }
      await auditBy(trx, actor, { subject: 'basket', subjectId: id, verb: 'remove-held', from: 'open', to: 'open', detail })
    })
  await withCurrentPrices(deps.catalogue, remove)
  return true
}

const isChecked = ({ state, lapsedNow, staff_id, is_off_session }: BasketRow): boolean =>
  state === 'open' && !lapsedNow && staff_id === null && !is_off_session
