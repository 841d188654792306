import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { SingleUseCodeState, StoredSingleUseCodes } from '@playhouse/domain/single-use-codes'

/** Whether a code `c` was added, and not withdrawn, by changes that have effect. */
const isInEffect = sql<boolean>`(
  exists (select from single_use_batch a where a.id = c.batch_id and a.has_effect)
  and not exists (select from single_use_batch w where w.id = any(c.withdrawals) and w.has_effect))`

/** Whether a basket can use a code `c`: no other basket has its use. */
export const isUsableBy = (basket: string | null): RawBuilder<boolean> =>
  sql`${isInEffect} and (c.basket_id is null or c.basket_id = ${basket}::uuid)`

/**
 * Takes a single-use code for a basket. The caller has locked the row of its offer, so that two baskets cannot have it.
 * @returns false where another basket has its use, or it was withdrawn
 */
export async function claimSingleUseCode(trx: Transaction<Database>, promo: string, code: string, basket: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update single_use_code c set basket_id = ${basket} where c.code = ${code} and c.promo = ${promo} and ${isUsableBy(basket)}`.execute(trx)
  return numAffectedRows === 1n
}

/** Releases the single-use code of an offer that a basket has, if any. The caller has locked the row of the offer. */
export async function releaseSingleUseCode(trx: Transaction<Database>, promo: string, basket: string): Promise<void> {
  await trx.updateTable('single_use_code').set({ basket_id: null }).where('basket_id', '=', basket).where('promo', '=', promo).execute()
}

/** A single-use code as staff see it. */
export type ListedCode = {
  readonly id: string
  readonly code: string
  readonly batch: string
  readonly addedAt: Date
  readonly state: SingleUseCodeState
  /** The number of the order that has used it. */
  readonly order: string | null
}

/** The single-use codes of an offer, the latest batch first. Those of a batch that was undone are not among them. */
export async function listSingleUseCodes(db: Kysely<Database>, promo: string): Promise<ListedCode[]> {
  const { rows } = await sql<ListedCode>`
    select c.id, c.code, c.batch_id as batch, a.created_at as "addedAt", o.number as "order",
      case when u.state = 'used' then 'used' when c.basket_id is not null then 'reserved' when ${isInEffect} then 'free' else 'withdrawn' end as state
    from single_use_code c join single_use_batch a on a.id = c.batch_id
    left join promo_use u on u.basket_id = c.basket_id and u.code = c.promo and u.state <> 'released'
    left join customer_order o on o.id = u.order_id
    where c.promo = ${promo} and a.has_effect order by a.created_at desc, a.id, c.code`.execute(db)
  return rows
}

/** Locks offers, and reads their batches that have effect, by offer. */
export async function readSingleUseBatches(
  trx: Transaction<Database>,
  promos: readonly string[],
): Promise<Map<string, StoredSingleUseCodes>> {
  const locked = await sql`select code from promo where code = any(${[...promos]}) order by code for no key update`.execute(trx)
  if (locked.rows.length === 0) return new Map()
  const { rows } = await sql<{ code: string; value: StoredSingleUseCodes }>`
    select p.code, (
      select coalesce(jsonb_object_agg(b.id, jsonb_build_object(case b.action when 'add' then 'added' else 'withdrawn' end, b.codes)), '{}')
      from single_use_batch b where b.promo = p.code and b.has_effect) as value
    from promo p where p.code = any(${[...promos]})`.execute(trx)
  return new Map(rows.map(({ code, value }) => [code, value]))
}

/** Gives the batches of an offer with these ids effect, and no others. Open baskets with its codes get a new version. */
export async function setEffectiveSingleUseBatches(trx: Transaction<Database>, promo: string, batches: readonly string[]): Promise<void> {
  await sql`update single_use_batch set has_effect = (id = any(${[...batches]}::uuid[])) where promo = ${promo}`.execute(trx)
  await trx
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('promo', '=', promo)
    .where('single_use_code', 'is not', null)
    .where('state', '=', 'open')
    .execute()
}

type Batch = { readonly id: string; readonly promo: string }

/** Stores new codes. They have no effect before {@link setEffectiveSingleUseBatches} names their batch. */
export async function storeSingleUseCodes(
  trx: Transaction<Database>,
  { id, promo }: Batch,
  codes: readonly { readonly id: string; readonly code: string }[],
): Promise<void> {
  await trx.insertInto('single_use_batch').values({ id, promo, action: 'add', codes: codes.length, has_effect: false }).execute()
  await sql`
    insert into single_use_code (code, id, promo, batch_id)
    select added.code, added.id, ${promo}, ${id} from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map((each) => each.id)}::uuid[])
      as added (code, id)`.execute(trx)
}

/** Stores that codes are withdrawn, which has no effect before {@link setEffectiveSingleUseBatches} names the batch. */
export async function storeWithdrawnCodes(trx: Transaction<Database>, { id, promo }: Batch, codes: readonly string[]): Promise<void> {
  await trx.insertInto('single_use_batch').values({ id, promo, action: 'withdraw', codes: codes.length, has_effect: false }).execute()
  await sql`
    update single_use_code set withdrawals = withdrawals || ${id}::uuid where promo = ${promo} and id = any(${[...codes]}::uuid[])`.execute(
    trx,
  )
}

/** Counts the codes of batches that orders or payments have used. */
export async function countUsedCodes(trx: Transaction<Database>, batches: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from single_use_code where batch_id = any(${[...batches]}::uuid[]) and basket_id is not null`.execute(trx)
  return rows[0]!.count
}
