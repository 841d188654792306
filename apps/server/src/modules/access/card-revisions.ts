import { sql, type Transaction } from 'kysely'
import { audit, type Database } from '#db'
import type { AccessType } from '@playhouse/domain/access'
import type { AccessCardContent, StoredAccessCard } from '@playhouse/domain/access-card'

/** A card with its content and its version. */
export type LockedCard = AccessCardContent & StoredAccessCard & { readonly version: number }
type RevisedCard = StoredAccessCard & { readonly accessId: string }

/** Reads cards by their IDs, and locks them in the order of these until the transaction ends. Unknown ones are left out. */
export async function lockCards(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, LockedCard>> {
  const { rows } = await sql<LockedCard & { readonly id: string }>`
    select access_id as id, last_name as "lastName", types, revision, version, withdrawn_at is not null as "isWithdrawn"
    from access_card where access_id = any(${[...ids]}) order by access_id for update`.execute(trx)
  return new Map(rows.map(({ id, ...card }) => [id, card]))
}

/** Stores a new content of a card, which has no effect yet. @returns its number */
export async function addRevision(
  trx: Transaction<Database>,
  accessId: string,
  { lastName, types }: { readonly lastName: string | null; readonly types: readonly AccessType[] },
): Promise<number> {
  // Two that create one card wait for each other here: the second one's number is the next.
  await sql`select pg_advisory_xact_lock(hashtextextended('access card ' || ${accessId}, 0))`.execute(trx)
  const { rows } = await sql<{ revision: number }>`
    insert into access_card_revision (access_id, revision, last_name, types)
    select ${accessId}, coalesce(max(revision), 0) + 1, ${lastName}, ${JSON.stringify(types)}::jsonb
    from access_card_revision where access_id = ${accessId} returning revision`.execute(trx)
  return rows[0]!.revision
}

/** Removes cards. Their contents stay for a while, so that this can be undone. */
export async function removeCards(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await endContents(trx, ids)
  await sql`delete from access_card where access_id = any(${[...ids]})`.execute(trx)
}

/** Records until when cards have had their contents. */
const endContents = (trx: Transaction<Database>, ids: readonly string[]) =>
  sql`update access_card_revision r set used_until = now() from access_card c
    where c.access_id = any(${[...ids]}) and r.access_id = c.access_id and r.revision = c.revision`.execute(trx)

/**
 * Gives cards a content that they have had or that was just stored. Accounts that have the ID of a card get its needs.
 * @returns the number of accounts whose needs changed
 * @throws Error where retention has deleted a content
 */
export async function writeCards(
  trx: Transaction<Database>,
  cards: readonly RevisedCard[],
  actor: { readonly name: string },
): Promise<number> {
  const ids = cards.map(({ accessId }) => accessId)
  await endContents(trx, ids)
  const written = await sql`
    insert into access_card as c (access_id, last_name, types, revision, withdrawn_at)
    select r.access_id, r.last_name, r.types, r.revision, case when wanted.is_withdrawn then now() end
    from unnest(${ids}::text[], ${cards.map(({ revision }) => revision)}::int[], ${cards.map(({ isWithdrawn }) => isWithdrawn)}::bool[])
      as wanted (access_id, revision, is_withdrawn) join access_card_revision r using (access_id, revision)
    order by r.access_id
    on conflict (access_id) do update set last_name = excluded.last_name, types = excluded.types, revision = excluded.revision,
      withdrawn_at = case when excluded.withdrawn_at is not null then coalesce(c.withdrawn_at, excluded.withdrawn_at) end`.execute(trx)
  if (Number(written.numAffectedRows) < cards.length) throw new Error('the content of an access card was deleted')
  const { rows } = await sql<{ customer: string }>`
    update access_grant g set types = c.types from access_card c
    where c.access_id = g.access_id and c.access_id = any(${ids}) and g.types <> c.types
    returning g.customer_id as customer`.execute(trx)
  const entries = rows.map(({ customer }) => ({
    ...{ actor: actor.name, subject: 'customer', subjectId: customer, verb: 'change-access' },
  }))
  await audit(trx, ...entries)
  return rows.length
}
