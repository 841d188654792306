import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { linkMinutes } from '@playhouse/domain/sign-in'
import { lockLink, createLink, revokeLinks } from './link.ts'

/** The table of a buyer's items of each kind, whose rows move with their order; null for a kind that has none, or that no guest may buy. */
const itemTables = {
  donation: 'donation',
  membership: null,
  'gift-membership': null,
  'refund-protection': null,
  'gift-voucher': null,
  'voucher-top-up': null,
  product: null,
  food: null,
  table: null,
  'flex-subscription': null,
} as const satisfies Readonly<Record<ItemKind, keyof Database | null>>

/**
 * Publishes a request for the mail that links to guest orders. The mail job checks whether there are any: an account with another
 * person's address learns nothing of their orders.
 */
export async function requestGuestOrdersLink(trx: Transaction<Database>, customer: string): Promise<void> {
  await publish(trx, 'mail.guest-orders', customer, { customer })
}

/** The recipient of the mail, and the token of its link. Undefined if there are no guest orders with the account's address. */
export async function createGuestOrdersLink(
  db: Kysely<Database>,
  customer: string,
): Promise<{ token: string; email: string; firstName: string; locale: Locale | null } | undefined> {
  const account = await db
    .selectFrom('customer')
    .select(['email', 'first_name', 'locale'])
    .where('id', '=', customer)
    .where('is_guest', '=', false)
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('customer as guest')
          .innerJoin('customer_order', 'customer_order.customer_id', 'guest.id')
          .select('guest.id')
          .where('guest.is_guest', '=', true)
          .where('guest.email', '=', ref('customer.email')),
      ),
    )
    .executeTakeFirst()
  if (!account) return undefined
  await revokeLinks(db, customer, ['claim-orders'])
  const token = await createLink(db, { customer, purpose: 'claim-orders', minutes: linkMinutes })
  return { token, email: account.email, firstName: account.first_name, locale: account.locale }
}

/**
 * Moves guest orders to the account, once, by the token of the mail. The customer must be signed in to that account: opening a
 * link that another person requested reveals nothing to them.
 * @returns the number of moved orders
 */
export async function claimGuestOrders(
  db: Kysely<Database>,
  token: string,
  customer: string,
  requestId: string,
): Promise<Result<number, Problem<'authentication-link-expired'>>> {
  return transact(
    db,
    async (trx): Promise<Result<number, Problem<'authentication-link-expired'>>> => {
      const link = await lockLink(trx, token, 'claim-orders')
      if (!link?.isOpen || link.customer_id !== customer) return fail(problem('authentication-link-expired'))
      await revokeLinks(trx, customer, ['claim-orders'])
      return ok(await moveGuestOrders(trx, customer, requestId))
    },
    { idempotent: true },
  )
}

/**
 * Moves the guest orders with the account's address to the account. The caller has verified that the customer owns the address,
 * by a link that was mailed to it.
 */
export async function moveGuestOrders(trx: Transaction<Database>, customer: string, requestId: string): Promise<number> {
  const { rows: boughtBaskets } = await sql<{ basket: string }>`
    select o.basket_id as basket from customer_order o
      join customer guest on guest.id = o.customer_id join customer me on me.email = guest.email
    where me.id = ${customer} and not me.is_guest and guest.is_guest`.execute(trx)
  if (boughtBaskets.length === 0) return 0
  const baskets = boughtBaskets.map(({ basket }) => basket)
  // Baskets, orders, attempts, accounts: the lock order of docs/architecture.md.
  await sql`select 1 from basket where id = any(${baskets}::uuid[]) order by id for update`.execute(trx)
  await sql`select 1 from customer_order where basket_id = any(${baskets}::uuid[]) order by id for update`.execute(trx)
  const { rows: paidGuests } = await sql<{ guest: string }>`
    select a.customer_id as guest from payment_attempt a join customer guest on guest.id = a.customer_id and guest.is_guest
    where a.basket_id = any(${baskets}::uuid[]) order by a.id for update of a`.execute(trx)
  if (paidGuests.length === 0) return 0
  const guests = paidGuests.map(({ guest }) => guest)
  await sql`select 1 from ledger_account where customer_id = any(${guests}::uuid[]) order by id for update`.execute(trx)
  const movedOrders = await trx
    .updateTable('customer_order')
    .set((eb) => ({ customer_id: customer, bought_as: eb.ref('customer_id') }))
    .where('basket_id', 'in', baskets)
    .returning(['id', 'bought_as'])
    .execute()
  const orders = movedOrders.map(({ id }) => id)
  for (const table of ['payment_attempt', 'promo_use'] as const)
    await trx.updateTable(table).set({ customer_id: customer }).where('basket_id', 'in', baskets).execute()
  await trx.updateTable('basket').set({ customer_id: customer }).where('id', 'in', baskets).execute()
  for (const table of Object.values(itemTables))
    if (table) await trx.updateTable(table).set({ customer_id: customer }).where('order_id', 'in', orders).execute()
  // Seats of a series that are kept for a guest are kept for the account.
  await sql`
    with moved as (delete from series_renewal_seat where customer_id = any(${guests}::uuid[]) returning series_id, seat)
    insert into series_renewal_seat (series_id, customer_id, seat) select distinct series_id, ${customer}::uuid, seat from moved
    on conflict do nothing`.execute(trx)
  await trx.updateTable('ledger_account').set({ customer_id: customer }).where('customer_id', 'in', guests).execute()
  for (const { id, bought_as: from } of movedOrders)
    await audit(trx, {
      actor: `customer ${customer}`,
      requestId,
      subject: 'order',
      subjectId: id,
      verb: 'move-to-account',
      detail: { from, to: customer },
    })
  return movedOrders.length
}
