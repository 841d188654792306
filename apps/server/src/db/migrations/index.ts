import type { Migration } from 'kysely/migration'
import * as journey from './0001-journey.ts'

/** Every step of the schema, in the order of its number. A step that was ever released never changes. */
export const migrations: Record<string, Migration> = { '0001-journey': journey }
