import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, type MembershipRenewalTable, publish } from '#db'
import { areTermsBeingPaid, endConsent, lockMember } from '#modules/membership'
import type { PaymentDeps } from '#modules/payment'
import { instantOf, type RecurringCharge, type RecurringKind } from '#modules/recurring'
import { next } from '@playhouse/domain/machine'
import { debitDays, renewalMoves } from '@playhouse/domain/membership-renewal'
import { addDays } from '@playhouse/domain/membership-term'
import type { Problem } from '@playhouse/domain/problem'
import { insertRenewal } from './announce.ts'

/** A renewal with the consent that it is charged by. Its id is the term's. */
type Renewal = RecurringCharge &
  Selectable<MembershipRenewalTable> & {
    readonly membership: string
    /** The most that the member has agreed to, in minor units. */
    readonly agreed_amount: number
    readonly expires_on: string
  }

/** The idempotency key of a charge: the term that is renewed and the number of the try. */
export const chargeKey = ({ membership_id, tries }: Pick<Renewal, 'membership_id' | 'tries'>): string =>
  `membership ${membership_id} ${tries}`

/** Renewals of memberships as recurring charges. */
export const renewalKind = ({ brand }: Pick<PaymentDeps, 'brand'>): RecurringKind<Renewal> => ({
  purpose: 'membership-renewal',
  lease: async (db, { minutes, limit }) => {
    const { rows } = await sql<{ id: string; customer: string }>`
      update membership_renewal r set try_at = now() + make_interval(mins => ${minutes})
      from membership m where m.id = r.membership_id and r.membership_id in (
        select membership_id from membership_renewal where try_at <= now() order by try_at limit ${limit} for update skip locked)
      returning r.membership_id as id, m.customer_id as customer`.execute(db)
    return rows
  },
  lock: (trx, { customer }) => lockMember(trx, customer),
  read: readRenewal,
  keyOf: chargeKey,
  itemsOf: ({ membership }) => [{ kind: 'membership', membership }],
  isOver: (trx, { id }) => isTermOver(trx, id),
  // By hand: the same renewal, or an upgrade of the term.
  isDeferred: async (trx, renewal) =>
    (await areTermsBeingPaid(trx, { customer: renewal.customer_id, basket: null }, [renewal.id])) ||
    (await isMandatePending(trx, brand, renewal)),
  move: moveRenewal,
  setTries: async (trx, id, tries) => {
    await trx.updateTable('membership_renewal').set({ tries }).where('membership_id', '=', id).execute()
  },
  settled: (trx, { id }) => publish(trx, 'mail.membership-renewed', id, { term: id }),
  // The member keeps the benefits while the bank decides.
  processing: (trx, { id }, today) => setGrace(trx, id, addDays(today, debitDays)),
  sendLink,
  retried: async (trx, { id, tries }, { day, failures }) => {
    await trx
      .updateTable('membership_renewal')
      .set({ failures, next_on: day, try_at: instantOf(brand, day) })
      .where('membership_id', '=', id)
      .execute()
    await publish(trx, 'mail.membership-renewal-failed', id, { term: id, try: tries, nextOn: day })
  },
  failed: async (trx, { id, customer_id: customer, membership }, actor) => {
    await endConsent(trx, { customer, membership }, 'lapsed', actor)
    await publish(trx, 'mail.membership-lapsed', id, { term: id })
  },
  refused: (trx, renewal, problem, today, actor) => cancelRefused(trx, brand, renewal, problem, today, actor),
})

