import { sql } from 'kysely'
import { loadEntitlement } from '#modules/eligibility'
import { listMemberships } from '#modules/membership'
import { agreeToRenewals, renewMemberships, stopRenewals } from '#modules/renewal'
import type { TestTheatre } from '#testing'
import { renewalWording } from '@playhouse/domain/membership-renewal'
import { type Money, money } from '@playhouse/domain/money'
import { actor } from './buyer.ts'
import { createItemBuyer, friend } from './item-buyer.ts'
import type { CardBehaviour } from './manual-cards.ts'
import { openRecurringPayer } from './recurring-payer.ts'

/** A member of a theatre, whose saved card has a behaviour in later charges, and the passage of time. */
export async function openRenewingMember(theatre: TestTheatre, behaviour: CardBehaviour = 'pays') {
  const { db, brand } = theatre
  const manual = await openRecurringPayer(theatre)
  const { customer } = manual
  await (await createItemBuyer(theatre, [friend], false, customer)).pay()
  await manual.save(customer.id, behaviour)
  const list = () => listMemberships(db, brand, customer.id)
  /** Lets days pass: everything that has a day or an instant is so many days earlier. */
  const pass = async (days: number): Promise<void> => {
    await sql`update membership set starts_on = starts_on - ${days}::int, expires_on = expires_on - ${days}::int,
      grace_until = grace_until - ${days}::int where customer_id = ${customer.id}`.execute(db)
    await sql`update membership_renewal set charge_on = charge_on - ${days}::int, next_on = next_on - ${days}::int,
      try_at = try_at - make_interval(days => ${days})`.execute(db)
    await manual.passPayments(days)
  }
  /** Runs the job at nine in the morning and later, whatever the time is now. */
  const renew = async (): Promise<void> => {
    await sql`update membership_renewal set try_at = least(try_at, now())
      where (try_at at time zone ${brand.timeZone})::date <= (now() at time zone ${brand.timeZone})::date`.execute(db)
    await renewMemberships(manual.shop)
  }
  const latest = async () => (await list())[0]!
  const agree = async (directDebit: string | null = null, amount: Money = money(60_00), day?: string) => {
    const { id: term, autoRenewalOffer } = await latest()
    const on = day ?? autoRenewalOffer?.on[directDebit === null ? 'card' : 'direct-debit'] ?? ''
    return agreeToRenewals(manual.shop, customer.id, { term, wording: renewalWording, amount, on, directDebit, locale: 'en' }, actor)
  }
  const renewals = () => db.selectFrom('membership_renewal').selectAll().orderBy('charge_on').execute()
  return {
    ...{ ...manual, list, latest, pass, renew, agree, renewals },
    stop: async () => stopRenewals(manual.shop, customer.id, (await latest()).id, actor),
  }
}

/** Whether a member has the benefits of the membership `friend` now. */
export const isMember = async ({ shop: { db, brand }, customer }: Awaited<ReturnType<typeof openRenewingMember>>): Promise<boolean> =>
  (await loadEntitlement(db, brand.timeZone, { customer: customer.id, basket: undefined })).memberships.includes('friend')
