import type { Transaction } from 'kysely'
import type { Database } from '#db'
import type { Catalogue } from '#modules/catalogue'
import type { Brand } from '@playhouse/domain/brand'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'

/** What changes of the programme read besides the database. */
export type PlanningDeps = {
  readonly catalogue: Pick<Catalogue, 'hall'>
  readonly brand: Pick<Brand, 'locales' | 'memberships' | 'timeZone'>
}

/** A stored value with its version. */
export type Stored<Value = unknown> = { readonly value: Value; readonly version: number }

/** How one kind of thing is read, written and removed, and what may be built on a change of it. */
export interface SubjectModule {
  /** Reads the things with these ids, and locks them for a change. Unknown ids are left out. */
  readonly read: (trx: Transaction<Database>, ids: readonly string[], deps: PlanningDeps) => Promise<Map<string, Stored>>
  /** Inserts or updates things: those of rows whose `after` is not null. The values are valid: they were parsed, or read before. */
  readonly write: (trx: Transaction<Database>, deps: PlanningDeps, rows: readonly ChangeRow[]) => Promise<void>
  readonly remove: (trx: Transaction<Database>, ids: readonly string[]) => Promise<void>
  /** What was built on changes since, so that they cannot be undone; later changes apart. */
  readonly dependents: (trx: Transaction<Database>, rows: readonly ChangeRow[], deps: PlanningDeps) => Promise<ChangeDependent[]>
}
