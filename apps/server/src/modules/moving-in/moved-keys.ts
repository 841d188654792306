import { sql, type Kysely, type Transaction } from 'kysely'
import { insertRows, type Database, type MovedInTable } from '#db'

type Kind = MovedInTable['kind']

/** The ids of things that moved in, by their keys in the former system. */
export async function readMovedIds(db: Kysely<Database>, kind: Kind, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select key, id from moved_in where kind = ${kind} and key = any(${[...keys]}::text[])`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** The ids of orders that moved in, paid and reserved ones, by their numbers in the former system. */
export const readMovedOrders = async (db: Kysely<Database>, numbers: readonly string[]): Promise<Map<string, string>> =>
  new Map([...(await readMovedIds(db, 'order', numbers)), ...(await readMovedIds(db, 'reservation', numbers))])

/** Records which thing a key of the former system is here. */
export const recordMoved = (
  trx: Transaction<Database>,
  kind: Kind,
  moved: readonly { readonly key: string; readonly id: string }[],
): Promise<void> =>
  insertRows(
    trx,
    'moved_in',
    moved.map(({ key, id }) => ({ kind, key, id })),
  )
