import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, type MembershipRenewalTable, publish, transact } from '#db'
import { areTermsBeingPaid, endConsent, lockMember, readToday } from '#modules/membership'
import { chargeOffSession, type OffSessionOutcome, type PaymentDeps, readOffSessionCharge } from '#modules/payment'
import type { Locale } from '@playhouse/domain/brand'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { debitDays, nextTryDay, renewalMoves } from '@playhouse/domain/membership-renewal'
import { addDays } from '@playhouse/domain/membership-term'
import { type Currency, money } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import type { Result } from '@playhouse/domain/result'
import { insertRenewal } from './announce.ts'
import { instantOf } from './instant.ts'

/** A renewal with the consent that it is charged by. */
type Renewal = Selectable<MembershipRenewalTable> & {
  readonly customer_id: string
  readonly membership: string
  readonly currency: Currency
  readonly locale: Locale
  readonly mandate_id: string | null
  readonly has_consent: boolean
  /** The most that the member has agreed to, in minor units. */
  readonly agreed_amount: number
  readonly expires_on: string
}
type Outcome = Result<OffSessionOutcome, Problem>

const batchSize = 50
/** Minutes until a charge without an outcome is read again, and until one is tried whose term is being paid for by hand. */
const pollMinutes = 10

/** The idempotency key of a charge: the term that is renewed and the number of the try. Another try follows only after a failure. */
export const chargeKey = ({ membership_id, tries }: Pick<Renewal, 'membership_id' | 'tries'>): string =>
  `membership ${membership_id} ${tries}`

/**
 * Charges the renewals that are due, and applies the outcomes of charges that were made. A process may be killed at any point: the next
 * run repeats the call with the same key, which charges nothing twice. Safe to run in several processes.
 * @returns the failures
 */
export async function chargeRenewals(deps: PaymentDeps, actor: Actor): Promise<unknown[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    update membership_renewal r set try_at = now() + make_interval(mins => ${pollMinutes})
    from membership m where m.id = r.membership_id and r.membership_id in (
      select membership_id from membership_renewal where try_at <= now() order by try_at limit ${batchSize} for update skip locked)
    returning r.membership_id as id, m.customer_id as customer`.execute(deps.db)
  const failures: unknown[] = []
  for (const { id, customer } of rows) await chargeRenewal(deps, id, customer, actor).catch((error: unknown) => failures.push(error))
  return failures
}

async function chargeRenewal(deps: PaymentDeps, id: string, customer: string, actor: Actor): Promise<void> {
  const renewal = await transact(deps.db, (trx) => startTry(trx, deps, id, customer, actor))
  if (!renewal) return
  const { mandate_id: mandate, membership, amount, currency, locale } = renewal
  const outcome = await chargeOffSession(
    deps,
    {
      ...{ key: chargeKey(renewal), purpose: 'membership-renewal', customer, currency, locale },
      ...(mandate !== null && { mandate }),
      amount: money(amount),
      items: [{ kind: 'membership', membership }],
    },
    actor,
  )
  await transact(deps.db, (trx) => applyOutcome(trx, deps, renewal, outcome, actor))
}

/** Starts a try, or continues one whose outcome is not known. @returns undefined where nothing is charged (now) */
async function startTry(
  trx: Transaction<Database>,
  { brand }: PaymentDeps,
  id: string,
  customer: string,
  actor: Actor,
): Promise<Renewal | undefined> {
  await lockMember(trx, customer)
  const renewal = await readRenewal(trx, id)
  const isStarted = renewal.state === 'charging'
  // A charge that was sent is settled; a try that was interrupted before it is decided again.
  if (isStarted && (await readOffSessionCharge(trx, chargeKey(renewal)))) return renewal
  if (!isStarted && renewal.state !== 'announced' && renewal.state !== 'waiting') return undefined
  if (!renewal.has_consent || (await isTermOver(trx, id))) {
    await moveRenewal(trx, renewal, 'cancel', actor)
    return undefined
  }
  // By hand: the same renewal, or an upgrade of the term.
  if (await areTermsBeingPaid(trx, { customer, basket: null }, [id])) return undefined
  if (await isMandatePending(trx, brand, renewal)) return undefined
  if (isStarted) return renewal
  await moveRenewal(trx, renewal, 'charge', actor)
  await trx
    .updateTable('membership_renewal')
    .set({ tries: renewal.tries + 1 })
    .where('membership_id', '=', id)
    .execute()
  return readRenewal(trx, id)
}

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
    select r.*, r.charge_on::text as charge_on, r.next_on::text as next_on, c.customer_id, c.membership, c.currency, c.locale, c.mandate_id,
      c.ended_at is null as has_consent, c.amount as agreed_amount, m.expires_on::text as expires_on
    from membership_renewal r join renewal_consent c on c.id = r.consent_id join membership m on m.id = r.membership_id where r.membership_id = ${id} for update of r`.execute(
    trx,
  )
  return rows[0]!
}

