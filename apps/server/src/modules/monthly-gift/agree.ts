import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, type MonthlyGiftTable, newId, publish, transact } from '#db'
import { lockMember, readToday } from '#modules/membership'
import { monthlyConsentText } from '#modules/messages'
import { canChargeLater, type PaymentDeps } from '#modules/payment'
import { instantOf } from '#modules/recurring'
import type { MonthlyGift } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { isFundOpen, recognitionNameOf } from '@playhouse/domain/giving'
import { type Money, money } from '@playhouse/domain/money'
import { firstGift, isMonthlyGift, monthlyWording } from '@playhouse/domain/monthly-gift'
import { type Problem, problem } from '@playhouse/domain/problem'
import { earliestCharge } from '@playhouse/domain/recurring-charge'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { endGift } from './end-gift.ts'

/** What a donor agrees to, as they saw it. */
export type GiftAgreement = {
  readonly fund: string
  readonly amount: Money
  /** The day of the month. */
  readonly day: number
  /** The mandate that pays; null for the preferred saved card. */
  readonly directDebit: string | null
  readonly wording: string
  readonly locale: Locale
  readonly appeal: string | null
  readonly recognitionName: string | null
  readonly isAnonymous: boolean
  readonly tributeName: string | null
}
type AgreementProblem = Problem<'page-not-found' | 'fund-closed' | 'invalid-input' | 'details-not-updated'>

/**
 * Records that a donor gives to a fund every month: the text, its version, the amount, the day and what pays. A letter has the days and
 * the amount: the notice that a direct debit needs.
 * @returns `details-not-updated` without a card or mandate that can pay, for another text, and where they give to this fund already
 */
export function startMonthlyGift(
  deps: PaymentDeps,
  customer: string,
  { fund: id, amount, day, directDebit, wording, locale, ...choices }: GiftAgreement,
  actor: Actor,
): Promise<Result<null, AgreementProblem>> {
  const { brand } = deps
  const fund = brand.features.donations ? brand.giving.find((each) => each.fund === id) : undefined
  return transact(deps.db, async (trx): Promise<Result<null, AgreementProblem>> => {
    await lockMember(trx, customer)
    const today = await readToday(trx, brand.timeZone)
    const hasAppeal = choices.appeal === null || fund?.appeals?.some(({ appeal }) => appeal === choices.appeal)
    if (!fund?.monthly || !hasAppeal) return fail(problem('page-not-found'))
    if (!isFundOpen(fund, today)) return fail(problem('fund-closed', { name: fund.name }))
    const means = directDebit === null ? 'card' : 'direct-debit'
    if (!isMonthlyGift(fund, amount, means)) return fail(problem('invalid-input', { fields: ['amount'] }))
    if (wording !== monthlyWording || !(await canChargeLater(trx, deps, customer, directDebit)) || (await givesTo(trx, customer, id)))
      return fail(problem('details-not-updated'))
    const { month, on } = firstGift(day, means, today)
    const gift = newId()
    await trx
      .insertInto('monthly_gift')
      .values({
        ...{ id: gift, customer_id: customer, fund: id, name: fund.name, amount, currency: brand.currency, day, mandate_id: directDebit },
        choices: JSON.stringify({ ...choices, recognitionName: recognitionNameOf(fund, { ...choices, amount }) }),
        ...{ wording, text: monthlyConsentText(brand, locale, { name: fund.name, amount, day, on, means }), locale, month, next_on: on },
      })
      .execute()
    await auditCustomer(trx, customer, actor, { verb: 'start-monthly-gift', detail: { gift, fund: id, amount, day, wording } })
    await publish(trx, 'mail.monthly-gift-started', gift, { gift })
    return ok(null)
  })
}

async function givesTo(trx: Transaction<Database>, customer: string, fund: string): Promise<boolean> {
  const row = await trx
    .selectFrom('monthly_gift')
    .select('id')
    .where('customer_id', '=', customer)
    .where('fund', '=', fund)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a current monthly gift of a customer; undefined for another one. */
async function lockGift(trx: Transaction<Database>, customer: string, id: string): Promise<Selectable<MonthlyGiftTable> | undefined> {
  return trx
    .selectFrom('monthly_gift')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Changes the amount of a monthly gift, at once: a charge that is not under way takes the new amount. A direct debit of another amount
 * needs its notice again, so its next day may move. A letter has the amount and the day.
 */
export function changeMonthlyGift(
  { db, brand }: PaymentDeps,
  customer: string,
  id: string,
  amount: Money,
  actor: Actor,
): Promise<Result<null, Problem<'page-not-found' | 'invalid-input'>>> {
  return transact(db, async (trx): Promise<Result<null, Problem<'page-not-found' | 'invalid-input'>>> => {
    const gift = await lockGift(trx, customer, id)
    if (!gift) return fail(problem('page-not-found'))
    const fund = brand.giving.find((each) => each.fund === gift.fund)
    const means = gift.mandate_id === null ? 'card' : 'direct-debit'
    if (!fund || !isMonthlyGift(fund, amount, means)) return fail(problem('invalid-input', { fields: ['amount'] }))
    if (amount === gift.amount) return ok(null)
    const earliest = means === 'card' ? null : earliestCharge(means, await readToday(trx, brand.timeZone))
    await trx
      .updateTable('monthly_gift')
      .set({ amount, ...(earliest !== null && { next_on: sql<string>`greatest(next_on, ${earliest}::date)` }) })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('monthly_charge')
      .set({
        amount,
        ...(earliest !== null && {
          next_on: sql<string>`greatest(next_on, ${earliest}::date)`,
          try_at: sql<Date>`greatest(try_at, ${instantOf(brand, earliest)})`,
        }),
      })
      .where('gift_id', '=', id)
      .where('state', 'in', ['announced', 'waiting'])
      .execute()
    await auditCustomer(trx, customer, actor, { verb: 'change-monthly-gift', detail: { gift: id, from: gift.amount, to: amount } })
    await publish(trx, 'mail.monthly-gift-changed', id, { gift: id })
    return ok(null)
  })
}

/** Stops a monthly gift, at once. A payment that is under way still arrives. */
export function stopMonthlyGift(
  { db }: Pick<PaymentDeps, 'db'>,
  customer: string,
  id: string,
  actor: Actor,
): Promise<Result<null, Problem<'page-not-found'>>> {
  return transact(db, async (trx): Promise<Result<null, Problem<'page-not-found'>>> => {
    const gift = await lockGift(trx, customer, id)
    if (!gift) return fail(problem('page-not-found'))
    await endGift(trx, gift, 'donor', actor)
    return ok(null)
  })
}

/** Lists the current monthly gifts of a customer, the oldest first. */
export async function listMonthlyGifts(db: Kysely<Database>, customer: string): Promise<MonthlyGift[]> {
  const { rows } = await sql<Omit<MonthlyGift, 'amount' | 'means'> & { amount: number; isDebit: boolean }>`
    select g.id, g.fund, g.name, g.amount, g.day, g.mandate_id is not null as "isDebit",
      case c.state when 'charging' then 'charging' when 'waiting' then 'waiting' else 'on' end as state,
      case c.state when 'charging' then null else coalesce(c.next_on, g.next_on)::text end as on
    from monthly_gift g left join lateral (
      select state, next_on from monthly_charge where gift_id = g.id and state in ('announced', 'charging', 'waiting') order by month limit 1) c on true
    where g.customer_id = ${customer} and g.ended_at is null order by g.agreed_at, g.id`.execute(db)
  return rows.map(({ isDebit, amount, ...gift }) => ({ ...gift, amount: money(amount), means: isDebit ? 'direct-debit' : 'card' }))
}
