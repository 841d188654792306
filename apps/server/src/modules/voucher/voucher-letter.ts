import { type Kysely, sql } from 'kysely'
import type { VoucherLetter } from '@playhouse/api-client/contract'
import { type Actor, auditBy, type Database, transact } from '#db'
import { parseItemDetail } from '@playhouse/domain/item-detail'
import { money } from '@playhouse/domain/money'
import { isInLetter } from './letter-state.ts'
import { lockSold, makeNewCodes, type ReplacedVoucher } from './reissue-vouchers.ts'

/** Letters that the list shows at most: the oldest ones. */
const maxLetters = 200

/** Vouchers `v` of confirmed orders whose letter is not sent yet. Returned and blocked vouchers are sent to no one. */
const isToBeSent = sql<boolean>`${isInLetter} and o.state = 'confirmed' and i.returned_at is null and a.blocked_at is null`

type Row = {
  readonly item: string
  readonly order: string
  readonly placedAt: Date
  readonly quantity: number
  readonly detail: Readonly<Record<string, unknown>>
  readonly printedAt: Date | null
}

/**
 * Reads the letters with gift vouchers that are to be sent, the oldest order first. Each is an item of an order. It is printed where all its
 * vouchers were printed at once.
 */
export async function readLetters(db: Kysely<Database>): Promise<VoucherLetter[]> {
  const { rows } = await sql<Row>`
    select i.id as item, o.number as order, o.placed_at as "placedAt", count(*)::int as quantity, i.detail,
      case when count(v.letter_printed_at) = count(*) and min(v.letter_printed_at) = max(v.letter_printed_at)
        then max(v.letter_printed_at) end as "printedAt"
    from gift_voucher v join order_item i on i.id = v.order_item_id join customer_order o on o.id = i.order_id
      join ledger_account a on a.id = v.account_id
    where ${isToBeSent} group by i.id, o.id order by o.placed_at, i.position limit ${maxLetters}`.execute(db)
  return rows.flatMap(({ detail: stored, placedAt, printedAt, ...row }) => {
    const { kind, detail } = parseItemDetail('gift-voucher', stored)
    if (kind !== 'gift-voucher' || !detail.address) return []
    const { value, to, address } = detail
    return [{ ...row, value: money(value), to, address, placedAt: placedAt.toISOString(), printedAt: printedAt?.toISOString() ?? null }]
  })
}

/**
 * Makes new codes for the vouchers of a letter, to print it. Codes that were printed before are blocked, and each voucher is valid for its
 * months from today on.
 * @returns an empty list where no voucher of the item is to be sent
 */
export async function printLetter(db: Kysely<Database>, item: string, actor: Actor): Promise<ReplacedVoucher[]> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`i.id = ${item}::uuid and ${isToBeSent}`)
    if (rows.length === 0) return []
    const printed = await makeNewCodes(trx, rows)
    for (const { account } of rows) await auditBy(trx, actor, { subject: 'voucher', subjectId: account, verb: 'print' })
    return printed
  })
}

/** Reads the letters that an order has sold and not returned. */
export async function readLettersOf(db: Kysely<Database>, order: string): Promise<{ readonly item: string; readonly isSent: boolean }[]> {
  const { rows } = await sql<{ item: string; isSent: boolean }>`
    select i.id as item, bool_or(v.posted_at is not null) as "isSent" from gift_voucher v join order_item i on i.id = v.order_item_id
    where i.order_id = ${order}::uuid and v.to_post and i.returned_at is null group by i.id order by i.position`.execute(db)
  return rows
}

/** `printedAt`: when it was printed, an ISO 8601 instant. */
export type LetterKey = { readonly item: string; readonly printedAt: string }

/**
 * Records that a letter was sent.
 * @returns false where it is not to be sent, or one of its codes is another than what was printed
 */
export async function markLetterSent(db: Kysely<Database>, { item, printedAt }: LetterKey, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const rows = await lockSold(trx, sql`i.id = ${item}::uuid and ${isToBeSent}`)
    const accounts = rows.map(({ account }) => account)
    const isPrinted = rows.every((row) => row.printedAt?.getTime() === Date.parse(printedAt))
    if (accounts.length === 0 || !isPrinted) return false
    await sql`update gift_voucher set posted_at = now() where account_id = any(${accounts}::uuid[])`.execute(trx)
    for (const account of accounts) await auditBy(trx, actor, { subject: 'voucher', subjectId: account, verb: 'post' })
    return true
  })
}
