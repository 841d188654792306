import { type Kysely, sql, type Transaction } from 'kysely'
import { endConsent } from './consent.ts'
import { auditCustomer, type Actor, type Database, newId } from '#db'
import type { MembershipDetail } from '@playhouse/domain/stored-detail'
import { addDays, lastDayOfTerm, type MembershipTerm } from '@playhouse/domain/membership-term'
import { money } from '@playhouse/domain/money'

type TermRow = Omit<MembershipTerm, 'value'> & { readonly value: number }
type MemberRow = TermRow & { readonly today: string; readonly isAccount: boolean | null; readonly birthDate: string | null }

/** The terms of a customer, the latest expiry first, and the day in the theatre's time zone (an ISO date). */
type MemberTerms = { readonly terms: MembershipTerm[]; readonly today: string }

/** Reads all terms of a customer's memberships, with their date of birth (an ISO date) if they have an account. */
export async function readMember(
  db: Kysely<Database>,
  customer: string | null,
  timeZone: string,
): Promise<MemberTerms & { readonly account: { readonly birthDate: string | null } | undefined }> {
  const { rows } = await sql<MemberRow>`
    select day.today::text as today, not c.is_guest as "isAccount", c.birth_date::text as "birthDate",
      m.id, m.membership, m.starts_on::text as "startsOn", m.expires_on::text as "expiresOn", m.grace_until::text as "graceUntil",
      m.value, m.cancelled_at is not null as "isCancelled",
      exists (select from membership n where n.continues = m.id) as "isRenewed"
    from (select (now() at time zone ${timeZone})::date as today) day
      left join customer c on c.id = ${customer}::uuid
      left join membership m on m.customer_id = c.id
    order by m.expires_on desc, m.id`.execute(db)
  // A customer without memberships has one row, with the day alone.
  const terms = rows.flatMap(({ today: _, isAccount: _account, birthDate: _birth, ...row }) =>
    row.id === null ? [] : [{ ...row, value: money(row.value) }],
  )
  const { today, isAccount, birthDate } = rows[0]!
  return { today, terms, account: isAccount ? { birthDate } : undefined }
}

/** Reads all terms of a customer's memberships. */
export async function readTerms(db: Kysely<Database>, customer: string, timeZone: string): Promise<MemberTerms> {
  const { terms, today } = await readMember(db, customer, timeZone)
  return { terms, today }
}

/** The day in the theatre's time zone by the database clock, an ISO date. */
export async function readToday(db: Kysely<Database>, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date::text as today`.execute(db)
  return rows[0]!.today
}

/** A sold membership: its detail, what was paid in minor units, and the order and the customer. */
export type SoldMembership = {
  readonly detail: MembershipDetail
  readonly amount: number
  readonly order: string
  readonly customer: string
}

/**
 * Whether the terms that a sale renews or replaces can still be sold as quoted. Locks the customer, so that two payments for the
 * same renewal are decided one after the other.
 */
export async function areTermsAvailable(
  trx: Transaction<Database>,
  customer: string,
  { continues = null, replaces = [] }: MembershipDetail,
): Promise<boolean> {
  if (continues === null && replaces.length === 0) return true
  await lockMember(trx, customer)
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from membership m where m.id = any(${[...replaces, ...(continues === null ? [] : [continues])]}::uuid[])
        and m.cancelled_at is not null)
      or exists (select from membership m where m.continues = ${continues}::uuid)
      or exists (select from membership m where m.continues = any(${[...replaces]}::uuid[]) and m.id <> all(${[...replaces]}::uuid[]))
      or (select count(*) from membership m where m.id = any(${[...replaces]}::uuid[])) <> ${replaces.length}
      as "isTaken"`.execute(trx)
  return !rows[0]!.isTaken
}

/** Serialises two concurrent sales to one customer. A payment that is being settled holds this lock already. */
export const lockMember = async (trx: Transaction<Database>, customer: string): Promise<void> => {
  await trx.selectFrom('customer').select('id').where('id', '=', customer).forNoKeyUpdate().execute()
}

/**
 * Whether a customer is paying for the renewal or the upgrade of one of these terms in another basket. The link of an automatic charge
 * that its bank wants confirmed does not count: the member may pay by hand instead.
 */
