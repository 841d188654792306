import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, publish, transact } from '#db'
import { voucherHint } from '@playhouse/domain/voucher'
import { newVoucherCode, voucherDigest } from './code.ts'

/** Encrypts codes, which must not be readable in a copy of the database. */
export type CodeVault = { encrypt(text: string): string; decrypt(encryptedText: string): string }
export type IssueDeps = { readonly db: Kysely<Database>; readonly codeVault: CodeVault }

const batchSize = 100

/**
 * Makes the codes of vouchers that are due, and queues one mail for each item that sold them. The database stores a digest of a
 * code, and the code only encrypted in the mail's message until it is sent. Safe to run in several processes.
 * @param item only vouchers of this item
 * @returns the number of queued mails
 */
export async function issueDueVouchers({ db, codeVault }: IssueDeps, item?: string): Promise<number> {
  const { rows } = await sql<{ item: string }>`
    select distinct v.order_item_id as item from gift_voucher v join order_item i on i.id = v.order_item_id
    where v.issued_at is null and v.send_at <= now() and i.returned_at is null
      and (${item ?? null}::uuid is null or v.order_item_id = ${item ?? null}::uuid)
    limit ${batchSize}`.execute(db)
  let queued = 0
  for (const due of rows) if (await transact(db, (trx) => issueItem(trx, codeVault, due.item))) queued += 1
  return queued
}

async function issueItem(trx: Transaction<Database>, vault: CodeVault, item: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; account: string }>`
    select v.id, v.account_id as account from gift_voucher v join order_item i on i.id = v.order_item_id
    where v.order_item_id = ${item} and v.issued_at is null and v.send_at <= now() and i.returned_at is null
    order by v.id for update of v skip locked`.execute(trx)
  if (rows.length === 0) return false
  const vouchers = []
  for (const { id, account } of rows) {
    vouchers.push({ voucher: id, code: vault.encrypt(await setNewCode(trx, account)) })
    await trx
      .updateTable('gift_voucher')
      .set({ issued_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  }
  await publish(trx, 'mail.gift-voucher', item, { item, vouchers })
  return true
}

/** Gives an account a new code; an earlier code is no longer recognised. @returns the code, which cannot be read again */
export async function setNewCode(trx: Transaction<Database>, account: string): Promise<string> {
  const code = newVoucherCode()
  await trx
    .updateTable('ledger_account')
    .set({ code_digest: await voucherDigest(code), hint: voucherHint(code) })
    .where('id', '=', account)
    .execute()
  return code
}
