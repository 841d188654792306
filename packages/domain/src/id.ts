import { z } from 'zod'
import { maxSlugLength } from './season/planning-limits.ts'

/** A readable name in a URL: `the-tempest`. */
export const slugSchema = z.string().regex(new RegExp(`^[a-z0-9][a-z0-9-]{0,${maxSlugLength - 1}}$`))
/** Ids made by the application, time-ordered (UUIDv7): no sequence in the database to contend for. */
export const idSchema = z.uuid()
/** A seat's id within its plan: opaque to everyone but the plan. */
export const seatIdSchema = z.string().min(1).max(80)
