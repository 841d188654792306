import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, type MonthlyGiftTable, newId, transact } from '#db'
import { readToday } from '#modules/membership'
import type { PaymentDeps } from '#modules/payment'
import { instantOf } from '#modules/recurring'
import type { Brand } from '@playhouse/domain/brand'
import { isFundOpen } from '@playhouse/domain/giving'
import { currentGift, followingGift, type GiftEndReason } from '@playhouse/domain/monthly-gift'
import { endGift } from './end-gift.ts'

const batchSize = 100
type Gift = Selectable<MonthlyGiftTable> & { readonly mandate_state: string | null }

/**
 * Plans the gifts that are due, each month once, and ends the gifts whose mandate has ended or whose fund takes no monthly gifts. Safe to run
 * in several processes.
 * @returns the failures
 */
export async function planGifts(deps: Pick<PaymentDeps, 'db' | 'brand'>, actor: Actor): Promise<unknown[]> {
  const { db, brand } = deps
  const { rows } = await sql<{ id: string }>`
    select g.id from monthly_gift g left join mandate m on m.id = g.mandate_id
    where g.ended_at is null and (g.next_on <= (now() at time zone ${brand.timeZone})::date or m.state in ('failed', 'cancelled'))
    order by g.next_on limit ${batchSize}`.execute(db)
  const failures: unknown[] = []
  for (const { id } of rows) await transact(db, (trx) => planGift(trx, brand, id, actor)).catch((error: unknown) => failures.push(error))
  return failures
}

async function planGift(trx: Transaction<Database>, brand: Brand, id: string, actor: Actor): Promise<void> {
  const gift = await readGift(trx, id)
  if (!gift) return
  const today = await readToday(trx, brand.timeZone)
  const reason = findEndReason(brand, gift, today)
  if (reason) return endGift(trx, gift, reason, actor)
  if (gift.next_on > today) return
  const { month, on } = currentGift({ month: gift.month, on: gift.next_on }, gift.day, today)
  const charge = newId()
  await trx
    .insertInto('monthly_charge')
    .values({
      ...{ id: charge, gift_id: id, month, amount: gift.amount, charge_on: on, next_on: on, state: 'announced' },
      try_at: instantOf(brand, on),
    })
    .execute()
  const next = followingGift(month, gift.day)
  await trx.updateTable('monthly_gift').set({ month: next.month, next_on: next.on }).where('id', '=', id).execute()
  await auditBy(trx, actor, {
    subject: 'monthly-charge',
    subjectId: charge,
    verb: 'announce',
    to: 'announced',
    detail: { gift: id, month },
  })
}

/** Reads a current gift and locks its row; undefined for one that has ended. */
async function readGift(trx: Transaction<Database>, id: string): Promise<Gift | undefined> {
  const { rows } = await sql<Gift>`
    select g.*, g.month::text as month, g.next_on::text as next_on, m.state as mandate_state
    from monthly_gift g left join mandate m on m.id = g.mandate_id where g.id = ${id} and g.ended_at is null for update of g`.execute(trx)
  return rows[0]
}

/** Why a gift can't continue: the direct debit was cancelled, or the fund takes no monthly gifts any more. */
export function findEndReason(
  { features, giving }: Pick<Brand, 'features' | 'giving'>,
  { fund: id, mandate_state, mandate_id }: Pick<Gift, 'fund' | 'mandate_state' | 'mandate_id'>,
  today: string,
): GiftEndReason | undefined {
  if (mandate_id !== null && (mandate_state === 'failed' || mandate_state === 'cancelled')) return 'mandate'
  const fund = features.donations ? giving.find((each) => each.fund === id) : undefined
  return fund?.monthly && isFundOpen(fund, today) ? undefined : 'fund'
}
