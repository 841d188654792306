import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Programme } from '@playhouse/domain/programme'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A programme. It exists for visitors between two instants; null: without that limit. */
export type ProgrammeTable = {
  id: string
  data: Json<Programme>
  opens_at: Instant | null
  closes_at: Instant | null
  /** Since when it does not exist for visitors; null while it is on offer. */
  withdrawn_at: Instant | null
  /** The number of changes, from 1. */
  version: Generated<number>
}
/** The digest of an access code that is added or withdrawn, and the last name of the account that it is for; null for any. */
export type ProgrammeCodeTable = {
  programme_id: string
  digest: string
  last_name: string | null
  /** The latest row of a code and name decides. */
  seq: GeneratedAlways<string>
  /** The change that has it; null for those that were entered in the database. */
  batch_id: ColumnType<string | null, string | undefined, never>
  /** Whether it adds the code. */
  opens: Generated<boolean>
}
/** Codes that staff added or withdrew together. Without effect once that was undone. */
export type ProgrammeCodeBatchTable = {
  id: string
  programme_id: string
  action: 'add' | 'withdraw'
  codes: number
  has_effect: boolean
  created_at: CreatedAt
}
/** A programme that a customer opened in a session. */
export type SessionProgrammeTable = { session_id: string; programme_id: string; customer_id: string; opened_at: CreatedAt }
