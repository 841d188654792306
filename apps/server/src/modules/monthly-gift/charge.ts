import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, type MonthlyChargeTable, type MonthlyGiftTable, publish } from '#db'
import type { PaymentDeps } from '#modules/payment'
import { instantOf, type RecurringCharge, type RecurringKind } from '#modules/recurring'
import { next } from '@playhouse/domain/machine'
import { money } from '@playhouse/domain/money'
import { failedMonths, monthlyChargeMoves } from '@playhouse/domain/monthly-gift'
import { endGift } from './end-gift.ts'
import { findEndReason } from './plan-gifts.ts'

/** The charge of a month with its gift. */
type MonthlyCharge = RecurringCharge &
  Selectable<MonthlyChargeTable> &
  Pick<Selectable<MonthlyGiftTable>, 'fund' | 'choices' | 'unpaid'> & {
    readonly mandate_state: string | null
    /** The day of the gift of the following month. */
    readonly following_on: string
  }

/** The idempotency key of a charge: the gift's month and the number of the try. */
export const monthlyKey = ({ id, tries }: Pick<MonthlyCharge, 'id' | 'tries'>): string => `gift ${id} ${tries}`

/** Monthly gifts as recurring charges. */
export const monthlyKind = ({ brand }: Pick<PaymentDeps, 'brand'>): RecurringKind<MonthlyCharge> => ({
  purpose: 'monthly-donation',
  lease: async (db, { minutes, limit }) => {
    const { rows } = await sql<{ id: string; customer: string }>`
      update monthly_charge c set try_at = now() + make_interval(mins => ${minutes})
      from monthly_gift g where g.id = c.gift_id and c.id in (
        select id from monthly_charge where try_at <= now() order by try_at limit ${limit} for update skip locked)
      returning c.id, g.customer_id as customer`.execute(db)
    return rows
  },
  lock: async (trx, { id }) => {
    await sql`select from monthly_gift where id = (select gift_id from monthly_charge where id = ${id}) for update`.execute(trx)
  },
  read: readCharge,
  keyOf: monthlyKey,
  itemsOf: ({ fund, choices, amount }) => [
    { kind: 'donation', fund, ...choices, appeal: currentAppeal(brand, fund, choices.appeal), amount: money(amount) },
  ],
  isOver: async () => false,
  // The bank has not accepted the mandate yet.
  isDeferred: async (_, { mandate_state }) => mandate_state === 'pending',
  move: moveCharge,
  setTries: async (trx, id, tries) => {
    await trx.updateTable('monthly_charge').set({ tries }).where('id', '=', id).execute()
  },
  settled: async (trx, { gift_id }) => {
    await trx.updateTable('monthly_gift').set({ unpaid: 0 }).where('id', '=', gift_id).execute()
  },
  sendLink: async (trx, { id, tries, linked_try }) => {
    if (linked_try === tries) return
    await trx.updateTable('monthly_charge').set({ linked_try: tries }).where('id', '=', id).execute()
    await publish(trx, 'mail.monthly-gift-link', id, { charge: id, try: tries })
  },
  retried: async (trx, { id, tries }, { day, failures }) => {
    await trx
      .updateTable('monthly_charge')
      .set({ failures, next_on: day, try_at: instantOf(brand, day) })
      .where('id', '=', id)
      .execute()
    await publish(trx, 'mail.monthly-gift-failed', id, { charge: id, try: tries, nextOn: day })
  },
  failed: async (trx, { id, gift_id, customer_id, tries, mandate_id, mandate_state, unpaid, following_on }, actor) => {
    const gift = { id: gift_id, customer_id }
    if (mandate_id !== null && mandate_state !== 'active') return endGift(trx, gift, 'mandate', actor)
    if (unpaid + 1 >= failedMonths) return endGift(trx, gift, 'failed', actor)
    await trx
      .updateTable('monthly_gift')
      .set({ unpaid: unpaid + 1 })
      .where('id', '=', gift_id)
      .execute()
    await publish(trx, 'mail.monthly-gift-failed', id, { charge: id, try: tries, nextOn: following_on })
  },
  refused: async (trx, charge, { code }, today, actor) => {
    // Another process has just filled or is paying for the basket of this charge: it is looked at again later.
    if (code === 'basket-paying' || code === 'basket-expired') return
    await moveCharge(trx, charge, 'cancel', actor)
    // Without another reason the fund does not take this amount any more.
    const reason = findEndReason(brand, charge, today) ?? 'fund'
    await endGift(trx, { id: charge.gift_id, customer_id: charge.customer_id }, reason, actor)
  },
})

/** The appeal of a gift, or null when the fund no longer has it: the gift then goes to the fund. */
const currentAppeal = ({ giving }: PaymentDeps['brand'], fund: string, appeal: string | null): string | null =>
  giving.find((each) => each.fund === fund)?.appeals?.some((each) => each.appeal === appeal) ? appeal : null

async function readCharge(trx: Transaction<Database>, id: string): Promise<MonthlyCharge> {
  const { rows } = await sql<MonthlyCharge>`
    select c.*, c.month::text as month, c.charge_on::text as charge_on, c.next_on::text as next_on, g.customer_id, g.fund, g.choices, g.currency,
      g.locale, g.mandate_id, g.unpaid, g.next_on::text as following_on, g.ended_at is null as has_consent, m.state as mandate_state
    from monthly_charge c join monthly_gift g on g.id = c.gift_id left join mandate m on m.id = g.mandate_id
    where c.id = ${id} for update of c`.execute(trx)
  return rows[0]!
}

/** The moves of a charge for the steps of a recurring charge. */
const verbs = { charge: 'charge', settle: 'pay', wait: 'wait', fail: 'fail', cancel: 'cancel' } as const

/** Moves a charge along its state machine. In its last state it is not tried again. */
async function moveCharge(
  trx: Transaction<Database>,
  { id, state, tries }: MonthlyCharge,
  step: keyof typeof verbs,
  actor: Actor,
): Promise<void> {
  const verb = verbs[step]
  const to = next(monthlyChargeMoves, state, verb)
  if (!to) throw new Error(`monthly charge ${id}: ${verb} from ${state}`)
  const isLast = to === 'paid' || to === 'failed' || to === 'cancelled'
  await trx
    .updateTable('monthly_charge')
    .set({ state: to, ...(isLast && { try_at: null }) })
    .where('id', '=', id)
    .execute()
  await auditBy(trx, actor, { subject: 'monthly-charge', subjectId: id, verb, from: state, to, detail: { tries } })
}
