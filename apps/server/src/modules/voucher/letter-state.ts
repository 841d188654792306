import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { today } from '#modules/ledger'

/** Whether voucher `v` is in a letter that is not sent yet. */
export const isInLetter = sql<boolean>`(v.to_post and v.posted_at is null)`

/**
 * Records that vouchers of letters were printed. Each is valid for its months from today on; a later last day stays. The caller holds the
 * locks of the accounts.
 */
export async function restartLetters(trx: Transaction<Database>, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    with printed as (
      update gift_voucher v set letter_printed_at = now() from order_item i
      where v.account_id = any(${accounts}::uuid[]) and i.id = v.order_item_id
      returning v.account_id as id, (${today} + make_interval(months => (i.detail ->> 'months')::int))::date as day),
    top_ups as (
      update voucher_top_up t
      set last_day_before = greatest(t.last_day_before, printed.day), last_day = greatest(t.last_day, printed.day)
      from printed where t.account_id = printed.id and t.last_day_before is not null)
    update ledger_account a set expires_on = greatest(a.expires_on, printed.day)
    from printed where a.id = printed.id and a.expires_on is not null`.execute(trx)
}

/**
 * Locks the vouchers of the letter that a voucher is in, before its account is locked.
 * @returns whether it is in a letter that is not sent yet
 */
export async function lockLetterOf(trx: Transaction<Database>, account: string): Promise<boolean> {
  const { rows } = await sql`
    select from gift_voucher v where ${isInLetter} and v.order_item_id = (select order_item_id from gift_voucher where account_id = ${account}::uuid)
    order by v.id for update`.execute(trx)
  return rows.length > 0
}

/** Records that the letter of a voucher must be printed again: it has a code that is blocked, or lacks one that is unblocked. */
export async function resetLetterOf(trx: Transaction<Database>, account: string): Promise<void> {
  await sql`
    update gift_voucher v set letter_printed_at = null
    where ${isInLetter} and v.order_item_id = (select order_item_id from gift_voucher where account_id = ${account}::uuid)`.execute(trx)
}
