import { type Selectable, sql } from 'kysely'
import { createOutboxHandlers, runOutbox } from '#jobs'
import type { CustomerTable } from '#db'
import { loadEntitlement } from '#modules/eligibility'
import { listMemberships } from '#modules/membership'
import { applyCallback, setUpMandate } from '#modules/payment'
import { agreeToRenewals, renewMemberships, stopRenewals } from '#modules/renewal'
import { createSecretVault } from '#modules/staff'
import { customerOf, type TestTheatre } from '#testing'
import { renewalWording } from '@playhouse/domain/membership-renewal'
import { type Money, money } from '@playhouse/domain/money'
import { actor } from './buyer.ts'
import { createItemBuyer, friend } from './item-buyer.ts'
import { type CardBehaviour, openManualCards } from './manual-cards.ts'

/** A member of a theatre, whose saved card has a behaviour in later charges, and the passage of time. */
export async function openRenewingMember(theatre: TestTheatre, behaviour: CardBehaviour = 'pays') {
  const { db, brand } = theatre
  const manual = openManualCards(theatre)
  const customer: Selectable<CustomerTable> = await customerOf(theatre)
  await (await createItemBuyer(theatre, [friend], false, customer)).pay()
  await manual.save(customer.id, behaviour)
  const list = () => listMemberships(db, brand, customer.id)
  const mails: { to: string; subject: string; text: string }[] = []
  const handlers = createOutboxHandlers({
    ...manual.shop,
    mailer: { send: async ({ to, subject, text }) => void mails.push({ to, subject, text }) },
    codeVault: createSecretVault(['a secret of the tests that is thirty-two long'], 'gift voucher code'),
  })
  const failures: unknown[] = []
  const outbox = {
    db,
    handlers,
    onFailure: (_: string, error: unknown) => failures.push(error),
    onDrop: () => {},
    isPermanent: () => false,
  }

  /** Lets days pass: everything that has a day or an instant is so many days earlier. */
  const pass = async (days: number): Promise<void> => {
    await sql`update membership set starts_on = starts_on - ${days}::int, expires_on = expires_on - ${days}::int,
      grace_until = grace_until - ${days}::int where customer_id = ${customer.id}`.execute(db)
    await sql`update membership_renewal set charge_on = charge_on - ${days}::int, next_on = next_on - ${days}::int,
      try_at = try_at - make_interval(days => ${days})`.execute(db)
    await sql`update payment_attempt set created_at = created_at - make_interval(days => ${days}),
      pay_until = pay_until - make_interval(days => ${days}), ask_at = ask_at - make_interval(days => ${days})`.execute(db)
  }
  /** Runs the job at nine in the morning and later, whatever the time is now. */
  const renew = async (): Promise<void> => {
    await sql`update membership_renewal set try_at = least(try_at, now())
      where (try_at at time zone ${brand.timeZone})::date <= (now() at time zone ${brand.timeZone})::date`.execute(db)
    await renewMemberships(manual.shop)
  }
  /** Sends the waiting mails. @returns the first words of their subjects, except of receipts */
  const mailed = async (): Promise<string[]> => {
    mails.splice(0)
    await runOutbox(outbox, 'mail')
    if (failures.length > 0) throw new AggregateError(failures)
    return mails.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Thank you'))
  }
  const latest = async () => (await list())[0]!
  const agree = async (directDebit: string | null = null, amount: Money = money(60_00), day?: string) => {
    const { id: term, autoRenewalOffer } = await latest()
    const on = day ?? autoRenewalOffer?.on[directDebit === null ? 'card' : 'direct-debit'] ?? ''
    return agreeToRenewals(manual.shop, customer.id, { term, wording: renewalWording, amount, on, directDebit, locale: 'en' }, actor)
  }
  /** The bank decides on a mandate, and the provider reports it. */
  const decideDebit = async (mandate: string, state: 'pending' | 'active' | 'failed'): Promise<void> => {
    manual.decide(mandate, state)
    const callback = { eventId: `${state} ${mandate}`, account: 'test', at: new Date().toISOString() }
    await applyCallback(manual.shop, { ...callback, type: 'mandate.changed', mandate: `m-${mandate}` }, actor)
  }
  const setUpDebit = async (state: 'pending' | 'active' = 'active'): Promise<string> => {
    const setup = await setUpMandate(manual.shop, customer, 'en', actor)
    if (!setup.ok) throw new Error(setup.error.code)
    const { mandate } = setup.value
    await decideDebit(mandate, state)
    return mandate
  }
  const orders = () => db.selectFrom('customer_order').select(['number', 'state', 'paid']).orderBy('placed_at').execute()
  const renewals = () => db.selectFrom('membership_renewal').selectAll().orderBy('charge_on').execute()
  return {
    ...{ ...manual, customer, list, latest, pass, renew, mailed, mails, agree, setUpDebit, decideDebit, orders, renewals },
    stop: async () => stopRenewals(manual.shop, customer.id, (await latest()).id, actor),
    useCard: (next: CardBehaviour) => db.updateTable('payment_card').set({ token: next }).where('customer_id', '=', customer.id).execute(),
  }
}

/** Whether a member has the benefits of the membership `friend` now. */
export const isMember = async ({ shop: { db, brand }, customer }: Awaited<ReturnType<typeof openRenewingMember>>): Promise<boolean> =>
  (await loadEntitlement(db, brand.timeZone, { customer: customer.id, basket: undefined })).memberships.includes('friend')
