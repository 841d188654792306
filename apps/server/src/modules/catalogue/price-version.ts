import { sql, type Transaction } from 'kysely'
import { audit, type Actor, type Database, transact } from '#db'
import type { Kysely } from 'kysely'
import type { PriceList } from '@playhouse/domain/pricing'
import type { Catalogue } from './catalogue.ts'
import type { PriceTable } from './read-programme.ts'

/** A price list has changed since this process read it. Nothing may be sold at the old price. */
export class PricesChanged extends Error {
  override name = 'PricesChanged'
}

/** Whether an error means that a price list has changed, from this module or from `hold_for_newcomers`. */
export const havePricesChanged = (error: unknown): boolean =>
  error instanceof PricesChanged || (error instanceof Error && 'constraint' in error && error.constraint === 'price_list_changed')

type Version = Pick<PriceTable, 'id' | 'version'>

/** Whether prices are current. They can't change until the transaction ends. */
export async function arePricesCurrent(trx: Kysely<Database>, priceTables: readonly Version[]): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    select lock_prices(${priceTables.map(({ id }) => id)}::text[], ${priceTables.map(({ version }) => version)}::int[]) as current`.execute(
    trx,
  )
  return rows[0]!.current
}

/** @throws PricesChanged if they are not current, see {@link arePricesCurrent} */
export async function requireCurrentPrices(trx: Transaction<Database>, priceTable: Version): Promise<void> {
  if (!(await arePricesCurrent(trx, [priceTable]))) throw new PricesChanged('a price list has changed')
}

/** Repeated price changes between two reads are rare. A price list that is never current is a bug. */
const maxAttempts = 5

/** Runs `work`, which prices something, and runs it again with new prices if they had changed. */
export async function withCurrentPrices<Value>(catalogue: Pick<Catalogue, 'refresh'>, work: () => Promise<Value>): Promise<Value> {
  for (let reads = 1; ; reads++)
    try {
      return await work()
    } catch (error) {
      if (!havePricesChanged(error) || reads >= maxAttempts) throw error
      await catalogue.refresh()
    }
}

/**
 * Waits for holds that are being written at the current prices of these lists, and lets no other one begin until the transaction ends.
 * Locks of their rows come before this one: a hold takes none.
 */
export async function lockPriceLists(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('price list ' || each.id, 0))
    from (select id from unnest(${[...ids]}::text[]) as id order by id) each`.execute(trx)
}

/**
 * Changes a price list for all holds from now on. Held tickets keep their price until their hold ends. Waits for holds that are
 * being written at the old price. Other processes notice at their next hold, and show the new prices within seconds.
 * @param change returns the new list, for the same hall and seats
 * @returns the new version; undefined for an unknown list or no change
 * @throws RangeError for a list of another hall or of other seats
 */
export async function changePriceList(
  db: Kysely<Database>,
  id: string,
  change: (list: PriceList) => PriceList,
  actor: Actor,
): Promise<number | undefined> {
  return transact(db, async (trx) => {
    const before = await trx.selectFrom('price_list').select(['data', 'version']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!before) return undefined
    await lockPriceLists(trx, [id])
    const after = change(before.data)
    if (after.hall !== before.data.hall || seatsOf(after) !== seatsOf(before.data))
      throw new RangeError(`price list ${id} can't be given to another hall or other seats`)
    const { version } = await trx
      .updateTable('price_list')
      .set({ data: JSON.stringify(after) })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    if (version === before.version) return undefined
    await audit(trx, {
      actor: actor.name,
      requestId: actor.requestId,
      subject: 'price-list',
      subjectId: id,
      verb: 'change-prices',
      detail: { version, before: before.data, after },
    })
    return version
  })
}

const seatsOf = ({ seatBands }: PriceList): number => seatBands.reduce((sum, [, seats]) => sum + seats, 0)
