import type { ColumnType } from 'kysely'

/** A column written as JSON text and read as a value. */
export type Json<Value> = ColumnType<Value, string, string>
export type Instant = ColumnType<Date, Date | string, Date | string>
export type CreatedAt = ColumnType<Date, Date | string | undefined, never>
