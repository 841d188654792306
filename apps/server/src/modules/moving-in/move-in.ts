import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type Actor, type Database, transact } from '#db'
import { type Catalogue, withCurrentPrices } from '#modules/catalogue'
import { readToday } from '#modules/membership'
import { closest } from '#modules/spreadsheet'
import { voucherDigest } from '#modules/voucher'
import type { Brand } from '@playhouse/domain/brand'
import {
  checkMovingIn,
  type KnownShop,
  maskCode,
  type MovedRows,
  type MovingInProblem,
  type MovingInReport,
  type ReadMovingIn,
} from '@playhouse/domain/moving-in'
import { voucherCodeSchema, voucherHint } from '@playhouse/domain/voucher'
import { moveBalances } from './move-balances.ts'
import { moveCustomers } from './move-customers.ts'
import { moveMemberships } from './move-memberships.ts'
import { moveOrders } from './move-orders.ts'
import { movePermissions } from './move-permissions.ts'
import { readMovedIds, readMovedOrders } from './moved-keys.ts'
import { Progress } from './progress.ts'
import { type KnownPlaces, readPlaces } from './read-places.ts'
import { reconcile } from './reconcile.ts'

export type MovingInDeps = {
  readonly db: Kysely<Database>
  readonly catalogue: Catalogue
  readonly brand: Pick<Brand, 'account' | 'memberships' | 'timeZone' | 'currency' | 'delivery' | 'vatBasisPoints' | 'defaultLocale'>
}

/** Ends the transaction of a preview, or of a file with problems, without effect. */
class WithoutEffect extends Error {
  readonly report: MovingInReport
  constructor(report: MovingInReport) {
    super('the import has no effect')
    this.report = report
  }
}

/**
 * Moves a theatre in from its former system: all of a file, or nothing where anything is wrong. Keys of the former system make it
 * repeatable. A preview does everything in a transaction that it then rolls back, so its figures are those of the import.
 */
export function moveIn(
  deps: MovingInDeps,
  actor: Actor,
  file: ReadMovingIn,
  options: { readonly isPreview: boolean },
): Promise<MovingInReport> {
  return withCurrentPrices(deps.catalogue, () => moveInBesideNewAccounts(deps, actor, file, options))
}

/**
 * Starts an import again where a customer opened an account with an address of the file after the file was checked: the next check sees the
 * account, and joins it or reports it.
 */
async function moveInBesideNewAccounts(...run: Parameters<typeof moveInOnce>): Promise<MovingInReport> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await moveInOnce(...run)
    } catch (error) {
      if (!isAddressTaken(error) || attempt === maxAttempts) throw error
    }
  }
}

/** Each attempt meets another account, so more than a few in a row are no chance. */
const maxAttempts = 5

const isAddressTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'customer_email'

async function moveInOnce(
  { db, brand, catalogue }: MovingInDeps,
  actor: Actor,
  file: ReadMovingIn,
  { isPreview }: { readonly isPreview: boolean },
): Promise<MovingInReport> {
  // Digests are slow on purpose, so they are made before the transaction.
  const [digests, places] = [await digestCodes(file.rows), await readPlaces(catalogue, file.rows)]
  try {
    return await transact(db, async (trx) => {
      // Two imports at once would each miss what the other creates.
      await sql`select pg_advisory_xact_lock(hashtext('moving in'))`.execute(trx)
      const problems = [
        ...file.problems,
        ...checkMovingIn(file, await readShop(trx, brand, file, places), closest),
        ...(await usedCodes(trx, file, digests)),
      ]
      const progress = new Progress()
      if (problems.length > 0) throw new WithoutEffect(reportOf(problems, progress, []))
      problems.push(...(await moveRows(trx, brand, actor, { rows: file.rows, digests, places }, progress)))
      if (problems.length > 0) throw new WithoutEffect(reportOf(problems, new Progress(), []))
      const report = reportOf([], progress, await reconcile(trx, file.rows, (code) => digests.get(code)!, brand.timeZone))
      if (isPreview) throw new WithoutEffect(report)
      return report
    })
  } catch (error) {
    if (error instanceof WithoutEffect) return error.report
    throw error
  }
}

const reportOf = (
  problems: readonly MovingInProblem[],
  { counts, kept }: Progress,
  reconciliation: MovingInReport['reconciliation'],
): MovingInReport => ({ problems, counts, kept, reconciliation })

type Rows = {
  readonly rows: MovedRows
  readonly digests: ReadonlyMap<string, string>
  readonly places: ReadonlyMap<string, KnownPlaces>
}

