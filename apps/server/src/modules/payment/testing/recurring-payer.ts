import { type Selectable, sql } from 'kysely'
import { createOutboxHandlers, runOutbox } from '#jobs'
import type { CustomerTable } from '#db'
import { applyCallback, setUpMandate } from '#modules/payment'
import { createSecretVault } from '#modules/staff'
import { customerOf, type TestTheatre } from '#testing'
import { actor } from './buyer.ts'
import { type CardBehaviour, openManualCards } from './manual-cards.ts'

/** A customer of a theatre whose saved card or mandate is charged later, with the mails that they get. */
export async function openRecurringPayer(theatre: TestTheatre) {
  const { db } = theatre
  const manual = openManualCards(theatre)
  const customer: Selectable<CustomerTable> = await customerOf(theatre)
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
  /** Sends the waiting mails. @returns the first words of their subjects, except of receipts */
  const mailed = async (): Promise<string[]> => {
    mails.splice(0)
    await runOutbox(outbox, 'mail')
    if (failures.length > 0) throw new AggregateError(failures)
    return mails.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Thank you'))
  }
  const setUpDebit = async (state: 'pending' | 'active' = 'active'): Promise<string> => {
    const setup = await setUpMandate(manual.shop, customer, 'en', actor)
    if (!setup.ok) throw new Error(setup.error.code)
    const { mandate } = setup.value
    await decideDebit(mandate, state)
    return mandate
  }
  /** Sets the state of a mandate at the provider, which reports it. */
  const decideDebit = async (mandate: string, state: 'pending' | 'active' | 'failed' | 'cancelled'): Promise<void> => {
    manual.decide(mandate, state)
    const callback = { eventId: `${state} ${mandate}`, account: 'test', at: new Date().toISOString() }
    await applyCallback(manual.shop, { ...callback, type: 'mandate.changed', mandate: `m-${mandate}` }, actor)
  }
  return {
    ...{ ...manual, customer, mailed, mails, setUpDebit, decideDebit },
    orders: () => db.selectFrom('customer_order').select(['id', 'number', 'state', 'paid']).orderBy('placed_at').execute(),
    useCard: (next: CardBehaviour) => db.updateTable('payment_card').set({ token: next }).where('customer_id', '=', customer.id).execute(),
    /** Lets days pass for the payments. */
    passPayments: async (days: number): Promise<void> => {
      await sql`update payment_attempt set created_at = created_at - make_interval(days => ${days}),
        pay_until = pay_until - make_interval(days => ${days}), ask_at = ask_at - make_interval(days => ${days})`.execute(db)
    },
  }
}
export type RecurringPayer = Awaited<ReturnType<typeof openRecurringPayer>>
