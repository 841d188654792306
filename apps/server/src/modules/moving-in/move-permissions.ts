import { sql, type Transaction } from 'kysely'
import { insertRows, type Database, newId } from '#db'
import type { MovedPermission, MovedRow } from '@playhouse/domain/moving-in'
import type { Progress } from './progress.ts'

/**
 * Records answers on contact, with their day and their source. An answer that a customer gave here is newer, and counts. Rows are evidence:
 * another answer of the same day is added, and none is changed.
 */
export async function movePermissions(
  trx: Transaction<Database>,
  rows: readonly MovedRow<MovedPermission>[],
  { customers, timeZone }: { readonly customers: ReadonlyMap<string, string>; readonly timeZone: string },
  progress: Progress,
): Promise<void> {
  const known = new Set(await readMovedAnswers(trx, [...customers.values()], timeZone))
  const created = rows.flatMap(({ thing }) => {
    const customer = customers.get(thing.customer)!
    if (known.has(JSON.stringify([customer, thing.purpose, thing.channel, thing.day, thing.isAllowed, thing.source]))) return []
    const { purpose, channel, isAllowed, source, day } = thing
    const said_at = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString()
    return [{ id: newId(), customer_id: customer, purpose, channel, is_allowed: isAllowed, wording: source, source: 'moved-in', said_at }]
  })
  await insertRows(trx, 'contact_permission', created)
  progress.count('permissions', 'created', created.length)
  progress.count('permissions', 'unchanged', rows.length - created.length)
}

/** The answers of customers that moved in, each as one text. */
async function readMovedAnswers(trx: Transaction<Database>, customers: readonly string[], timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ answer: readonly unknown[] }>`
    select json_build_array(customer_id, purpose, channel, (said_at at time zone ${timeZone})::date, is_allowed, wording) as answer
    from contact_permission where source = 'moved-in' and customer_id = any(${[...customers]}::uuid[])`.execute(trx)
  return rows.map(({ answer }) => JSON.stringify(answer))
}
