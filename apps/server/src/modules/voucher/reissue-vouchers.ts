import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Actor, auditBy, type Database, publish, transact } from '#db'
import { walkInCustomerId } from '#modules/customer'
import { blockCodes } from './block-codes.ts'
import { setNewCode } from './issue-vouchers.ts'
import { isInLetter, restartLetters } from './letter-state.ts'

/** A voucher with a code that was made just now and cannot be read again. `item`: the item of the order that sold it. */
export type ReplacedVoucher = { readonly voucher: string; readonly item: string; readonly code: string }
/** `isMailed`: whether a code was mailed to its address. `isInLetter`: its letter is not sent yet. `printedAt`: when that was printed. */
type SoldRow = {
  readonly order: string
  readonly item: string
  readonly voucher: string
  readonly account: string
  readonly isMailed: boolean
  readonly isInLetter: boolean
  readonly printedAt: Date | null
}

const hasAddress = sql<boolean>`(i.detail ->> 'email' is not null or o.customer_id <> ${walkInCustomerId})`
/**
 * Locks the orders of sold vouchers and the vouchers, neither returned nor blocked, whose code exists (`issued_at`) or is made by printing it (`send_at` is
 * infinity).
 */
export async function lockSold(trx: Transaction<Database>, condition: RawBuilder<boolean>): Promise<readonly SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select o.id as order, i.id as item, v.id as voucher, v.account_id as account,
      ${hasAddress} and v.issued_at is not null and v.send_at <> 'infinity' as "isMailed",
      ${isInLetter} as "isInLetter", date_trunc('milliseconds', v.letter_printed_at) as "printedAt"
    from customer_order o join order_item i on i.order_id = o.id join gift_voucher v on v.order_item_id = i.id
      join ledger_account a on a.id = v.account_id
    where ${condition} and o.state = 'confirmed' and i.returned_at is null and a.blocked_at is null
      and (v.issued_at is not null or v.send_at = 'infinity') order by i.position, v.id for update of o, v`.execute(trx)
  return rows
}
const accountsOf = (rows: readonly SoldRow[]): string[] => rows.map(({ account }) => account)

/** Blocks the codes, and queues new ones for the same addresses. Balance, last day and payments in progress are unaffected. */
async function mailNewCodes(trx: Transaction<Database>, rows: readonly SoldRow[]): Promise<void> {
  await blockCodes(trx, accountsOf(rows))
  await sql`update gift_voucher set issued_at = null, send_at = now() where account_id = any(${accountsOf(rows)}::uuid[])`.execute(trx)
  for (const item of new Set(rows.map((row) => row.item))) await publish(trx, 'voucher.issue', item, { item })
}

/**
 * Blocks the codes, and makes new ones to print. The address of a mailed code is notified. Balance and payments in progress are unaffected.
 * The last day stays, except of a voucher whose letter is not sent yet: it is valid for its months from the print on.
 */
export async function makeNewCodes(trx: Transaction<Database>, rows: readonly SoldRow[]): Promise<ReplacedVoucher[]> {
  await blockCodes(trx, accountsOf(rows))
  const renewed: ReplacedVoucher[] = []
  for (const { voucher, item, account } of rows) renewed.push({ voucher, item, code: await setNewCode(trx, account) })
  await sql`update gift_voucher set issued_at = now() where account_id = any(${accountsOf(rows)}::uuid[])`.execute(trx)
  await restartLetters(trx, accountsOf(rows.filter((row) => row.isInLetter)))
  const mailed = rows.filter(({ isMailed }) => isMailed)
  for (const item of new Set(mailed.map((row) => row.item))) await publish(trx, 'mail.voucher-printed', item, { item })
  return renewed
}

/**
 * Replaces the codes of an order's gift vouchers by new ones, which are mailed. Vouchers whose letter is not sent yet stay in it.
 * @returns false for an order without other vouchers that were sent or are printed at the counter, and for vouchers that have no address
 */
export async function reissueVouchers(db: Kysely<Database>, number: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`o.number = ${number} and ${hasAddress} and not ${isInLetter}`)
    const [first] = rows
    if (!first) return false
    await mailNewCodes(trx, rows)
    await auditBy(trx, actor, {
      subject: 'order',
      subjectId: first.order,
      verb: 'reissue-vouchers',
      detail: { accounts: accountsOf(rows) },
    })
    return true
  })
}

/** Replaces the code of one gift voucher by a new one, which is mailed. @returns false for one without an address, in a letter that is not sent yet, and for a blocked one */
export async function mailNewCode(db: Kysely<Database>, account: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`v.account_id = ${account}::uuid and ${hasAddress} and not ${isInLetter}`)
    if (rows.length === 0) return false
    await mailNewCodes(trx, rows)
    await auditBy(trx, actor, { subject: 'voucher', subjectId: account, verb: 'reissue' })
    return true
  })
}

/** Makes new codes for the gift vouchers of an order, to print them. @returns an empty list for an order without such vouchers */
export async function printNewOrderCodes(db: Kysely<Database>, number: string, actor: Actor): Promise<ReplacedVoucher[]> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`o.number = ${number}`)
    const [first] = rows
    if (!first) return []
    const renewed = await makeNewCodes(trx, rows)
    await auditBy(trx, actor, { subject: 'order', subjectId: first.order, verb: 'print-vouchers', detail: { accounts: accountsOf(rows) } })
    return renewed
  })
}

/** Makes a new code for one gift voucher, to print it. @returns an empty list for one that was not sold or is blocked */
export async function printNewCode(db: Kysely<Database>, account: string, actor: Actor): Promise<ReplacedVoucher[]> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`v.account_id = ${account}::uuid`)
    if (rows.length === 0) return []
    const renewed = await makeNewCodes(trx, rows)
    await auditBy(trx, actor, { subject: 'voucher', subjectId: account, verb: 'print' })
    return renewed
  })
}
