import type { Programme } from '@playhouse/domain/programme'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A programme. It exists for visitors between two instants; null: without that limit. */
export type ProgrammeTable = { id: string; data: Json<Programme>; opens_at: Instant | null; closes_at: Instant | null }
/** The digest of an access code, and the last name of the account that it is for; null for any. */
export type ProgrammeCodeTable = { programme_id: string; digest: string; last_name: string | null }
/** A programme that a customer opened in a session. */
export type SessionProgrammeTable = { session_id: string; programme_id: string; customer_id: string; opened_at: CreatedAt }
