import { sql } from 'kysely'
import { lockCards, removeCards, writeCards } from '#modules/access'
import type { ChangeDependent } from '@playhouse/domain/change'
import type { StoredAccessCard } from '@playhouse/domain/access-card'
import type { SubjectModule } from './subject.ts'

/** Cards of the access scheme. The history has the number of their content, whose names and needs it must not have. */
export const accessCardSubject: SubjectModule = {
  read: async (trx, ids) => {
    const cards = await lockCards(trx, ids)
    const stored = [...cards].map(
      ([id, { revision, isWithdrawn, version }]) => [id, { value: { revision, isWithdrawn }, version }] as const,
    )
    return new Map(stored)
  },
  write: async (trx, _deps, rows) => {
    const cards = rows.map(({ id, after }) => ({ accessId: id, ...(after as StoredAccessCard) }))
    await writeCards(trx, cards, { name: 'staff' })
  },
  remove: removeCards,
  // Accounts that have the ID of an added card, and contents that were deleted since.
  dependents: async (trx, rows) => {
    const created = rows.filter(({ before }) => before === null).map(({ id }) => id)
    const former = rows.flatMap(({ id, before }) => {
      const revision = (before as Partial<StoredAccessCard> | null)?.revision
      return revision === undefined ? [] : [{ id, revision }]
    })
    const { rows: counts } = await sql<{ id: string; count: number }>`
      select 'access_grant' as id, count(*)::int as count from access_grant where access_id = any(${created})
      union all select 'access_card_revision', count(*)::int
      from unnest(${former.map(({ id }) => id)}::text[], ${former.map(({ revision }) => revision)}::int[]) as f (access_id, revision)
      where not exists (select from access_card_revision r where r.access_id = f.access_id and r.revision = f.revision)`.execute(trx)
    return counts.filter(({ count }) => count > 0).map(({ id, count }): ChangeDependent => ({ kind: 'reference', id, count }))
  },
}
