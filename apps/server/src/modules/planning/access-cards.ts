import { type Kysely, sql } from 'kysely'
import type { ListedAccessCard } from '@playhouse/api-client/contract'
import { type Database, transact } from '#db'
import { addRevision, lockCards } from '#modules/access'
import { accessIdOf } from '@playhouse/domain/access'
import {
  type AccessCardsChange,
  isSameContent,
  mostListedAccessCards,
  normalAccessCard,
  repeatedAccessIds,
  type StoredAccessCard,
} from '@playhouse/domain/access-card'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { applyChanges, lockCreation, type Planner } from './apply-changes.ts'
import type { EditDeps } from './edit-production.ts'

/** Cards of the access scheme by their IDs, a page at most: those with a part of an ID, or the beginning of a last name. */
export async function listAccessCards(
  db: Kysely<Database>,
  find: string,
): Promise<{ readonly cards: ListedAccessCard[]; readonly hasMore: boolean }> {
  const name = find.trim().toLowerCase()
  const cards = await selectCards(
    db,
    sql`strpos(c.access_id, ${accessIdOf(find)}) > 0 or starts_with(lower(coalesce(c.last_name, '')), ${name})`,
  )
  return { cards: cards.slice(0, mostListedAccessCards), hasMore: cards.length > mostListedAccessCards }
}

async function selectCards(db: Kysely<Database>, which: ReturnType<typeof sql>): Promise<ListedAccessCard[]> {
  const { rows } = await sql<ListedAccessCard>`
    select c.access_id as "accessId", c.last_name as "lastName", c.types, c.withdrawn_at is not null as "isWithdrawn",
      exists (select from access_grant g where g.access_id = c.access_id) as "isHeld", c.version
    from access_card c where ${which} order by c.access_id collate "C" limit ${mostListedAccessCards + 1}`.execute(db)
  return rows
}

/**
 * Adds cards of the access scheme (`version` null) or changes them, all or none. Accounts that have the ID of a card get its needs; while it
 * is withdrawn they have none. `invalid-input` names IDs that are in the change twice.
 */
export const changeAccessCards = (
  { db, ...deps }: EditDeps,
  planner: Planner,
  { cards, reason }: AccessCardsChange,
): Promise<Result<{ readonly cards: ListedAccessCard[]; readonly changeSet: string | null }, Problem>> => {
  const repeated = repeatedAccessIds(cards)
  if (repeated.length > 0) return Promise.resolve(fail(problem('invalid-input', { fields: repeated })))
  const normal = cards.map(normalAccessCard)
  const ids = normal.map(({ accessId }) => accessId)
  return transact(db, async (trx) => {
    if (normal.some(({ version }) => version === null)) await lockCreation(trx)
    const current = await lockCards(trx, ids)
    // A change that is refused because of a version stores no content.
    const isRefused = normal.some(({ accessId, version }) => (current.get(accessId)?.version ?? null) !== version)
    const wanted = []
    for (const { accessId, version, lastName, types, isWithdrawn } of normal) {
      const stored = current.get(accessId)
      const isStored = isRefused || (stored && isSameContent(stored, { lastName, types }))
      const revision = isStored ? (stored?.revision ?? 0) : await addRevision(trx, accessId, { lastName, types })
      const change = (): StoredAccessCard => ({ revision, isWithdrawn })
      wanted.push({ subject: 'access-card' as const, id: accessId, version: version ?? ('new' as const), change })
    }
    const applied = await applyChanges(trx, deps, planner, { kind: 'edit-access-cards', reason }, wanted)
    if (!applied.ok) return applied
    const listed = new Map<string, ListedAccessCard>()
    for (let nth = 0; nth < ids.length; nth += mostListedAccessCards) {
      const part = ids.slice(nth, nth + mostListedAccessCards)
      for (const card of await selectCards(trx, sql`c.access_id = any(${part})`)) listed.set(card.accessId, card)
    }
    return ok({ cards: ids.map((id) => listed.get(id)!), changeSet: applied.value.changeSet })
  })
}