export async function areTermsBeingPaid(
  db: Kysely<Database>,
  { customer, basket }: { readonly customer: string; readonly basket: string | null },
  terms: readonly string[],
): Promise<boolean> {
  if (terms.length === 0) return false
  const { rows } = await sql<{ isPaid: boolean }>`
    select exists (
      select from payment_attempt a left join off_session_charge c on c.attempt_id = a.id
      where a.customer_id = ${customer} and a.basket_id is distinct from ${basket}::uuid
        and (a.state in ('created', 'confirming') or (a.state = 'redirected' and c.key is null))
        and exists (select from jsonb_array_elements(a.quote -> 'items') item
          where item -> 'detail' ->> 'continues' = any(${[...terms]}::text[]) or jsonb_exists_any(item -> 'detail' -> 'replaces', ${[...terms]}::text[])))
      as "isPaid"`.execute(db)
  return rows[0]!.isPaid
}

/** Locks a customer who has memberships. Others, such as the shared customer of walk-in sales, are not locked. */
export const lockHolder = async (trx: Transaction<Database>, customer: string): Promise<void> => {
  await sql`select 1 from customer c where c.id = ${customer} and exists (select from membership where customer_id = c.id)
    for no key update`.execute(trx)
}

/**
 * Starts a sold term: a renewal on the day after the term that it continues, an upgrade today, and another one today or on the day
 * after a term of the same membership ends. The payment that is being settled has locked the customer.
 */
export async function startTerm(
  trx: Transaction<Database>,
  { detail, amount, order, customer }: SoldMembership,
  actor: Actor,
): Promise<void> {
  const { membership, months, timeZone, continues = null, replaces = [], credit = 0 } = detail
  const { terms, today } = await readTerms(trx, customer, timeZone)
  await Promise.all([
    addTerm(trx, { customer, order, membership, months, value: amount + credit, terms, today, continues }),
    auditCustomer(trx, customer, actor, { verb: 'buy-membership', detail: { membership, order } }),
  ])
  if (replaces.length > 0)
    await trx
      .updateTable('membership')
      .set({ cancelled_at: sql<Date>`now()`, replaced_by: order })
      .where('id', 'in', [...replaces])
      .execute()
  const replaced = new Set(terms.filter(({ id }) => replaces.includes(id)).map((term) => term.membership))
  for (const level of replaced) await endConsent(trx, { customer, membership: level }, 'upgraded', actor)
}

type NewTerm = {
  readonly customer: string
  /** The order whose return ends it; null for one that was given. */
  readonly order: string | null
  readonly membership: string
  readonly months: number
  /** Minor units. */
  readonly value: number
  /** All terms of the customer, the latest expiry first. */
  readonly terms: readonly MembershipTerm[]
  readonly today: string
  /** The term that it renews; null for none. */
  readonly continues: string | null
}

/** The last term of a membership that has not ended. @param terms the latest expiry first */
export const findLatestTerm = (terms: readonly MembershipTerm[], membership: string, today: string): MembershipTerm | undefined =>
  terms.find((term) => term.membership === membership && !term.isCancelled && term.expiresOn >= today)

/** Inserts a term that starts after the term that it renews, after the latest term of the same membership, or today. */
export async function addTerm(
  trx: Transaction<Database>,
  { customer, order, membership, months, value, terms, today, continues }: NewTerm,
): Promise<{ readonly id: string; readonly startsOn: string; readonly expiresOn: string }> {
  const renewed = terms.find(({ id }) => id === continues)
  const last = renewed ?? findLatestTerm(terms, membership, today)
  const startsOn = last ? addDays(last.expiresOn, 1) : today
  const expiresOn = lastDayOfTerm(startsOn, months)
  const id = newId()
  await trx
    .insertInto('membership')
    .values({
      ...{ id, customer_id: customer, order_id: order, membership, starts_on: startsOn, renews_on: null, expires_on: expiresOn, value },
      continues: renewed?.id ?? null,
    })
    .execute()
  return { id, startsOn, expiresOn }
}

/** Ends the term that an order sold, with the member's consent to renewals, and restores the terms that this item of it replaced. */
export async function endTerm(trx: Transaction<Database>, order: string, membership: string | null, actor: Actor): Promise<void> {
  const ended = await trx
    .deleteFrom('membership')
    .where('order_id', '=', order)
    .where('membership', '=', membership)
    .returning(['customer_id', 'membership'])
    .execute()
  for (const { customer_id, membership: level } of ended)
    await endConsent(trx, { customer: customer_id, membership: level }, 'returned', actor)
  await sql`update membership set cancelled_at = null, replaced_by = null where replaced_by = ${order} and id::text in (
    select jsonb_array_elements_text(detail -> 'replaces') from order_item
    where order_id = ${order} and kind = 'membership' and product = ${membership})`.execute(trx)
}
