import type { Kysely } from 'kysely'
import { audit, type Database, newId, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { lockLink, createLink } from './link.ts'

/** Lifetime of an order link: one year, because guests open it long after the performance. */
const orderLinkMinutes = 365 * 24 * 60

type Guest = { readonly email: string; readonly firstName: string; readonly lastName: string; readonly phone: string }

/**
 * Creates a guest: a separate customer for each purchase, so that entering an address gives no access to the orders of its owner.
 * @returns the id of the customer
 */
export async function createGuest(
  db: Kysely<Database>,
  { email, firstName, lastName, phone }: Guest,
  { requestId, locale }: { readonly requestId: string; readonly locale: Locale },
): Promise<string> {
  const id = newId()
  await transact(db, async (trx) => {
    await trx
      .insertInto('customer')
      .values({
        id,
        email,
        is_guest: true,
        password_hash: null,
        first_name: firstName,
        last_name: lastName,
        phone,
        marketing_at: null,
        locked_at: null,
        locale,
      })
      .execute()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'come-as-guest' })
  })
  return id
}

/** Creates an order link for a guest. Returns its token; undefined for a customer with an account, who signs in instead. */
export async function createGuestOrderLink(db: Kysely<Database>, customer: string): Promise<string | undefined> {
  const guest = await db.selectFrom('customer').select('id').where('id', '=', customer).where('is_guest', '=', true).executeTakeFirst()
  return guest && createLink(db, { customer, purpose: 'guest-order', minutes: orderLinkMinutes })
}

/** Creates an order link for the guest of an order. Returns its token; undefined if the buyer has an account. */
export async function createOrderLink(db: Kysely<Database>, number: string): Promise<string | undefined> {
  const order = await db.selectFrom('customer_order').select('customer_id').where('number', '=', number).executeTakeFirstOrThrow()
  return createGuestOrderLink(db, order.customer_id)
}

type OrderLinkResult = Result<
  { customer: string; order: string },
  Problem<'authentication-link-expired' | 'order-not-found' | 'login-required'>
>

/**
 * Redeems an order link: returns the guest and their newest order. The link may be used repeatedly, and shows only this guest's
 * orders. An order that was moved to an account needs a sign-in.
 */
export async function redeemOrderLink(db: Kysely<Database>, token: string): Promise<OrderLinkResult> {
  return transact(db, async (trx): Promise<OrderLinkResult> => {
    const link = await lockLink(trx, token, 'guest-order')
    if (!link) return fail(problem('order-not-found'))
    if (!link.isOpen) return fail(problem('authentication-link-expired'))
    const order = await trx
      .selectFrom('customer_order')
      .select('number')
      .where('customer_id', '=', link.customer_id)
      .orderBy('placed_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (order) return ok({ customer: link.customer_id, order: order.number })
    const movedOrder = await trx.selectFrom('customer_order').select('id').where('bought_as', '=', link.customer_id).executeTakeFirst()
    return fail(problem(movedOrder ? 'login-required' : 'order-not-found'))
  })
}
