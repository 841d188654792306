import { type Kysely, sql } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import { lockAccounts } from '#modules/ledger'
import { lockLetterOf, resetLetterOf } from './letter-state.ts'

/**
 * Blocks a gift voucher, or unblocks it. A blocked one keeps its balance, cannot be spent, and leaves the baskets that are not being
 * paid for; payments under way stay. Returned vouchers stay blocked. A letter with it that was printed and is not sent yet is printed again.
 * @returns false where it is unknown, or is in that state already
 */
export async function setVoucherBlocked(
  db: Kysely<Database>,
  voucher: string,
  { isBlocked, reason }: { readonly isBlocked: boolean; readonly reason: string },
  actor: Actor,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const isPosted = await lockLetterOf(trx, voucher)
    await lockAccounts(trx, [voucher])
    const { numAffectedRows } = await sql`
      update ledger_account a set blocked_at = case when ${isBlocked}::boolean then now() end
      where a.id = ${voucher}::uuid and a.kind = 'gift-voucher' and (a.blocked_at is null) = ${isBlocked}::boolean
        and not exists (
          select from gift_voucher v join order_item i on i.id = v.order_item_id where v.account_id = a.id and i.returned_at is not null)`.execute(
      trx,
    )
    if (!numAffectedRows) return false
    if (isPosted) await resetLetterOf(trx, voucher)
    if (isBlocked)
      await sql`
        with removed as (
          delete from basket_voucher v using basket b
          where b.id = v.basket_id and b.state = 'open' and v.account_id = ${voucher}::uuid returning v.basket_id)
        update basket set version = version + 1 where id in (select basket_id from removed)`.execute(trx)
    await auditBy(trx, actor, { subject: 'voucher', subjectId: voucher, verb: isBlocked ? 'block' : 'unblock', detail: { reason } })
    return true
  })
}

/**
 * Audits a voucher lookup by staff.
 * @param found the account, null where a code has none, the order whose vouchers were read, or the number of letters whose addresses were read. The typed code is worth money and is not stored.
 */
export async function auditVoucherSearch(
  db: Kysely<Database>,
  staff: string,
  found: { readonly voucher: string | null } | { readonly order: string } | { readonly letters: number },
  actor: Actor,
): Promise<void> {
  await transact(db, (trx) => auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'find-voucher', detail: found }))
}