async function moveRows(
  trx: Transaction<Database>,
  brand: MovingInDeps['brand'],
  actor: Actor,
  { rows, digests, places }: Rows,
  progress: Progress,
): Promise<MovingInProblem[]> {
  await moveCustomers(trx, rows.customers, actor, progress)
  const numbers = new Set([...rows.permissions, ...rows.memberships, ...rows.credit, ...rows.orders].map(({ thing }) => thing.customer))
  const customers = await readMovedIds(trx, 'customer', [...numbers])
  await movePermissions(trx, rows.permissions, { customers, timeZone: brand.timeZone }, progress)
  await moveMemberships(trx, rows.memberships, { customers, actor }, progress)
  const credit = rows.credit.map(({ row, thing: { customer, balance, expiresOn } }) => {
    const account = { kind: 'credit' as const, customer_id: customers.get(customer)!, code_digest: null, hint: null }
    return { row, key: customer, balance, expiresOn, account }
  })
  const vouchers = rows.vouchers.map(({ row, thing: { code, balance, expiresOn } }) => {
    const key = digests.get(code)!
    const hint = voucherHint(voucherCodeSchema.parse(code))
    return { row, key, balance, expiresOn, account: { kind: 'gift-voucher' as const, customer_id: null, code_digest: key, hint } }
  })
  return [
    ...(await moveBalances(trx, { kind: 'credit', sheet: 'credit' }, credit, actor, progress)),
    ...(await moveBalances(trx, { kind: 'voucher', sheet: 'vouchers' }, vouchers, actor, progress)),
    ...(await moveOrders(trx, rows, { brand, places, customers, actor }, progress)),
  ]
}

/** The digests of the codes of a file, by the codes as the file has them. Four at a time use the threads that Node has for such work. */
async function digestCodes({ vouchers }: MovedRows): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  const left = vouchers.map(({ thing }) => thing.code).values()
  const work = async (): Promise<void> => {
    for (const code of left) {
      const parsed = voucherCodeSchema.safeParse(code)
      if (parsed.success) digests.set(code, await voucherDigest(parsed.data))
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return digests
}

/** Codes of a file that a voucher of the shop has, which did not move in. */
async function usedCodes(
  trx: Transaction<Database>,
  { rows }: ReadMovingIn,
  digests: ReadonlyMap<string, string>,
): Promise<MovingInProblem[]> {
  const { rows: used } = await sql<{ digest: string }>`
    select code_digest as digest from ledger_account a where code_digest = any(${[...digests.values()]}::text[])
      and not exists (select from moved_in m where m.kind = 'voucher' and m.key = a.code_digest)`.execute(trx)
  const taken = new Set(used.map(({ digest }) => digest))
  return rows.vouchers
    .filter(({ thing }) => taken.has(digests.get(thing.code) ?? ''))
    .map(({ row, thing }) => ({
      sheet: 'vouchers',
      row,
      column: 'code',
      value: maskCode(thing.code),
      fault: 'code-in-use' as const,
      suggestion: null,
    }))
}

/** What the rows of a file may refer to, or clash with. */
async function readShop(
  trx: Transaction<Database>,
  brand: MovingInDeps['brand'],
  { rows }: ReadMovingIn,
  performances: ReadonlyMap<string, KnownPlaces>,
): Promise<KnownShop> {
  const referred = [...rows.permissions, ...rows.memberships, ...rows.credit, ...rows.orders].map(({ thing }) => thing.customer)
  const numbers = new Set([...rows.customers.map(({ thing }) => thing.id), ...referred])
  const accounts = await sql<{ email: string; id: string; isProved: boolean }>`
    select lower(email) as email, id, address_proved_at is not null as "isProved" from customer
    where not is_guest and lower(email) = any(${rows.customers.map(({ thing }) => thing.email)}::text[])`.execute(trx)
  const orders = new Set([...rows.orders.map(({ thing }) => thing.id), ...rows.seats.map(({ thing }) => thing.order)])
  return {
    movedOrders: new Set((await readMovedOrders(trx, [...orders])).keys()),
    performances,
    movedCustomers: await readMovedIds(trx, 'customer', [...numbers]),
    accounts: new Map(accounts.rows.map(({ email, ...account }) => [email, account])),
    memberships: brand.memberships.map(({ id }) => id),
    asked: brand.account.permissions.asked,
    today: await readToday(trx, brand.timeZone),
  }
}
