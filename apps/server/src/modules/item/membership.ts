import { sql } from 'kysely'
import { auditCustomer, newId } from '#db'
import { membershipsOf } from '#modules/membership'
import { findAgeProblem } from '@playhouse/domain/membership'
import { problem } from '@playhouse/domain/problem'
import type { ItemModule } from './item-module.ts'

export const membership: ItemModule = {
  /** A guest must sign in, a member holds it already, or the buyer's age on this day is not one of its ages. */
  findBuyerProblem: async (trx, { memberships, timeZone }, customer, { product }) => {
    const { rows } = await sql<{ is_guest: boolean; birth_date: string | null; today: string; held: string[] }>`
      select is_guest, birth_date::text, (now() at time zone ${timeZone})::date::text as today,
        ${membershipsOf(customer, timeZone)} as held from customer where id = ${customer}::uuid`.execute(trx)
    const [buyer] = rows
    if (!buyer || buyer.is_guest) return problem('login-required')
    const membership = memberships.find(({ id }) => id === product)
    const name = membership?.name ?? product ?? ''
    if (product !== null && buyer.held.includes(product)) return problem('membership-already-held', { name })
    return membership && findAgeProblem(membership, buyer.birth_date, buyer.today)
  },
  /**
   * Lasts for the sold number of months from today in the brand's time zone, or from the day after a membership of the same
   * kind ends.
   */
  settle: async (trx, { detail }, { order, customer }, actor) => {
    if (!detail || !('membership' in detail)) throw new Error(`order ${order}: membership without its level`)
    const { membership: level, months, timeZone } = detail
    // Serialises two concurrent purchases, so that the second starts where the first ends. A payment being settled holds this lock already.
    await trx.selectFrom('customer').select('id').where('id', '=', customer).forNoKeyUpdate().execute()
    // If the end month lacks the day, the membership ends on its last day: a year from 29 February ends on the 28th.
    await sql`
      insert into membership (id, customer_id, order_id, membership, starts_on, expires_on)
      select ${newId()}::uuid, ${customer}::uuid, ${order}::uuid, ${level}, since.day,
        (since.day + make_interval(months => ${months}) - interval '1 day'
          * (extract(day from since.day + make_interval(months => ${months})) = extract(day from since.day))::int)::date
      from (select greatest((now() at time zone ${timeZone})::date,
        (select max(expires_on) + 1 from membership where customer_id = ${customer}::uuid and membership = ${level})) as day) since`.execute(
      trx,
    )
    await auditCustomer(trx, customer, actor, { verb: 'buy-membership', detail: { membership: level, order } })
  },
  giveBack: async (trx, { order, product }) => {
    await trx.deleteFrom('membership').where('order_id', '=', order).where('membership', '=', product).execute()
  },
}
