import type { Kysely } from 'kysely'
import { type Database, outsideTransaction, withBudget } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { type BrandParts, brandPartsOf, recordsOfBrand } from '@playhouse/domain/brand-records'
import { isSingleKind } from '@playhouse/domain/record-kind'
import { columnsOf, listRecords } from './stored-records.ts'

/**
 * Inserts the levels of membership, the funds and the gift vouchers of the brand's file that the database lacks. Those that it has stay as staff
 * changed them. Several processes may do it at once.
 */
export async function seedRecords(db: Kysely<Database>, brand: BrandParts): Promise<void> {
  const rows = Object.entries(recordsOfBrand(brand)).flatMap(([kind, records]) =>
    records.map(({ id, record }) => ({ kind: kind as keyof ReturnType<typeof recordsOfBrand>, id, ...columnsOf(record) })),
  )
  if (rows.length === 0) return
  const known = await db.selectFrom('catalogue_record').select(['kind', 'id']).execute()
  const missing = rows.filter((row) => !known.some(({ kind, id }) => kind === row.kind && (id === row.id || isSingleKind(kind))))
  if (missing.length > 0)
    await db
      .insertInto('catalogue_record')
      .values(missing)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** A brand whose levels, funds and gift vouchers are those of the database. */
export type LiveBrand = {
  /** Its `memberships`, `giving` and `giftVouchers` are always those that were read last. */
  readonly brand: Brand
  /** Reads them again. */
  readonly refresh: () => Promise<void>
}

/** The current value of each live brand: an object that does not change, for pages that are cached by it. */
const snapshots = new WeakMap<Brand, () => Brand>()

/** The current values of a brand as a plain object. A brand that is not live is returned unchanged. */
export const currentBrand = (brand: Brand): Brand => snapshots.get(brand)?.() ?? brand

/** Reads levels, funds and gift vouchers of a brand from the database. @param db a pool that runs no transactions */
export async function createLiveBrand(db: Kysely<Database>, file: Brand): Promise<LiveBrand> {
  let current = file
  const read = async (): Promise<void> => {
    const [levels, funds, vouchers] = await Promise.all([
      listRecords({ db, brand: file }, 'membership-level'),
      listRecords({ db, brand: file }, 'fund'),
      listRecords({ db, brand: file }, 'gift-voucher'),
    ])
    current = { ...file, ...brandPartsOf({ 'membership-level': levels, fund: funds, 'gift-voucher': vouchers }) }
  }
  // All callers share the result, so it is read outside of the transaction and the time budget of one of them.
  const refresh = (): Promise<void> => outsideTransaction(() => withBudget(undefined, read))
  await refresh()
  const brand: Brand = Object.defineProperties(
    { ...file },
    {
      memberships: { enumerable: true, get: () => current.memberships },
      giving: { enumerable: true, get: () => current.giving },
      giftVouchers: { enumerable: true, get: () => current.giftVouchers },
    },
  )
  snapshots.set(brand, () => current)
  return { brand, refresh }
}
