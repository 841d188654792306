import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/**
 * First step of a sign-in in two steps: whether an account has this address (in lower case). Imported accounts may have addresses
 * that differ in capitals only: `too-many-responses`, which the box office must resolve.
 */
export async function searchCustomer(
  db: Kysely<Database>,
  email: string,
): Promise<Result<undefined, Problem<'no-customer' | 'too-many-responses'>>> {
  const existing = await db
    .selectFrom('customer')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email)
    .where('is_guest', '=', false)
    .limit(2)
    .execute()
  if (existing.length === 0) return fail(problem('no-customer'))
  return existing.length > 1 ? fail(problem('too-many-responses')) : ok(undefined)
}
