import { sql, type Transaction } from 'kysely'
import { type Actor, type Database, newId } from '#db'
import { lockAccounts, post, today } from '#modules/ledger'
import type { Money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { findTopUpProblem, voucherState } from '@playhouse/domain/voucher'
import { checkDeposit, keepDepositedSeats } from './deposit.ts'

type TopUpProblem = Problem<
  | 'voucher-not-recognised'
  | 'voucher-blocked'
  | 'voucher-expired'
  | 'voucher-balance-limit'
  | 'order-not-found'
  | 'reserved-order-locked'
  | 'invalid-input'
>
/** `amount`: minor units to add. `mostBalance`: the brand's maximum balance of a voucher. `booking`: the number of a group booking. */
type TopUp = { readonly voucher: string; readonly amount: number; readonly mostBalance: Money; readonly booking?: string | undefined }

/**
 * Finds the problem of adding money to a gift voucher now. Amounts that payments under way have reserved count towards its balance.
 * @param isSold whether it is being sold; the caller has locked the account then
 * @returns the problem, or the last characters of the voucher's code, and the name of the group whose deposit it is
 */
export async function checkTopUp(
  trx: Transaction<Database>,
  { voucher, amount, mostBalance, booking }: TopUp,
  isSold = false,
): Promise<{ readonly problem: TopUpProblem } | { readonly hint: string; readonly group?: string }> {
  const { rows } = await sql<{
    hint: string | null
    balance: number
    isBlocked: boolean
    isExpired: boolean
    isReturned: boolean
    isWaiting: boolean
    isDeposit: boolean
  }>`
    select a.hint, a.balance, a.blocked_at is not null as "isBlocked", coalesce(a.expires_on < ${today}, false) as "isExpired",
      i.returned_at is not null as "isReturned", a.code_digest is null as "isWaiting",
      exists (select from group_booking g where g.account_id = a.id) as "isDeposit"
    from ledger_account a left join gift_voucher v on v.account_id = a.id left join order_item i on i.id = v.order_item_id
    where a.id = ${voucher}::uuid and a.kind = 'gift-voucher'`.execute(trx)
  const [account] = rows
  if (!account) return { problem: problem('voucher-not-recognised') }
  const { hint, balance, isDeposit, ...state } = account
  if (isDeposit || booking !== undefined) {
    const checked = await checkDeposit(trx, { account: voucher, balance, amount, booking }, isSold)
    return 'problem' in checked ? checked : { hint: hint ?? '', group: checked.group }
  }
  const found = findTopUpProblem(voucherState({ ...state, balance }), { balance, amount, most: mostBalance })
  return found ? { problem: found } : { hint: hint ?? '' }
}

/** Locks the voucher of a top-up that is being sold, and checks it again. */
export async function canTopUp(trx: Transaction<Database>, topUp: TopUp): Promise<boolean> {
  await lockAccounts(trx, [topUp.voucher])
  return !('problem' in (await checkTopUp(trx, topUp, true)))
}

type SoldTopUp = {
  readonly item: string
  readonly order: string
  readonly voucher: string
  /** Minor units. */
  readonly amount: number
  /** For how long the voucher is valid from today on; null where its last day stays. */
  readonly months: number | null
}

/** Top-ups of account `a` that are not returned. */
const remainingTopUps = sql`voucher_top_up t join order_item i on i.id = t.order_item_id where t.account_id = a.id and i.returned_at is null`

/**
 * Adds sold money to a gift voucher. The theatre owes it from now on. A later last day of the voucher stays. The row states the last day
 * without any top-up and with this one alone, so that top-ups are returned in any order.
 */
export async function topUpVoucher(
  trx: Transaction<Database>,
  { item, order, voucher, amount, months }: SoldTopUp,
  actor: Actor,
): Promise<void> {
  await lockAccounts(trx, [voucher])
  await sql`
    with before as (
      select a.id, a.expires_on, case when a.expires_on <= others.last_day then others.without else a.expires_on end as without,
        (${today} + make_interval(months => ${months}::int))::date as day
      from ledger_account a
        cross join lateral (select max(t.last_day) as last_day, max(t.last_day_before) as without from ${remainingTopUps}) others
      where a.id = ${voucher}::uuid), extended as (
      update ledger_account a set expires_on = greatest(a.expires_on, before.day)
      from before where a.id = before.id and before.expires_on is not null and before.day is not null)
    insert into voucher_top_up (id, account_id, order_item_id, amount, last_day_before, last_day)
    select ${newId()}::uuid, id, ${item}::uuid, ${amount}::int, without, case when without is not null then greatest(without, day) end
    from before`.execute(trx)
  await post(trx, { account: voucher, house: 'sales', amount, reason: 'topped-up', order }, actor)
  await keepDepositedSeats(trx, voucher, actor)
}

/**
 * Takes the money of a returned top-up off its voucher. Its last day is again what it is with the remaining top-ups, unless it was moved
 * past all of them meanwhile.
 */
export async function recallTopUp(
  trx: Transaction<Database>,
  { item, order }: { readonly item: string; readonly order: string },
  actor: Actor,
): Promise<void> {
  const topUp = await trx.selectFrom('voucher_top_up').selectAll().where('order_item_id', '=', item).executeTakeFirst()
  if (!topUp) return
  await lockAccounts(trx, [topUp.account_id])
  await post(trx, { account: topUp.account_id, house: 'sales', amount: -topUp.amount, reason: 'recalled', order }, actor)
  await keepDepositedSeats(trx, topUp.account_id, actor)
  await sql`
    update ledger_account a
    set expires_on = greatest(r.last_day_before, (select max(t.last_day) from ${remainingTopUps} and t.id <> r.id))
    from voucher_top_up r
    where r.id = ${topUp.id}::uuid and a.id = r.account_id
      and a.expires_on <= greatest(r.last_day, (select max(t.last_day) from ${remainingTopUps}))`.execute(trx)
}
