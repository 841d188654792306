import { sql, type Transaction } from 'kysely'
import type { Actor, Database, Spend } from '#db'
import { today } from './account.ts'
import { lockAccounts, post } from './post.ts'

/**
 * Reserves money of accounts for a payment attempt, all or nothing, so that it cannot be spent twice. Idempotent per attempt.
 * @returns false where a balance is insufficient: the caller rolls the transaction back
 */
export async function reserve(trx: Transaction<Database>, attempt: string, spends: readonly Spend[]): Promise<boolean> {
  if (spends.length === 0) return true
  await lockAccounts(
    trx,
    spends.map((spend) => spend.account),
  )
  if (await hasReserved(trx, attempt)) return true
  for (const { account, amount } of spends) {
    const update = await trx
      .updateTable('ledger_account')
      .set((eb) => ({ reserved: eb('reserved', '+', amount) }))
      .where('id', '=', account)
      .where((eb) => eb(eb('balance', '-', eb.ref('reserved')), '>=', amount))
      .where((eb) => eb.or([eb('expires_on', 'is', null), eb('expires_on', '>=', today)]))
      .where('blocked_at', 'is', null)
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
  }
  await trx
    .insertInto('ledger_reservation')
    .values(spends.map(({ account, amount }) => ({ attempt_id: attempt, account_id: account, amount })))
    .execute()
  return true
}

async function hasReserved(trx: Transaction<Database>, attempt: string): Promise<boolean> {
  const reservation = await trx.selectFrom('ledger_reservation').select('account_id').where('attempt_id', '=', attempt).executeTakeFirst()
  return reservation !== undefined
}

/** Releases the reservation of an attempt that ended without a sale. */
export async function releaseReserved(trx: Transaction<Database>, attempt: string): Promise<void> {
  await deleteReservation(trx, attempt)
}

/** Spends the reservation of an attempt on its order. */
export async function spendReserved(trx: Transaction<Database>, attempt: string, order: string, actor: Actor): Promise<void> {
  for (const { account, amount } of await deleteReservation(trx, attempt))
    await post(trx, { account, house: 'sales', amount: -amount, reason: 'spent', order }, actor)
}

async function deleteReservation(trx: Transaction<Database>, attempt: string): Promise<Spend[]> {
  const { rows } = await sql<Spend>`
    select account_id as account, amount from ledger_reservation where attempt_id = ${attempt}::uuid order by account_id`.execute(trx)
  if (rows.length === 0) return []
  await lockAccounts(
    trx,
    rows.map((row) => row.account),
  )
  await trx.deleteFrom('ledger_reservation').where('attempt_id', '=', attempt).execute()
  for (const { account, amount } of rows)
    await trx
      .updateTable('ledger_account')
      .set((eb) => ({ reserved: eb('reserved', '-', amount) }))
      .where('id', '=', account)
      .execute()
  return rows
}