/** Whether the term was renewed or upgraded. */
async function isTermOver(trx: Transaction<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    select m.cancelled_at is not null or exists (select from membership n where n.continues = m.id) as "isOver"
    from membership m where m.id = ${id}`.execute(trx)
  return rows[0]!.isOver
}

/** Whether the bank has not decided on the mandate yet. The charge waits for it while the benefits continue. */
async function isMandatePending(
  trx: Transaction<Database>,
  { timeZone }: PaymentDeps['brand'],
  { membership_id: id, mandate_id: mandate }: Renewal,
): Promise<boolean> {
  if (mandate === null) return false
  const { rows } = await sql<{ isPending: boolean }>`
    select exists (select from mandate d join membership m on m.id = ${id}
      where d.id = ${mandate} and d.state = 'pending' and m.grace_until >= (now() at time zone ${timeZone})::date) as "isPending"`.execute(
    trx,
  )
  return rows[0]!.isPending
}

async function readRenewal(trx: Transaction<Database>, id: string): Promise<Renewal> {
  const { rows } = await sql<Renewal>`
    select r.*, r.membership_id as id, r.charge_on::text as charge_on, r.next_on::text as next_on, c.customer_id, c.membership, c.currency,
      c.locale, c.mandate_id, c.ended_at is null as has_consent, c.amount as agreed_amount, m.expires_on::text as expires_on
    from membership_renewal r join renewal_consent c on c.id = r.consent_id join membership m on m.id = r.membership_id
    where r.membership_id = ${id} for update of r`.execute(trx)
  return rows[0]!
}

/** The moves of a renewal for the steps of a recurring charge. */
const verbs = { charge: 'charge', settle: 'renew', wait: 'wait', fail: 'lapse', cancel: 'cancel' } as const

/** Moves a renewal along its state machine. In its last state it is not tried again, and its term has no days of grace. */
async function moveRenewal(
  trx: Transaction<Database>,
  { id, state, tries }: Renewal,
  step: keyof typeof verbs,
  actor: Actor,
): Promise<void> {
  const verb = verbs[step]
  const to = next(renewalMoves, state, verb)
  if (!to) throw new Error(`renewal of ${id}: ${verb} from ${state}`)
  const isLast = to === 'renewed' || to === 'lapsed' || to === 'cancelled'
  await trx
    .updateTable('membership_renewal')
    .set({ state: to, ...(isLast && { try_at: null }) })
    .where('membership_id', '=', id)
    .execute()
  if (isLast) await setGrace(trx, id, null)
  await auditBy(trx, actor, { subject: 'membership-renewal', subjectId: id, verb, from: state, to, detail: { tries } })
}

const setGrace = async (trx: Transaction<Database>, id: string, day: string | null): Promise<void> => {
  await trx.updateTable('membership').set({ grace_until: day }).where('id', '=', id).execute()
}

/** Sends the link to the payment page of a try, once. */
async function sendLink(trx: Transaction<Database>, { id, tries, linked_try }: Renewal, today: string): Promise<void> {
  if (linked_try === tries) return
  await trx.updateTable('membership_renewal').set({ linked_try: tries }).where('membership_id', '=', id).execute()
  await sql`update membership set grace_until = greatest(grace_until, ${addDays(today, 2)}::date) where id = ${id}`.execute(trx)
  await publish(trx, 'mail.membership-payment-link', id, { term: id, try: tries })
}

/**
 * Ends a renewal that can't be sold at its announced terms: the price or the member's age has changed, or it was renewed by hand. A price
 * that is not above the agreed amount is announced with a new letter instead. One that the member began to pay for by hand after the try had
 * started is tried again.
 */
async function cancelRefused(
  trx: Transaction<Database>,
  brand: PaymentDeps['brand'],
  renewal: Renewal,
  { code }: Problem,
  today: string,
  actor: Actor,
): Promise<void> {
  if (code === 'basket-paying') return
  const { id, consent_id, mandate_id, customer_id: customer, membership, expires_on: expiresOn } = renewal
  await moveRenewal(trx, renewal, 'cancel', actor)
  if (code === 'membership-already-held') return
  const price = brand.memberships.find((level) => level.id === membership)?.sold?.price
  if (code === 'price-changed' && price !== undefined && price !== renewal.amount && price <= renewal.agreed_amount && renewal.has_consent)
    return insertRenewal(trx, { brand }, { id: consent_id, mandate_id }, { term: { id, expiresOn }, price }, today, actor)
  const reason = code === 'price-changed' ? 'price' : code === 'membership-age' ? 'age' : 'ended'
  await endConsent(trx, { customer, membership }, reason, actor)
}
