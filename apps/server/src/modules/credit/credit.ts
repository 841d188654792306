import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, transact } from '#db'
import { available, openAccount, post, today } from '#modules/ledger'
import { type Money, money } from '@playhouse/domain/money'

type NewCredit = {
  readonly customer: string
  readonly amount: Money
  /** Months until it expires, by the database clock. */
  readonly months: number
  readonly from: 'issued' | 'returns' | 'sales'
  readonly order?: string
}

/** Gives a customer credit, as a separate account with its own expiry. @returns its last day (ISO date) */
export async function giveCredit(
  trx: Transaction<Database>,
  { customer, amount, months, from, order }: NewCredit,
  actor: { readonly name: string; readonly requestId?: string | undefined },
): Promise<string> {
  const account = { kind: 'credit' as const, customer_id: customer, code_digest: null, hint: null }
  const { expiresOn } = await openAccount(trx, { ...account, ends: { months } }, { amount, from, order }, actor)
  return expiresOn!
}

export type CreditEntry = {
  readonly at: string
  readonly amount: Money
  readonly reason: 'returned-order' | 'box-office' | 'spent' | 'expired' | 'moved-in'
  readonly order: string | null
  readonly expiresOn: string | null
}

const reasons = {
  issued: 'box-office',
  // Of gift vouchers alone.
  sold: 'box-office',
  'topped-up': 'box-office',
  recalled: 'returned-order',
  spent: 'spent',
  returned: 'returned-order',
  refunded: 'returned-order',
  expired: 'expired',
  // Deposits of groups are not credit.
  kept: 'spent',
  'moved-in': 'moved-in',
} as const

/** Reads a customer's spendable credit (minor units) and its entries, newest first. */
export async function readCredit(db: Kysely<Database>, customer: string): Promise<{ balance: Money; entries: CreditEntry[] }> {
  const has = await sql<{ balance: number }>`
    select coalesce(sum(${available}), 0)::int as balance from ledger_account a where a.customer_id = ${customer}`.execute(db)
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .leftJoin('customer_order', 'customer_order.id', 'ledger_entry.order_id')
    .select(['ledger_entry.at', 'ledger_entry.amount', 'ledger_entry.reason', 'customer_order.number', 'ledger_account.expires_on'])
    .where('ledger_account.customer_id', '=', customer)
    .orderBy('ledger_entry.at', 'desc')
    .orderBy('ledger_entry.transfer_id', 'desc')
    .limit(200)
    .execute()
  return {
    balance: money(has.rows[0]!.balance),
    entries: rows.map(({ at, amount, reason, number, expires_on }) => ({
      at: at.toISOString(),
      amount: money(amount),
      reason: reasons[reason],
      order: number,
      expiresOn: amount > 0 ? expires_on : null,
    })),
  }
}

/** Writes off expired credit, except for amounts reserved by open payments. Expired credit is not spendable before this either. */
export async function expireCredit(db: Kysely<Database>): Promise<void> {
  for (let more = true; more;)
    more = await transact(db, async (trx) => {
      const { rows } = await sql<{ id: string; amount: number }>`
        select id, balance - reserved as amount from ledger_account
        where kind = 'credit' and balance > reserved and expires_on < ${today} limit 1 for update skip locked`.execute(trx)
      const account = rows[0]
      if (!account) return false
      await post(trx, { account: account.id, house: 'expired', amount: -account.amount, reason: 'expired' }, { name: 'sweeper' })
      return true
    })
}
