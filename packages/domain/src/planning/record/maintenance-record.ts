import { z } from 'zod'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../../time/time.ts'

/** A time in which the whole shop is closed. Wall-clock times are those of the theatre. */
export const maintenanceRecordSchema = z.strictObject({
  /** What it is for. Visitors do not see it. */
  name: z.string().trim().min(1).max(200),
  from: plainDateTimeSchema,
  until: plainDateTimeSchema,
  position: z.int().min(0).max(10_000),
})
type MaintenanceRecord = z.infer<typeof maintenanceRecordSchema>

/** The longest time in which the shop can be closed, in days: a wrong month or year would close it for longer. */
export const mostMaintenanceDays = 7
const dayMs = 86_400_000

type Facts = {
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly now: number
  /** The stored window; undefined for a new one. */
  readonly before: (MaintenanceRecord & { readonly isWithdrawn: boolean }) | undefined
}

/**
 * Faults that the schema does not find: whether there is one, and the field that shows it. A window that is over does not close the shop, and
 * the start of one that has begun cannot change.
 */
export function maintenanceFaults(
  { from, until }: MaintenanceRecord,
  { timeZone, now, before }: Facts,
): readonly (readonly [boolean, string])[] {
  const invalid = [
    [wallClockFault(from, timeZone) !== undefined, 'from'],
    [wallClockFault(until, timeZone) !== undefined, 'until'],
  ] as const
  if (invalid.some(([isFault]) => isFault)) return invalid
  const [start, end] = [from, until].map((plain) => instantOf(plain, timeZone).epochMilliseconds) as [number, number]
  const hasBegun = before !== undefined && !before.isWithdrawn && instantOf(before.from, timeZone).epochMilliseconds <= now
  return [
    [hasBegun && from !== before.from, 'from'],
    [end <= start || end <= now || end - start > mostMaintenanceDays * dayMs, 'until'],
  ]
}