/** Moves a renewal along its state machine. In its last state it is not tried again, and its term has no days of grace. */
async function moveRenewal(
  trx: Transaction<Database>,
  { membership_id: id, state, tries }: Renewal,
  verb: VerbOf<typeof renewalMoves>,
  actor: Actor,
): Promise<void> {
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

/** Applies the outcome of a try, once: a repeated call finds another state or another try. */
async function applyOutcome(
  trx: Transaction<Database>,
  { brand }: PaymentDeps,
  { membership_id: id, tries, customer_id }: Renewal,
  outcome: Outcome,
  actor: Actor,
): Promise<void> {
  await lockMember(trx, customer_id)
  const renewal = await readRenewal(trx, id)
  if (renewal.state !== 'charging' || renewal.tries !== tries) return
  const today = await readToday(trx, brand.timeZone)
  if (!outcome.ok) return cancelRefused(trx, brand, renewal, outcome.error, today, actor)
  switch (outcome.value.status) {
    case 'paid':
      await moveRenewal(trx, renewal, 'renew', actor)
      return publish(trx, 'mail.membership-renewed', id, { term: id })
    case 'processing':
      // The member keeps the benefits while the bank decides.
      return setGrace(trx, id, addDays(today, debitDays))
    case 'authentication-required':
      return sendLink(trx, renewal, today)
    case 'pending':
      return undefined
    case 'declined':
    case 'expired':
    case 'refunded':
    case 'no-card':
    case 'no-mandate':
      return applyFailure(trx, brand, renewal, today, actor)
  }
}

/** Sends the link to the payment page of a try, once. */
async function sendLink(trx: Transaction<Database>, { membership_id: id, tries, linked_try }: Renewal, today: string): Promise<void> {
  if (linked_try === tries) return
  await trx.updateTable('membership_renewal').set({ linked_try: tries }).where('membership_id', '=', id).execute()
  await sql`update membership set grace_until = greatest(grace_until, ${addDays(today, 2)}::date) where id = ${id}`.execute(trx)
  await publish(trx, 'mail.membership-payment-link', id, { term: id, try: tries })
}

/** Another try on a later day, or the end of the membership. A consent that was withdrawn during the try ends without a letter. */
async function applyFailure(
  trx: Transaction<Database>,
  brand: PaymentDeps['brand'],
  renewal: Renewal,
  today: string,
  actor: Actor,
): Promise<void> {
  const { membership_id: id, customer_id: customer, membership, tries, charge_on } = renewal
  // Withdrawn, or renewed by hand: a payment that came too late is refunded.
  if (!renewal.has_consent || (await isTermOver(trx, id))) return moveRenewal(trx, renewal, 'cancel', actor)
  const failures = renewal.failures + 1
  const day = nextTryDay(renewal.mandate_id === null ? 'card' : 'direct-debit', charge_on, failures, today)
  if (day === undefined) {
    await moveRenewal(trx, renewal, 'lapse', actor)
    await endConsent(trx, { customer, membership }, 'lapsed', actor)
    return publish(trx, 'mail.membership-lapsed', id, { term: id })
  }
  await moveRenewal(trx, renewal, 'wait', actor)
  await trx
    .updateTable('membership_renewal')
    .set({ failures, next_on: day, try_at: instantOf(brand, day) })
    .where('membership_id', '=', id)
    .execute()
  return publish(trx, 'mail.membership-renewal-failed', id, { term: id, try: tries, nextOn: day })
}

/**
 * Ends a renewal that can't be sold at its announced terms: the price or the member's age has changed, or it was renewed by hand. A price
 * that is not above the agreed amount is announced with a new letter instead. One that the member began to pay for by hand after the try had
 * started is tried again: see `pollMinutes`.
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
  const { membership_id: id, consent_id, mandate_id, customer_id: customer, membership, expires_on: expiresOn } = renewal
  await moveRenewal(trx, renewal, 'cancel', actor)
  if (code === 'membership-already-held') return
  const price = brand.memberships.find((level) => level.id === membership)?.sold?.price
  if (code === 'price-changed' && price !== undefined && price !== renewal.amount && price <= renewal.agreed_amount && renewal.has_consent)
    return insertRenewal(trx, { brand }, { id: consent_id, mandate_id }, { term: { id, expiresOn }, price }, today, actor)
  const reason = code === 'price-changed' ? 'price' : code === 'membership-age' ? 'age' : 'ended'
  await endConsent(trx, { customer, membership }, reason, actor)
}
