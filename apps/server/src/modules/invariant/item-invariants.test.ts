import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants } from '#testing'
import { actor } from '../payment/testing/buyer.ts'
import {
  createItemBuyer,
  friend,
  friendForNan,
  gift,
  openPosterShop,
  posters,
  protection,
  vouchers,
} from '../payment/testing/item-buyer.ts'
import { readViolations } from './index.ts'

/** Ways to break the items of a paid order, and the invariants that report each. */
const breakages: readonly (readonly [string, RawBuilder<unknown> | readonly RawBuilder<unknown>[], readonly string[]])[] = [
  [
    'an item is missing from the order',
    sql`delete from order_item where kind = 'refund-protection'`,
    ['invariant_item_unlike_its_line', 'invariant_order_unlike_its_quote'],
  ],
  [
    'an item has another amount than its line',
    sql`update order_item set amount = amount + 1 where kind = 'refund-protection'`,
    ['invariant_item_unlike_its_line', 'invariant_order_unlike_its_quote'],
  ],
  [
    'an item has another name than its line',
    sql`update order_item set name = 'Roof' where kind = 'donation'`,
    ['invariant_item_unlike_its_line'],
  ],
  [
    'the order has an item that was not paid for',
    sql`insert into order_item (order_id, position, kind, name, amount, fee) select id, 99, 'refund-protection', 'refund-protection', 0, 0 from customer_order`,
    ['invariant_item_unlike_its_line', 'invariant_order_unlike_its_quote'],
  ],
  [
    'a line is missing from the order',
    sql`delete from order_line where kind = 'refund-protection'`,
    ['invariant_item_unlike_its_line', 'invariant_order_unbalanced', 'invariant_order_unlike_its_quote'],
  ],
  ['a donation was not recorded', sql`delete from donation`, ['invariant_donation_unlike_its_order']],
  [
    'a returned donation is still recorded',
    sql`update order_item set returned_at = now() where kind = 'donation'`,
    ['invariant_donation_unlike_its_order'],
  ],
  ['a membership was not started', sql`delete from membership`, ['invariant_membership_unlike_its_order']],
  ['a gift voucher was not opened', sql`delete from gift_voucher`, ['invariant_voucher_unlike_its_item']],
  ['a gift voucher was sold for another amount', sql`update gift_voucher set amount = amount + 1`, ['invariant_voucher_unlike_its_sale']],
  [
    'a returned gift voucher can be spent',
    sql`update order_item set returned_at = now() where kind = 'gift-voucher'`,
    ['invariant_voucher_unlike_its_sale'],
  ],
  [
    'a gift voucher was not sent on its day',
    sql`update gift_voucher set send_at = now() - interval '16 minutes'`,
    ['invariant_voucher_overdue'],
  ],
  ['a gift membership has no link to send', sql`delete from gift_membership`, ['invariant_gift_membership_unlike_its_item']],
  [
    'a gift membership was not sent on its day',
    sql`update gift_membership set send_at = now() - interval '16 minutes'`,
    ['invariant_gift_membership_overdue'],
  ],
  [
    'a claimed gift membership was returned',
    [
      sql`update gift_membership set issued_at = now(), token_hash = 'hash', claim_until = current_date, claimed_at = now()`,
      sql`update order_item set returned_at = now() where kind = 'gift-membership'`,
    ],
    ['invariant_gift_membership_returned_and_claimed'],
  ],
  ['more pieces are held than there are', sql`update product_stock set total = sold`, ['invariant_stock_oversold']],
  ['sold pieces are not counted', sql`update product_stock set sold = 0`, ['invariant_stock_unlike_its_orders']],
  [
    'returned pieces are not on sale again',
    sql`update order_item set returned_at = now() where kind = 'product'`,
    ['invariant_stock_unlike_its_orders'],
  ],
  [
    'an item of a product names another performance than its key',
    sql`update order_item set performance_id = 'tonight' where kind = 'product'`,
    ['invariant_product_unlike_its_performance'],
  ],
  [
    'pieces are held without a deadline',
    sql`update basket set deadline = null where state = 'open'`,
    ['invariant_stock_held_without_deadline'],
  ],
  [
    'a returned order keeps an item',
    [sql`update customer_order set state = 'returned'`, sql`update order_item set returned_at = null`],
    ['invariant_item_of_a_returned_order'],
  ],
]

it.each(breakages)('reports where %s', async (_what, breakage, expected) => {
  await using theatre = await openPosterShop(5)
  const { basket, pay } = await createItemBuyer(theatre, [gift(20_00), friend, friendForNan, vouchers(25_00), posters(2)])
  await createItemBuyer(theatre, [posters(3)])
  await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
  await addItem(theatre, basket, actor, protection)
  await pay()
  await expectInvariants(theatre)
  for (const statement of [breakage].flat()) await statement.execute(theatre.db)
  const reported = [...new Set((await readViolations(theatre.db)).map(({ name }) => name))]
  expect(reported).toEqual(expect.arrayContaining([...expected]))
})
