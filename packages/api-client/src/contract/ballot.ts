import { z } from 'zod'
import { ballotStates } from '@playhouse/domain/ballot'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

/** A first choice and three others. */
const maxChoices = 4

const ballotSchema = z.strictObject({
  kind: z.enum(['choices', 'dress-rehearsal']),
  state: z.enum(ballotStates),
  opensAt: instantSchema,
  closesAt: instantSchema,
  drawsAt: instantSchema,
  maxQuantity: z.int().positive(),
  /** Hours for which a winner's seats are kept. */
  holdHours: z.int().positive(),
  /** In the order of their evenings, with how many seats are given away. */
  performances: z.array(z.strictObject({ instance: slugSchema, startsAt: instantSchema, timeZone: z.string(), seats: z.int() })),
  /** SHA-256 of the seed, public from the beginning. */
  seedHash: z.string(),
  /** Public once nobody can enter any more. An entry's lot is HMAC-SHA256(seed, its id) in hex; the lowest is first. */
  seed: z.string().nullable(),
  entries: z.int().nullable(),
  /** The visitor's own. */
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
    })
    .nullable(),
})
export type BallotView = z.infer<typeof ballotSchema>

const ofInstance = z.strictObject({ instance: slugSchema })

export const ballot = {
  read: endpoint('GET', '/ballots/:instance', {
    summary: 'The ballot of a performance, how its draw can be checked, and my entry',
    params: ofInstance,
    reply: ballotSchema,
    problems: ['instance-unavailable'],
  }),
  enter: endpoint('PUT', '/ballots/:instance/entry', {
    summary: 'Take part, or change my choices; the dearest first',
    access: 'customer',
    params: ofInstance,
    body: z.strictObject({ quantity: z.int().min(1).max(20), choices: z.array(slugSchema).min(1).max(maxChoices) }),
    reply: ballotSchema,
    problems: ['login-required', 'instance-unavailable', 'ballot-closed'],
  }),
  leave: endpoint('DELETE', '/ballots/:instance/entry', {
    summary: 'Take part no more',
    access: 'customer',
    params: ofInstance,
    reply: ballotSchema,
    problems: ['login-required', 'instance-unavailable', 'ballot-closed'],
  }),
}
