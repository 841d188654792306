import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, publish, type RenewalConsentTable, transact } from '#db'
import { endConsent, lockMember, readTerms } from '#modules/membership'
import type { PaymentDeps } from '#modules/payment'
import { instantOf } from '#modules/recurring'
import { findAgeProblem } from '@playhouse/domain/membership'
import { announcedDays, chargeDay, graceUntil, type RenewableTerm, renewableTerms } from '@playhouse/domain/membership-renewal'
import type { MembershipTerm } from '@playhouse/domain/membership-term'
import type { Money } from '@playhouse/domain/money'

const batchSize = 100
type Consent = Selectable<RenewalConsentTable>
type Deps = Pick<PaymentDeps, 'db' | 'brand'>

/**
 * Announces the renewals whose term ends within 30 days: the member gets a letter with the amount and the day. A consent that no longer
 * applies ends instead, with a letter. Safe to run in several processes.
 * @returns the failures
 */
export async function announceRenewals(deps: Deps, actor: Actor): Promise<unknown[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    select c.id, c.customer_id as customer from renewal_consent c
    cross join lateral (select m.id, m.expires_on from membership m
      where m.customer_id = c.customer_id and m.membership = c.membership and m.cancelled_at is null order by m.expires_on desc limit 1) m
    where c.ended_at is null and m.expires_on <= (now() at time zone ${deps.brand.timeZone})::date + ${announcedDays}::int
      and not exists (select from membership_renewal r where r.membership_id = m.id and r.state <> 'cancelled')
    limit ${batchSize}`.execute(deps.db)
  const failures: unknown[] = []
  for (const { id, customer } of rows)
    await transact(deps.db, (trx) => announce(trx, deps, { id, customer }, actor)).catch((error: unknown) => failures.push(error))
  return failures
}

async function announce(
  trx: Transaction<Database>,
  deps: Deps,
  { id, customer }: { readonly id: string; readonly customer: string },
  actor: Actor,
): Promise<void> {
  await lockMember(trx, customer)
  const consent = await trx
    .selectFrom('renewal_consent')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!consent) return
  const { terms, today } = await readTerms(trx, customer, deps.brand.timeZone)
  const renewable = renewableTerms(deps.brand.memberships, terms, today).find(({ term }) => term.membership === consent.membership)
  const reason = renewable ? await findObstacle(trx, deps, consent, renewable, today) : 'ended'
  if (renewable && !reason) await insertRenewal(trx, deps, consent, renewable, today, actor)
  else await endConsent(trx, { customer, membership: consent.membership }, reason ?? 'ended', actor)
}

/** Why the member has to renew by hand: the price has risen above the agreed amount, the mandate has ended, or they are too old then. */
async function findObstacle(
  trx: Transaction<Database>,
  { brand }: Deps,
  { amount, customer_id, membership, mandate_id }: Consent,
  { price, term }: RenewableTerm,
  today: string,
): Promise<'price' | 'age' | 'ended' | 'mandate' | undefined> {
  if (price > amount) return 'price'
  if (mandate_id !== null && (await isMandateEnded(trx, mandate_id))) return 'mandate'
  const { rows } = await sql<{ birth: string | null }>`select birth_date::text as birth from customer where id = ${customer_id}`.execute(
    trx,
  )
  const level = brand.memberships.find(({ id }) => id === membership)
  const day = chargeDay(term, mandate_id === null ? 'card' : 'direct-debit', today)
  const ageProblem = level && findAgeProblem(level, rows[0]!.birth, day)
  return ageProblem && (ageProblem.code === 'membership-age' ? 'age' : 'ended')
}

async function isMandateEnded(trx: Transaction<Database>, mandate: string): Promise<boolean> {
  const row = await trx
    .selectFrom('mandate')
    .select('id')
    .where('id', '=', mandate)
    .where('state', 'in', ['pending', 'active'])
    .executeTakeFirst()
  return row === undefined
}

/** Announces the renewal of a term with a letter. One that was cancelled is announced again, with its new amount and day. */
export async function insertRenewal(
  trx: Transaction<Database>,
  { brand }: Pick<Deps, 'brand'>,
  { id: consent, mandate_id }: Pick<Consent, 'id' | 'mandate_id'>,
  { term, price }: { readonly term: Pick<MembershipTerm, 'id' | 'expiresOn'>; readonly price: Money },
  today: string,
  actor: Actor,
): Promise<void> {
  const day = chargeDay(term, mandate_id === null ? 'card' : 'direct-debit', today)
  const columns = { consent_id: consent, amount: price, charge_on: day, next_on: day, state: 'announced', failures: 0 } as const
  const try_at = instantOf(brand, day)
  const announced = await trx
    .insertInto('membership_renewal')
    .values({ membership_id: term.id, ...columns, try_at })
    .onConflict((conflict) =>
      conflict
        .column('membership_id')
        .doUpdateSet({ ...columns, try_at, announced_at: sql<Date>`now()` })
        .where('membership_renewal.state', '=', 'cancelled'),
    )
    .returning('membership_id')
    .executeTakeFirst()
  // Another process has announced it.
  if (!announced) return
  await trx
    .updateTable('membership')
    .set({ grace_until: graceUntil(term, day) })
    .where('id', '=', term.id)
    .execute()
  await auditBy(trx, actor, {
    subject: 'membership-renewal',
    subjectId: term.id,
    verb: 'announce',
    to: 'announced',
    detail: { amount: price, day },
  })
  await publish(trx, 'mail.membership-renewing', term.id, { term: term.id })
}
