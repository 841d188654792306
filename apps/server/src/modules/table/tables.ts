import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { mostGuestsByNetwork, mostGuestsByWideNetwork } from '@playhouse/domain/food-order'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import { wideNetworkPrefix } from '@playhouse/domain/limit'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { assignTable, type TableDetail, type Tables } from '@playhouse/domain/table-order'

/**
 * A table that a basket holds or buys. `network`: whose people are limited; absent for none. `isVerified`: whether the visitor has passed the
 * bot check.
 */
type Booking = {
  readonly basket: string
  readonly product: string
  readonly detail: TableDetail
  readonly party: number
  readonly network?: string | undefined
  readonly isVerified?: boolean | undefined
}

/**
 * Finds the table that a basket can hold, in place of the one that it holds. The table is held from the moment when the item is in the
 * basket: the lock of the sitting excludes every other holder until the transaction ends. The caller has locked the basket.
 * @returns the detail with the size of the table that is free by now
 */
export async function assignFreeTable(
  trx: Transaction<Database>,
  booking: Booking,
): Promise<
  Result<TableDetail, Problem<'table-full' | 'table-party-too-large' | 'table-network-limit' | 'bot-check-required' | 'table-not-found'>>
> {
  const { party, detail, isVerified } = booking
  const { name } = detail
  let sitting = await lockSitting(trx, booking)
  if (sitting === undefined) return fail(problem('table-not-found'))
  const hasRoom = (free: LockedSitting): boolean =>
    assignTable(free, name, party).ok &&
    free.heldByNetwork + party <= free.mostByNetwork &&
    free.heldByWideNetwork + party <= free.mostByWideNetwork
  if (!hasRoom(sitting) && (await releaseLapsedTables(trx, booking))) sitting = (await lockSitting(trx, booking))!
  const table = assignTable(sitting, name, party)
  if (!table.ok) return table
  if (sitting.heldByNetwork + party > sitting.mostByNetwork)
    return fail(problem('table-network-limit', { name, maximum: sitting.mostByNetwork }))
  if (sitting.heldByWideNetwork + party > sitting.mostByWideNetwork)
    return fail(isVerified ? problem('table-network-limit', { name, maximum: sitting.mostByWideNetwork }) : problem('bot-check-required'))
  return ok({ ...detail, table: table.value })
}

/**
 * Sells the table of a booking, of the size that its basket held. Call it with the keys in ascending order, so that two orders can't
 * deadlock.
 * @returns false where other baskets hold or have bought the table, or the sitting is gone
 */
export async function sellTable(trx: Transaction<Database>, booking: Booking): Promise<boolean> {
  const { detail, party } = booking
  const isFree = (sitting: LockedSitting): boolean =>
    party <= sitting.coversLeft && sitting.tables.some(({ size, free }) => size === detail.table && free > 0)
  let sitting = await lockSitting(trx, booking)
  if (sitting && !isFree(sitting) && (await releaseLapsedTables(trx, booking))) sitting = await lockSitting(trx, booking)
  if (sitting === undefined || !isFree(sitting)) return false
  await addSold(trx, detail, party, 1)
  return true
}

/** Gives the table of a returned order to other parties. */
export const returnTable = (trx: Transaction<Database>, detail: TableDetail, party: number): Promise<void> =>
  addSold(trx, detail, -party, -1)

