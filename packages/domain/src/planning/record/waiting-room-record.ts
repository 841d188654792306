import { z } from 'zod'
import { slugSchema } from '../../id.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../../time/time.ts'

/** A waiting room as staff plan it. Wall-clock times are those of the performance. */
export const waitingRoomRecordSchema = z.strictObject({
  /** The performance, or the one under which the common waiting room of its production is stored. */
  performance: slugSchema,
  /** From when visitors get queue tickets. */
  gathersAt: plainDateTimeSchema,
  /** From when visitors are admitted. */
  opensAt: plainDateTimeSchema,
  /** Visitors admitted per minute. */
  rate: z.int().min(1).max(100_000),
  /** Minutes for which a called visitor may enter. */
  patienceMinutes: z.int().min(1).max(60),
  /** Whether it is for all performances of the production. */
  isOfProduction: z.boolean(),
  /** Whether no visitor is admitted for now. Queue tickets stay valid. */
  isPaused: z.boolean(),
})
export type WaitingRoomRecord = z.infer<typeof waitingRoomRecordSchema>
/** A stored waiting room. A withdrawn one has ended: every visitor can enter. */
export type StoredWaitingRoomRecord = WaitingRoomRecord & { readonly isWithdrawn: boolean }

/** A performance that records can name, such as one for which a waiting room can be planned. */
export type QueuedPerformance = {
  readonly id: string
  readonly production: string
  readonly hall: string
  /** Its start on the wall clock of the theatre. */
  readonly startsAt: string
  readonly timeZone: string
  /** The price types of its price list that have a price. */
  readonly priceTypes: readonly string[]
}

type Facts = {
  readonly id: string
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly before: StoredWaitingRoomRecord | undefined
  readonly others: readonly { readonly record: StoredWaitingRoomRecord }[]
  /** Those that are not over, and that visitors without an access code may see. */
  readonly performances: readonly QueuedPerformance[]
}

/**
 * Faults that the schema does not find: whether there is one, and the field that shows it. After the draw the opening moves only once the
 * waiting room has ended; then a new round begins.
 */
export function waitingRoomFaults(
  { performance, gathersAt, opensAt, isOfProduction }: WaitingRoomRecord,
  { id, timeZone: usualTimeZone, now, before, others, performances }: Facts,
): readonly (readonly [boolean, string])[] {
  const planned = (each: string): QueuedPerformance | undefined => performances.find((one) => one.id === each)
  const productionOf = (each: string): string | undefined => planned(each)?.production
  const production = productionOf(performance)
  const timeZone = planned(performance)?.timeZone ?? usualTimeZone
  const isShared = others.some(({ record }) => record.isOfProduction && productionOf(record.performance) === production)
  const faults = [
    [performance !== id || (before === undefined && production === undefined), 'performance'],
    // An ended one counts too: it can be opened again.
    [isOfProduction && production !== undefined && isShared, 'isOfProduction'],
    [wallClockFault(gathersAt, timeZone) !== undefined, 'gathersAt'],
    [wallClockFault(opensAt, timeZone) !== undefined, 'opensAt'],
  ] as const
  if (faults.some(([isFault]) => isFault)) return faults
  const instant = (plain: string): number => instantOf(plain, timeZone).epochMilliseconds
  const hasDraw = before !== undefined && !before.isWithdrawn && instant(before.opensAt) <= now
  return [
    [instant(gathersAt) > instant(opensAt), 'gathersAt'],
    [hasDraw && opensAt !== before.opensAt, 'opensAt'],
  ]
}
