import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Instant } from './column.ts'

/** A waiting room; see the migration for what its numbers mean. */
export type QueueTable = {
  performance_id: string
  round: Generated<number>
  is_over: Generated<boolean>
  gathers_at: Instant
  opens_at: Instant
  rate: number
  is_paused: Generated<boolean>
  joined: Generated<number>
  drawn: number | null
  draw_key: string | null
  turns: Generated<number>
  counted_at: ColumnType<Date, Date | string | undefined, Date | string>
  is_of_production: Generated<boolean>
  patience: Generated<number>
  version: Generated<number>
}
export type QueueCallTable = { performance_id: string; round: number; called: number; at: CreatedAt }
export type QueueEntryTable = {
  performance_id: string
  round: number
  number: number
  session_key: string
  entered_at: CreatedAt
  until: Instant
}
export type QueueMoveTable = { performance_id: string; round: number; number: number; generation: number; moved_at: CreatedAt }
