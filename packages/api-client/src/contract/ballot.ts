import { z } from 'zod'
import { ballotStates } from '@playhouse/domain/ballot'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { titleFields } from './shared-fields.ts'

/** Performances that an entry may name: a first choice and three alternatives. */
const maxChoices = 4

const ballotSchema = z.strictObject({
  /** Day seats have a draw for each performance: times, seed and entry are those of the performance that was asked for. */
  kind: z.enum(['choices', 'dress-rehearsal', 'day-seats']),
  state: z.enum(ballotStates),
  opensAt: instantSchema,
  closesAt: instantSchema,
  drawsAt: instantSchema,
  maxQuantity: z.int().positive(),
  /** Until when winners pay for day seats; absent for ballots of other kinds. */
  payUntil: instantSchema.optional(),
  /** Hours for which a winner's seats are reserved; null for day seats. */
  holdHours: z.int().positive().nullable(),
  /**
   * Performances in order of their start, each with the number of seats in the ballot. `price`: the lowest price of its seats, where the
   * ballot has a price type. `times`: those of its draw of day seats.
   */
  performances: z.array(
    z.strictObject({
      ...{ instance: slugSchema, event: slugSchema, ...titleFields },
      ...{ startsAt: instantSchema, timeZone: z.string(), seats: z.int(), price: moneySchema.nullable() },
      times: z
        .strictObject({ opensAt: instantSchema, closesAt: instantSchema, drawsAt: instantSchema, payUntil: instantSchema })
        .optional(),
    }),
  ),
  /** SHA-256 of the seed in hexadecimal, public from the start. */
  seedHash: z.string(),
  /** Public once the ballot is closed. The lot of an entry is HMAC-SHA256(seed, entry id) in hexadecimal; the lowest lot is first. */
  seed: z.string().nullable(),
  entries: z.int().nullable(),
  /** The customer's own entry; null without one. */
  entry: z
    .strictObject({
      id: idSchema,
      quantity: z.int().positive(),
      choices: z.array(slugSchema),
      outcome: z.enum(['won', 'lost']).nullable(),
      place: z.int().positive().nullable(),
      instance: slugSchema.nullable(),
      /** The reserved order to pay for. */
      order: z.string().nullable(),
      heldUntil: instantSchema.nullable(),
      /** Whether the winner of day seats has paid; absent for ballots of other kinds, and for those who did not win. */
      isPaid: z.boolean().optional(),
    })
    .nullable(),
})
/** A ballot as one visitor may see it, with their own entry. */
export type BallotView = z.infer<typeof ballotSchema>

const ofInstance = z.strictObject({ instance: slugSchema })

/** Endpoints of ballots: read one, enter it, withdraw from it. */
export const ballot = {
  read: endpoint('GET', '/ballots/:instance', {
    summary: 'The ballot of a performance, the data to verify its draw, and my entry',
    params: ofInstance,
    reply: ballotSchema,
    problems: ['instance-unavailable'],
  }),
  enter: endpoint('PUT', '/ballots/:instance/entry', {
    summary: 'Enter the ballot, or change my entry; choices in order of preference',
    access: 'customer',
    params: ofInstance,
    body: z.strictObject({ quantity: z.int().min(1).max(20), choices: z.array(slugSchema).min(1).max(maxChoices) }),
    reply: ballotSchema,
    problems: ['login-required', 'instance-unavailable', 'ballot-closed', 'too-many-tickets-requested'],
  }),
  leave: endpoint('DELETE', '/ballots/:instance/entry', {
    summary: 'Withdraw my entry',
    access: 'customer',
    params: ofInstance,
    reply: ballotSchema,
    problems: ['login-required', 'instance-unavailable', 'ballot-closed'],
  }),
}
