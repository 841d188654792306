import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { StoredDetail } from '@playhouse/domain/stored-detail'
import { type Problem, problem } from '@playhouse/domain/problem'

/** Whether the performance that pieces are bought for is on sale and has not begun, by the database clock. */
export async function findProductProblem(
  trx: Transaction<Database>,
  detail: StoredDetail,
): Promise<Problem<'instance-cancelled' | 'instance-off-sale' | 'instance-passed'> | undefined> {
  if (!detail || !('variant' in detail) || !detail.performance) return undefined
  const { rows } = await sql<{ sale: string; hasBegun: boolean }>`
    select sale, starts_at <= clock_timestamp() as "hasBegun" from performance where id = ${detail.performance.instance}`.execute(trx)
  const [performance] = rows
  if (performance?.sale === 'cancelled') return problem('instance-cancelled')
  if (performance?.sale !== 'on-sale') return problem('instance-off-sale')
  return performance.hasBegun ? problem('instance-passed') : undefined
}
