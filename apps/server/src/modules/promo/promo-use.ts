import { sql, type Transaction } from 'kysely'
import { auditBy, type Actor, type Database } from '#db'
import { walkInCustomerId } from '#modules/customer'
import type { DiscountedTickets } from '@playhouse/domain/promo'
import { isNamedCodeUsable, type TypedCode } from './named-codes.ts'
import { claimSingleUseCode, releaseSingleUseCode } from './single-use-codes.ts'

type Buyer = TypedCode & { readonly basket: string; readonly customer: string }

/**
 * Reserves one use of a code for a basket, in the transaction that freezes it. The counter's row lock prevents two baskets from
 * reserving the last use, or the same single-use code. Idempotent per basket.
 * @returns false where the code has expired or is used up, in total or by the customer, or where its single-use code is used or withdrawn,
 * or its named code withdrawn, used up or over
 */
export async function reservePromo(
  trx: Transaction<Database>,
  code: string,
  { basket, customer, singleUse = null, namedCode = null }: Buyer,
  actor: Actor,
): Promise<boolean> {
  if (await hasUse(trx, code, basket)) return true
  const updatedPromos = await sql<{ per_customer: number | null }>`
    update promo set used = used + 1 where code = ${code} and (max_uses is null or used < max_uses)
      and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())
    returning per_customer`.execute(trx)
  const [promo] = updatedPromos.rows
  if (!promo) return false
  // The promo's row is locked from here on: no other transaction counts or adds uses.
  if (promo.per_customer !== null && (await countUses(trx, code, customer)) >= promo.per_customer) {
    await decrementUses(trx, code)
    return false
  }
  if (singleUse !== null && !(await claimSingleUseCode(trx, code, singleUse, basket))) {
    await decrementUses(trx, code)
    return false
  }
  if (namedCode !== null && !(await isNamedCodeUsable(trx, code, namedCode, basket))) {
    await decrementUses(trx, code)
    return false
  }
  const use = { code, customer_id: customer, state: 'reserved' as const, tickets: '{}', named_code: namedCode }
  await trx
    .insertInto('promo_use')
    .values({ basket_id: basket, order_id: null, ...use })
    .onConflict((conflict) => conflict.columns(['basket_id', 'code']).doUpdateSet(use))
    .execute()
  await auditUse(trx, code, basket, 'reserve', actor)
  return true
}

/**
 * Counts the tickets that a reserved use discounts at each performance. The lock of the offer's row, which the use has taken, prevents two
 * baskets from having the last one. Idempotent per basket.
 * @returns false where the offer's limit for a performance would be exceeded; nothing is counted then
 */
export async function reserveDiscountedTickets(
  trx: Transaction<Database>,
  code: string,
  basket: string,
  tickets: DiscountedTickets,
): Promise<boolean> {
  const performances = Object.keys(tickets).toSorted()
  if (performances.length === 0) return true
  const added = sql`unnest(${performances}::text[], ${performances.map((performance) => tickets[performance])}::int[])
    as added (performance_id, tickets)`
  const uses = await sql<{ isCounted: boolean; isExceeded: boolean }>`
    select u.tickets <> '{}' as "isCounted", exists (
      select from ${added} left join promo_performance c on c.code = p.code and c.performance_id = added.performance_id
      where coalesce(c.tickets, 0) + added.tickets > (p.rule ->> 'mostPerPerformance')::int) as "isExceeded"
    from promo_use u join promo p on p.code = u.code where u.basket_id = ${basket} and u.code = ${code}`.execute(trx)
  const [use] = uses.rows
  if (use?.isCounted) return true
  if (!use || use.isExceeded) return false
  await sql`
    with counted as (update promo_use set tickets = ${JSON.stringify(tickets)} where basket_id = ${basket} and code = ${code})
    insert into promo_performance (code, performance_id, tickets) select ${code}, added.* from ${added}
    on conflict (code, performance_id) do update set tickets = promo_performance.tickets + excluded.tickets`.execute(trx)
  return true
}

