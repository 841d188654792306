import { sql, type Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import { changeOpening, lockAccounts, openMovedAccounts } from '#modules/ledger'
import type { MovingInProblem } from '@playhouse/domain/moving-in'
import { readMovedIds, recordMoved } from './moved-keys.ts'
import type { Progress } from './progress.ts'

/** A row of credit, or a voucher, with what its account here has. */
export type MovedBalance = {
  readonly row: number
  /** The number of the customer, or the digest of the code. */
  readonly key: string
  readonly balance: number
  readonly expiresOn: string | null
  readonly account:
    | { readonly kind: 'credit'; readonly customer_id: string; readonly code_digest: null; readonly hint: null }
    | { readonly kind: 'gift-voucher'; readonly customer_id: null; readonly code_digest: string; readonly hint: string }
}
type Kind = { readonly kind: 'credit' | 'voucher'; readonly sheet: 'credit' | 'vouchers' }

/**
 * Opens accounts of the ledger with their balances, and changes those that moved in before by the difference. What was spent here since
 * stays spent.
 * @returns a problem for each row that would leave less than was spent or is reserved
 */
export async function moveBalances(
  trx: Transaction<Database>,
  { kind, sheet }: Kind,
  rows: readonly MovedBalance[],
  actor: Actor,
  progress: Progress,
): Promise<MovingInProblem[]> {
  const moved = await readMovedIds(
    trx,
    kind,
    rows.map(({ key }) => key),
  )
  await lockAccounts(trx, [...moved.values()])
  const stored = await readBalances(trx, [...moved.values()])
  const problems: MovingInProblem[] = []
  const created: MovedBalance[] = []
  for (const each of rows) {
    const before = stored.get(moved.get(each.key) ?? '')
    if (!before) {
      created.push(each)
      continue
    }
    const difference = each.balance - before.opening
    progress.count(sheet, 'spentSince', before.opening - before.balance)
    if (before.balance + difference < before.reserved) {
      const value = (each.balance / 100).toFixed(2)
      const spent = ((before.opening - before.balance + before.reserved) / 100).toFixed(2)
      problems.push({ sheet, row: each.row, column: 'balance', value, fault: 'spent-here', suggestion: spent })
    } else if (difference === 0 && before.expiresOn === each.expiresOn) progress.count(sheet, 'unchanged')
    else {
      await changeOpening(trx, { account: before.id, amount: difference, expiresOn: each.expiresOn }, actor)
      progress.count(sheet, 'changed')
    }
  }
  progress.count(sheet, 'created', created.length)
  const ids = await openMovedAccounts(trx, created, actor)
  await recordMoved(
    trx,
    kind,
    created.map(({ key }, nth) => ({ key, id: ids[nth]! })),
  )
  return problems
}

type StoredBalance = {
  readonly id: string
  readonly balance: number
  readonly reserved: number
  readonly opening: number
  readonly expiresOn: string | null
}

async function readBalances(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, StoredBalance>> {
  const { rows } = await sql<StoredBalance>`
    select a.id, a.balance, a.reserved, a.expires_on::text as "expiresOn", coalesce((
      select sum(e.amount)::int from ledger_entry e where e.account_id = a.id and e.reason = 'moved-in'), 0) as opening
    from ledger_account a where a.id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}
