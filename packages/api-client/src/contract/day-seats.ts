import { z } from 'zod'
import { ballotStates } from '@playhouse/domain/ballot'
import { daySeatMoments, daySeatsRecordSchema } from '@playhouse/domain/day-seats-record'
import { slugSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const count = z.int().nonnegative()
const times = {
  ...{ instance: slugSchema, title: z.string(), startsAt: instantSchema, timeZone: z.string() },
  ...{ opensAt: instantSchema, closesAt: instantSchema, drawsAt: instantSchema, payUntil: instantSchema },
}
/** `fault`: the first moment that is not after the one before it. */
const plannedDrawSchema = z.strictObject({ ...times, fault: z.enum(daySeatMoments).nullable() })
/** The times that a draw of day seats would have. */
export type PlannedDaySeatDraw = z.infer<typeof plannedDrawSchema>

const drawSchema = z.strictObject({
  ...times,
  event: slugSchema,
  state: z.enum(ballotStates),
  drawnAt: instantSchema.nullable(),
  /** Seats that are locked for the draw now: before it those to give away, after it those that were not given or came back. */
  lockedSeats: count,
  entries: count,
  /** Winners whose order is paid, who still have time to pay, and whose seats came back unpaid. */
  winners: z.strictObject({ paid: count, unpaid: count, lapsed: count }),
  /** SHA-256 of the seed in hexadecimal; the seed itself once the entries are closed. */
  seedHash: z.string(),
  seed: z.string().nullable(),
})
/** A draw of day seats as staff see it. */
export type DaySeatDraw = z.infer<typeof drawSchema>

/** Endpoints of staff for lotteries of day seats. The lotteries are records of the catalogue; visitors enter them as ballots. */
export const daySeats = {
  preview: endpoint('POST', '/staff/day-seats/preview', {
    summary: 'The times that the draws of a lottery of day seats would have, in order of their performances',
    access: 'staff',
    permission: 'read-programme',
    body: daySeatsRecordSchema.pick({ performances: true, opens: true, closes: true, draws: true, payUntil: true }),
    reply: z.strictObject({ performances: z.array(plannedDrawSchema) }),
    problems: ['not-allowed'],
  }),
  draws: endpoint('GET', '/staff/day-seats/:lottery/draws', {
    summary: 'The draws of a lottery of day seats in order of their performances, with numbers of entries and winners, and their seeds',
    access: 'staff',
    permission: 'read-programme',
    params: z.strictObject({ lottery: slugSchema }),
    reply: z.strictObject({ draws: z.array(drawSchema) }),
    problems: ['not-allowed', 'page-not-found'],
  }),
}