/** Releases the uses of a basket after a failed payment. Does nothing for a basket without one. */
export async function releasePromo(trx: Transaction<Database>, basket: string, actor: Actor): Promise<void> {
  // In the order in which uses are reserved, so that two transactions can't wait for each other.
  await sql`
    select from promo where code in (select code from promo_use where basket_id = ${basket} and state <> 'released')
    order by code for no key update`.execute(trx)
  const releasedUses = await trx
    .updateTable('promo_use')
    .set({ state: 'released' })
    .where('basket_id', '=', basket)
    .where('state', '<>', 'released')
    .returning(['code', 'tickets'])
    .execute()
  for (const { code, tickets } of releasedUses) {
    await decrementUses(trx, code)
    await releaseSingleUseCode(trx, code, basket)
    await sql`
      update promo_performance c set tickets = c.tickets - released.value::int from jsonb_each_text(${JSON.stringify(tickets)}::jsonb) released
      where c.code = ${code} and c.performance_id = released.key`.execute(trx)
    await auditUse(trx, code, basket, 'release', actor)
  }
}

/**
 * Confirms the use of a basket that became an order. A late payment whose use was released reserves another one.
 * @param tickets the discounted ones by performance
 * @returns false where no use is left, or no ticket of a performance: the payment is refunded
 */
export async function confirmPromo(
  trx: Transaction<Database>,
  { code, tickets = {} }: { readonly code: string; readonly tickets?: DiscountedTickets | undefined },
  buyer: Buyer,
  order: string,
  actor: Actor,
): Promise<boolean> {
  if (!(await reservePromo(trx, code, buyer, actor))) return false
  if (!(await reserveDiscountedTickets(trx, code, buyer.basket, tickets))) return false
  await trx
    .updateTable('promo_use')
    .set({ state: 'used', order_id: order })
    .where('basket_id', '=', buyer.basket)
    .where('code', '=', code)
    .execute()
  await auditUse(trx, code, buyer.basket, 'use', actor)
  return true
}

/** Whether a customer can use a code once more, for a basket. */
export async function hasUsesLeft(trx: Transaction<Database>, code: string, customer: string, basket: string): Promise<boolean> {
  const promo = await trx.selectFrom('promo').select('per_customer').where('code', '=', code).executeTakeFirst()
  if (!promo || promo.per_customer === null || (await hasUse(trx, code, basket))) return true
  return (await countUses(trx, code, customer)) < promo.per_customer
}

/**
 * Counts the reserved and confirmed uses of a code by a customer. Guests with the same address count as one customer; counter
 * sales without a customer are not counted.
 */
async function countUses(trx: Transaction<Database>, code: string, customer: string): Promise<number> {
  if (customer === walkInCustomerId) return 0
  const { uses } = await trx
    .selectFrom('promo_use')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where(
      sql<boolean>`customer_id in (
        select ${customer}::uuid
        union select other.id from customer me join customer other on other.email = me.email and other.is_guest
        where me.id = ${customer} and me.is_guest)`,
    )
    .where('state', '<>', 'released')
    .executeTakeFirstOrThrow()
  return uses
}

async function hasUse(trx: Transaction<Database>, code: string, basket: string): Promise<boolean> {
  const use = await trx
    .selectFrom('promo_use')
    .select('code')
    .where('basket_id', '=', basket)
    .where('code', '=', code)
    .where('state', '<>', 'released')
    .executeTakeFirst()
  return use !== undefined
}

async function decrementUses(trx: Transaction<Database>, code: string): Promise<void> {
  await trx
    .updateTable('promo')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('code', '=', code)
    .execute()
}

const auditUse = (trx: Transaction<Database>, code: string, basket: string, verb: string, actor: Actor): Promise<void> =>
  auditBy(trx, actor, { subject: 'promo', subjectId: code, verb, detail: { basket } })