/** Whether bookings are still open, by the database clock, and the restaurant takes them. */
export async function findTableProblem(
  trx: Transaction<Database>,
  { sitting, performance, name }: TableDetail,
): Promise<Problem<'table-closed' | 'table-not-found'> | undefined> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select clock_timestamp() < p.starts_at - make_interval(mins => s.closes_before) as "isOpen"
    from sitting s join performance p on p.id = s.performance_id join restaurant r on r.id = s.restaurant_id
    where s.id = ${sitting} and p.id = ${performance.instance} and r.withdrawn_at is null and p.sale = 'on-sale'`.execute(trx)
  const [found] = rows
  if (!found) return problem('table-not-found')
  return found.isOpen ? undefined : problem('table-closed', { name })
}

async function addSold(
  trx: Transaction<Database>,
  { sitting, performance, table }: TableDetail,
  covers: number,
  tables: number,
): Promise<void> {
  // The row of the sitting first: it is the one that others lock.
  await trx
    .updateTable('sitting')
    .set((eb) => ({ sold: eb('sold', '+', covers) }))
    .where('id', '=', sitting)
    .where('performance_id', '=', performance.instance)
    .execute()
  await trx
    .updateTable('sitting_table')
    .set((eb) => ({ sold: eb('sold', '+', tables) }))
    .where('sitting_id', '=', sitting)
    .where('performance_id', '=', performance.instance)
    .where('size', '=', table)
    .execute()
}

/** What no other basket holds or has bought of a sitting, and what the baskets of a network hold of it. */
type LockedSitting = Tables & {
  readonly heldByNetwork: number
  readonly mostByNetwork: number
  readonly heldByWideNetwork: number
  readonly mostByWideNetwork: number
}

/** Locks the sitting of a booking, and counts its tables in other baskets. @returns undefined where there is no such sitting */
async function lockSitting(
  trx: Transaction<Database>,
  { basket, product, detail, network, isVerified = false }: Booking,
): Promise<LockedSitting | undefined> {
  const { sitting: id, performance } = detail
  const sitting = await trx
    .selectFrom('sitting')
    .select(['covers', 'sold'])
    .where('id', '=', id)
    .where('performance_id', '=', performance.instance)
    .forUpdate()
    .executeTakeFirst()
  if (!sitting) return undefined
  const prefix = network === undefined ? undefined : wideNetworkPrefix(network)
  // In statements after the lock: they see what the previous holder of the lock has committed.
  const { rows: held } = await sql<{ table: number; party: number; isOfNetwork: boolean; isOfWideNetwork: boolean }>`
    select (i.detail ->> 'table')::int as table, i.quantity as party, coalesce(b.network = ${network ?? null}, false) as "isOfNetwork",
      coalesce(starts_with(b.network, ${prefix ?? null}), false) as "isOfWideNetwork"
    from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'table' and not i.has_ended and i.product = ${product} and i.basket_id <> ${basket}
      and b.state in ('open', 'paying')`.execute(trx)
  const sizes = await trx
    .selectFrom('sitting_table')
    .select(['size', 'least', 'tables', 'sold'])
    .where('sitting_id', '=', id)
    .where('performance_id', '=', performance.instance)
    .execute()
  const peopleOf = (some: typeof held): number => some.reduce((sum, { party }) => sum + party, 0)
  return {
    coversLeft: Math.max(0, sitting.covers - sitting.sold - peopleOf(held)),
    tables: sizes.map(({ size, least, tables, sold }) => ({
      ...{ size, least, free: Math.max(0, tables - sold - held.filter(({ table }) => table === size).length) },
    })),
    heldByNetwork: peopleOf(held.filter(({ isOfNetwork }) => isOfNetwork)),
    mostByNetwork: network === undefined ? Infinity : mostGuestsByNetwork(sitting.covers),
    heldByWideNetwork: peopleOf(held.filter(({ isOfWideNetwork }) => isOfWideNetwork)),
    mostByWideNetwork: prefix === undefined ? Infinity : mostGuestsByWideNetwork(sitting.covers, { prefix, isVerified }),
  }
}

/**
 * Removes tables from baskets past their deadline that no process has ended yet, which store what they have lost. A basket that is locked is
 * skipped: its lock is taken before that of a sitting, and its transaction may extend the deadline.
 */
async function releaseLapsedTables(trx: Transaction<Database>, { product, basket }: Booking): Promise<boolean> {
  const { rows } = await sql<{ id: string; basket: string; quantity: number; detail: TableDetail }>`
    select i.id, b.id as basket, i.quantity, i.detail from basket_item i join basket b on b.id = i.basket_id
    where i.kind = 'table' and not i.has_ended and i.product = ${product} and b.id <> ${basket}
      and b.state = 'open' and b.deadline <= now()
    order by b.id for update of b skip locked`.execute(trx)
  for (const lapsed of rows)
    await trx
      .updateTable('basket')
      .set((eb) => ({
        lapsed_items: sql`lapsed_items || ${JSON.stringify(lapsedItemOf(lapsed))}::jsonb`,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', lapsed.basket)
      .execute()
  if (rows.length === 0) return false
  await trx
    .deleteFrom('basket_item')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return true
}
