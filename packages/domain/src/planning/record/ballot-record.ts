import { z } from 'zod'
import { slugSchema } from '../../id.ts'
import { isSameValue } from '../change.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../../time/time.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

/** Kinds of ballots: seats at performances, or free seats at a dress rehearsal. */
export const ballotKinds = ['choices', 'dress-rehearsal'] as const

/** A ballot as staff describe it. Wall-clock times are those of the theatre. */
export const ballotRecordSchema = z.strictObject({
  /** What staff call it. Visitors do not see it. */
  name: z.string().trim().min(1).max(200),
  kind: z.enum(ballotKinds),
  opensAt: plainDateTimeSchema,
  closesAt: plainDateTimeSchema,
  drawsAt: plainDateTimeSchema,
  /** Hours for which a winner's seats are reserved. */
  holdHours: z.int().min(1).max(720),
  /** The most seats of an entry. */
  maxQuantity: z.int().min(1).max(20),
  /** The price type of the seats that winners get, such as a day-seat price; absent for the first one that everyone may buy. */
  priceType: z.string().min(1).max(40).optional(),
  /** The performances to choose from, with the seats that are given away at each. */
  performances: z
    .array(z.strictObject({ performance: slugSchema, seats: z.int().min(1).max(100_000) }))
    .min(1)
    .max(100),
})
export type BallotRecord = z.infer<typeof ballotRecordSchema>
/** A stored ballot. A withdrawn one takes no entries and is not drawn. */
export type StoredBallotRecord = BallotRecord & { readonly isWithdrawn: boolean }

type Facts = {
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly before: StoredBallotRecord | undefined
  readonly others: readonly { readonly record: StoredBallotRecord }[]
  readonly performances: readonly QueuedPerformance[]
}

/**
 * Faults that the schema does not find: whether there is one, and the field that shows it. A performance has one ballot at most, withdrawn ones
 * included. Its price type has a price at each of them. The draw moves to a time ahead only, and nothing changes once its time has come.
 */
export function ballotFaults(
  { opensAt, closesAt, drawsAt, performances, priceType }: BallotRecord,
  { timeZone, now, before, others, ...known }: Facts,
): readonly (readonly [boolean, string])[] {
  const invalid = [
    [wallClockFault(opensAt, timeZone) !== undefined, 'opensAt'],
    [wallClockFault(closesAt, timeZone) !== undefined, 'closesAt'],
    [wallClockFault(drawsAt, timeZone) !== undefined, 'drawsAt'],
  ] as const
  if (invalid.some(([isFault]) => isFault)) return invalid
  const instant = (plain: string): number => instantOf(plain, timeZone).epochMilliseconds
  const isDrawn = before !== undefined && !before.isWithdrawn && instant(before.drawsAt) <= now
  const ids = performances.map(({ performance }) => performance)
  const isUnknown = (id: string): boolean =>
    !known.performances.some((each) => each.id === id) && !before?.performances.some(({ performance }) => performance === id)
  const isElsewhere = (id: string): boolean =>
    others.some(({ record }) => record.performances.some(({ performance }) => performance === id))
  const isUnpriced = (id: string): boolean =>
    known.performances.some((each) => each.id === id && !each.priceTypes.includes(priceType!)) &&
    // A price list may have lost the price since.
    !(before?.priceType === priceType && before?.performances.some(({ performance }) => performance === id))
  return [
    [instant(closesAt) <= instant(opensAt), 'closesAt'],
    [instant(drawsAt) < instant(closesAt) || (!isDrawn && instant(drawsAt) <= now) || (isDrawn && drawsAt !== before.drawsAt), 'drawsAt'],
    [new Set(ids).size < ids.length, 'performances'],
    [priceType !== undefined && ids.some(isUnpriced), 'priceType'],
    ...ids.map((id, nth) => [isUnknown(id) || isElsewhere(id), `performances.${nth}.performance`] as const),
  ]
}

/** The rules of a ballot that visitors relied on when they entered: only its name, and a later end of the entries and draw, may change. */
export function reshapesBallot(from: Partial<StoredBallotRecord>, to: Partial<StoredBallotRecord>): boolean {
  const isEarlier = (before: string | undefined, after: string | undefined): boolean =>
    before !== undefined && after !== undefined && after < before
  const fixed = ['kind', 'opensAt', 'holdHours', 'maxQuantity', 'priceType', 'performances', 'isWithdrawn'] as const
  return (
    fixed.some((field) => !isSameValue(from[field], to[field])) ||
    isEarlier(from.closesAt, to.closesAt) ||
    isEarlier(from.drawsAt, to.drawsAt)
  )
}
