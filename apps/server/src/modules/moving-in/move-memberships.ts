import { sql, type Transaction } from 'kysely'
import { insertRows, type Actor, audit, type Database, newId } from '#db'
import type { MovedMembership, MovedRow } from '@playhouse/domain/moving-in'
import { readMovedIds, recordMoved } from './moved-keys.ts'
import type { Progress } from './progress.ts'

type StoredTerm = { readonly id: string; readonly expiresOn: string; readonly value: number; readonly isUsed: boolean }

/** The key of a term: the customer's number, the level and the first day. */
export const keyOfTerm = ({ customer, membership, startsOn }: MovedMembership): string => JSON.stringify([customer, membership, startsOn])

/** Creates terms of memberships, and changes the end and the price of those that moved in before, unless they were renewed or ended here. */
export async function moveMemberships(
  trx: Transaction<Database>,
  rows: readonly MovedRow<MovedMembership>[],
  { customers, actor }: { readonly customers: ReadonlyMap<string, string>; readonly actor: Actor },
  progress: Progress,
): Promise<void> {
  const moved = await readMovedIds(
    trx,
    'membership',
    rows.map(({ thing }) => keyOfTerm(thing)),
  )
  const stored = await readTerms(trx, [...moved.values()])
  const created: { id: string; thing: MovedMembership }[] = []
  const changed: { id: string; thing: MovedMembership }[] = []
  for (const { row, thing } of rows) {
    const before = stored.get(moved.get(keyOfTerm(thing)) ?? '')
    if (!before) created.push({ id: newId(), thing })
    else if (before.expiresOn === thing.expiresOn && before.value === thing.value) progress.count('memberships', 'unchanged')
    else if (before.isUsed) progress.keep('memberships', row, thing.customer, 'term-used')
    else changed.push({ id: before.id, thing })
  }
  progress.count('memberships', 'created', created.length)
  progress.count('memberships', 'changed', changed.length)
  await insertRows(
    trx,
    'membership',
    created.map(({ id, thing: { customer, membership, startsOn, expiresOn, value } }) => ({
      ...{ id, customer_id: customers.get(customer)!, membership, starts_on: startsOn, expires_on: expiresOn, value },
    })),
  )
  for (const { id, thing } of changed)
    await trx.updateTable('membership').set({ expires_on: thing.expiresOn, value: thing.value }).where('id', '=', id).execute()
  await recordMoved(
    trx,
    'membership',
    created.map(({ id, thing }) => ({ key: keyOfTerm(thing), id })),
  )
  await audit(
    trx,
    ...[...created, ...changed].map(({ thing: { customer, membership, startsOn, expiresOn } }) => ({
      ...{ actor: actor.name, requestId: actor.requestId, subject: 'customer', subjectId: customers.get(customer)!, verb: 'move-in' },
      detail: { membership, startsOn, expiresOn },
    })),
  )
}

async function readTerms(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, StoredTerm>> {
  const { rows } = await sql<StoredTerm>`
    select m.id, m.expires_on::text as "expiresOn", m.value,
      m.cancelled_at is not null or m.grace_until is not null or exists (select from membership n where n.continues = m.id)
        or exists (select from membership_renewal r where r.membership_id = m.id) as "isUsed"
    from membership m where m.id = any(${[...ids]}::uuid[]) order by m.id for no key update of m`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}
