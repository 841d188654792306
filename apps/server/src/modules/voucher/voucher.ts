import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import { available, openAccount } from '#modules/ledger'
import { type Money, money } from '@playhouse/domain/money'
import { voucherHint } from '@playhouse/domain/voucher'
import { voucherDigest, newVoucherCode } from './code.ts'

/** A gift voucher as shown to a customer with its code; `balance` in minor units. */
export type Voucher = { readonly account: string; readonly balance: Money; readonly expiresOn: string | null }

type NewVoucher = {
  readonly amount: Money
  /** A fixed code, such as for a demonstration; random by default. */
  readonly code?: string
  readonly expiresOn?: string
}

/** Issues a gift voucher. @returns its code, which cannot be read again: the database stores only a digest */
export async function issueVoucher(
  db: Kysely<Database>,
  { amount, code = newVoucherCode(), expiresOn }: NewVoucher,
  actor: { readonly name: string },
): Promise<string> {
  const code_digest = await voucherDigest(code)
  const account = { kind: 'gift-voucher' as const, customer_id: null, code_digest, hint: voucherHint(code) }
  const ends = expiresOn === undefined ? undefined : { on: expiresOn }
  await transact(db, (trx) => openAccount(trx, { ...account, ends }, { amount, from: 'issued' }, actor))
  return code
}

/** Finds a voucher with a spendable balance by its code. @returns undefined for an unknown, expired or used-up code */
export async function findVoucher(db: Kysely<Database>, code: string): Promise<Voucher | undefined> {
  const digest = await voucherDigest(code)
  const { rows } = await sql<{ account: string; balance: number; expiresOn: string | null }>`
    select a.id as account, ${available} as balance, a.expires_on as "expiresOn" from ledger_account a
    where a.code_digest = ${digest} and ${available} > 0`.execute(db)
  return rows[0] && { ...rows[0], balance: money(rows[0].balance) }
}
