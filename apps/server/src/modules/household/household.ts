import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, newId, transact } from '#db'
import type { Household } from '@playhouse/api-client/contract'
import { maxHouseholdMembers } from '@playhouse/domain/account'

/** The customer, who is always a member of the household. */
type HouseholdHead = { readonly id: string; readonly firstName: string; readonly lastName: string }

/** The members of a household, the customer first. If no member is chosen, the customer books. */
export async function readHousehold(db: Kysely<Database>, head: HouseholdHead): Promise<Household> {
  const rows = await db
    .selectFrom('household_member')
    .select(['id', 'first_name', 'last_name', 'is_booking'])
    .where('customer_id', '=', head.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const others = rows.map(({ id, first_name, last_name, is_booking }) => ({
    id,
    firstName: first_name,
    lastName: last_name,
    isBooking: is_booking,
  }))
  return { members: [{ ...head, isBooking: !others.some(({ isBooking }) => isBooking) }, ...others] }
}

/** The name of the member who books; null for the customer. For a `select` or an `insert`. */
export const bookingMember = (customer: string): RawBuilder<string | null> =>
  sql`(select first_name || ' ' || last_name from household_member where customer_id = ${customer}::uuid and is_booking)`

/** Adds a member. False if the household is full. */
export function addMember(db: Kysely<Database>, head: string, name: Omit<HouseholdHead, 'id'>, actor: Actor): Promise<boolean> {
  return withHousehold(db, head, async (trx) => {
    const { count } = await trx
      .selectFrom('household_member')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', head)
      .executeTakeFirstOrThrow()
    if (count >= maxHouseholdMembers) return false
    const id = newId()
    await trx
      .insertInto('household_member')
      .values({ id, customer_id: head, first_name: name.firstName, last_name: name.lastName })
      .execute()
    await auditCustomer(trx, head, actor, { verb: 'add-member', detail: { member: id } })
    return true
  })
}

/** Removes a member. False if they don't belong to this household. */
export function removeMember(db: Kysely<Database>, head: string, id: string, actor: Actor): Promise<boolean> {
  return withHousehold(db, head, async (trx) => {
    const deletedMember = await trx
      .deleteFrom('household_member')
      .where('id', '=', id)
      .where('customer_id', '=', head)
      .returning('id')
      .executeTakeFirst()
    if (deletedMember) await auditCustomer(trx, head, actor, { verb: 'remove-member', detail: { member: id } })
    return deletedMember !== undefined
  })
}

/** Chooses the member who books. False if they don't belong to this household. */
export function setBookingMember(db: Kysely<Database>, head: string, id: string, actor: Actor): Promise<boolean> {
  return withHousehold(db, head, async (trx) => {
    if (id !== head) {
      const household = await trx
        .selectFrom('household_member')
        .select('id')
        .where('id', '=', id)
        .where('customer_id', '=', head)
        .executeTakeFirst()
      if (!household) return false
    }
    await trx
      .updateTable('household_member')
      .set({ is_booking: false })
      .where('customer_id', '=', head)
      .where('is_booking', '=', true)
      .execute()
    if (id !== head) await trx.updateTable('household_member').set({ is_booking: true }).where('id', '=', id).execute()
    await auditCustomer(trx, head, actor, { verb: 'book-for', detail: { member: id } })
    return true
  })
}

/** Locks the customer, so that changes are made one after the other. */
const withHousehold = <Value>(db: Kysely<Database>, head: string, change: (trx: Transaction<Database>) => Promise<Value>): Promise<Value> =>
  transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${head} for update`.execute(trx)
    return change(trx)
  })
