import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { StoredProgrammeCodes } from '@playhouse/domain/programme-codes'

/**
 * The codes of a programme that open it, as a subquery with `digest` and `last_name`: of each code and name the latest row decides, without
 * those of changes that were undone.
 * @param digests only codes with these digests
 */
export const codesInEffect = (programme: string, digests?: readonly string[]): RawBuilder<unknown> => sql`
  (select digest, last_name from (
    select distinct on (c.digest, c.last_name) c.digest, c.last_name, c.opens
    from programme_code c left join programme_code_batch b on b.id = c.batch_id
    where c.programme_id = ${programme} and (${digests ? [...digests] : null}::text[] is null or c.digest = any(${digests ? [...digests] : null}::text[]))
      and coalesce(b.has_effect, true)
    order by c.digest, c.last_name, c.seq desc) latest
  where latest.opens)`

/** The digest of a code, and the last name of the account that it is for; null for any. */
export type HashedCode = { readonly digest: string; readonly lastName: string | null }

/** Reads the codes with these digests that open a programme. */
export async function readCodes(trx: Transaction<Database>, programme: string, digests: readonly string[]): Promise<HashedCode[]> {
  const { rows } = await sql<HashedCode>`
    select c.digest, c.last_name as "lastName" from ${codesInEffect(programme, digests)} c`.execute(trx)
  return rows
}

type NewBatch = { readonly id: string; readonly action: 'add' | 'withdraw'; readonly codes: readonly HashedCode[] }

/** Stores codes that are added or withdrawn together. They have no effect before {@link setEffectiveBatches} names their batch. */
export async function storeCodeBatch(trx: Transaction<Database>, programme: string, { id, action, codes }: NewBatch): Promise<void> {
  await trx
    .insertInto('programme_code_batch')
    .values({ id, programme_id: programme, action, codes: codes.length, has_effect: false })
    .execute()
  await trx
    .insertInto('programme_code')
    .values(
      codes.map(({ digest, lastName }) => ({
        ...{ programme_id: programme, digest, last_name: lastName },
        ...{ batch_id: id, opens: action === 'add' },
      })),
    )
    .execute()
}

/** Reads the batches of programmes that have effect, by programme. */
export async function readEffectiveBatches(
  trx: Transaction<Database>,
  programmes: readonly string[],
): Promise<Map<string, StoredProgrammeCodes>> {
  const { rows } = await sql<{ id: string; value: StoredProgrammeCodes }>`
    select p.id, (select coalesce(jsonb_object_agg(b.id, jsonb_build_object(case b.action when 'add' then 'added' else 'withdrawn' end, b.codes)), '{}')
      from programme_code_batch b where b.programme_id = p.id and b.has_effect) as value
    from programme p where p.id = any(${[...programmes]}) order by p.id for no key update`.execute(trx)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** Gives the batches of a programme with these ids effect, and no others. */
export async function setEffectiveBatches(trx: Transaction<Database>, programme: string, batches: readonly string[]): Promise<void> {
  await sql`
    update programme_code_batch set has_effect = (id = any(${[...batches]}::uuid[])) where programme_id = ${programme}`.execute(trx)
}
