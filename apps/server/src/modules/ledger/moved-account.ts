import { sql, type Transaction } from 'kysely'
import { type Actor, type Database, newId } from '#db'
import { post, recordTransfers } from './post.ts'

/** An account that a theatre brings from its former system. `expiresOn`: the last day; null for none. */
type MovedAccount = {
  readonly account: {
    readonly kind: 'credit' | 'gift-voucher'
    readonly customer_id: string | null
    readonly code_digest: string | null
    readonly hint: string | null
  }
  /** Minor units; 0 for an account that is used up. */
  readonly balance: number
  readonly expiresOn: string | null
}

/** Accounts a statement, so that it has fewer than 65,535 parameters. */
const batchSize = 2_000

/** Opens accounts with the opening balances of the former system. @returns their ids, in the same order */
export async function openMovedAccounts(trx: Transaction<Database>, moved: readonly MovedAccount[], actor: Actor): Promise<string[]> {
  const identified = moved.map((each) => ({ id: newId(), ...each }))
  for (let from = 0; from < identified.length; from += batchSize) {
    const batch = identified.slice(from, from + batchSize)
    await trx
      .insertInto('ledger_account')
      .values(batch.map(({ id, account, balance, expiresOn }) => ({ id, ...account, balance, expires_on: expiresOn })))
      .execute()
    const transfers = batch
      .filter(({ balance }) => balance !== 0)
      .map(({ id, balance }) => ({ account: id, house: 'moved-in' as const, amount: balance, reason: 'moved-in' as const }))
    if (transfers.length > 0) await recordTransfers(trx, transfers, actor)
  }
  return identified.map(({ id }) => id)
}

/** Changes the opening balance of an account that moved in, by an amount in minor units, and its last day. The caller has locked it. */
export async function changeOpening(
  trx: Transaction<Database>,
  { account, amount, expiresOn }: { readonly account: string; readonly amount: number; readonly expiresOn: string | null },
  actor: Actor,
): Promise<void> {
  if (amount !== 0) await post(trx, { account, house: 'moved-in', amount, reason: 'moved-in' }, actor)
  await trx
    .updateTable('ledger_account')
    .set({ expires_on: sql<string | null>`${expiresOn}::date` })
    .where('id', '=', account)
    .execute()
}

type MovedPayment = { readonly order: string; readonly customer: string; /** Minor units. */ readonly amount: number }

/**
 * Pays orders that moved in: opens an account of credit for each with the money that the former system took, and spends it on the order.
 * Returned tickets are refunded to this account. Orders without a price need no payment.
 */
export async function openMovedPayments(
  trx: Transaction<Database>,
  payments: readonly MovedPayment[],
  actor: Actor,
): Promise<{ readonly id: string; readonly order: string }[]> {
  const paid = payments.filter(({ amount }) => amount > 0).map((each) => ({ id: newId(), ...each }))
  for (let from = 0; from < paid.length; from += batchSize) {
    const batch = paid.slice(from, from + batchSize)
    await trx
      .insertInto('ledger_account')
      .values(
        batch.map(({ id, customer }) => ({
          id,
          kind: 'credit',
          customer_id: customer,
          code_digest: null,
          hint: null,
          balance: 0,
          expires_on: null,
        })),
      )
      .execute()
    const openings = batch.map(({ id, amount }) => ({ account: id, house: 'moved-in' as const, amount, reason: 'moved-in' as const }))
    await recordTransfers(trx, openings, actor)
    const spends = batch.map(({ id, amount, order }) => ({
      account: id,
      house: 'sales' as const,
      amount: -amount,
      reason: 'spent' as const,
      order,
    }))
    await recordTransfers(trx, spends, actor)
  }
  return paid
}
