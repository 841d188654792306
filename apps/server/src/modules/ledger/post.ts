import { sql, type Transaction } from 'kysely'
import { type Actor, audit, type Database, type LedgerEntryTable, newId } from '#db'

type Transfer = {
  readonly account: string
  /** The theatre's account on the other side of the transfer. */
  readonly house: NonNullable<LedgerEntryTable['house']>
  /** Change of the account's balance in minor units; never 0. */
  readonly amount: number
  readonly reason: LedgerEntryTable['reason']
  readonly order?: string | undefined
}

/**
 * Transfers money between an account and the theatre: writes two entries that add up to zero, and updates the balance. The only
 * function that changes the balance of an account that is open.
 * @throws the database's check violation (23514) for a balance below zero or below its reservations
 */
export async function post(trx: Transaction<Database>, transfer: Transfer, actor: Actor): Promise<void> {
  const { account, amount } = transfer
  await trx
    .updateTable('ledger_account')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', account)
    .executeTakeFirstOrThrow(() => new Error(`no ledger account ${account}`))
  await recordTransfers(trx, [transfer], actor)
}

/** Writes the two entries of each transfer, and audits it. The caller changes the balances, in the same transaction. */
export async function recordTransfers(
  trx: Transaction<Database>,
  transfers: readonly Transfer[],
  { name, requestId }: Actor,
): Promise<void> {
  const identified = transfers.map((transfer) => ({ id: newId(), ...transfer }))
  const entries = identified.flatMap(({ id, account, house, amount, reason, order = null }) => {
    const shared = { transfer_id: id, reason, order_id: order }
    return [
      { ...shared, position: 0, account_id: account, house: null, amount },
      { ...shared, position: 1, account_id: null, house, amount: -amount },
    ]
  })
  const auditEntries = identified.map(({ id: transfer, account, amount, reason: verb, order }) => ({
    ...{ actor: name, requestId, subject: 'ledger', subjectId: account, verb, detail: { transfer, amount, order } },
  }))
  await Promise.all([trx.insertInto('ledger_entry').values(entries).execute(), audit(trx, ...auditEntries)])
}

/** Locks accounts in a fixed order, to avoid deadlocks between payments. */
export async function lockAccounts(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select 1 from ledger_account where id = any(${[...ids]}::uuid[]) order by id for update`.execute(trx)
}
