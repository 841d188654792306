import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from '../endpoint.ts'

const ofInstance = z.strictObject({ instance: slugSchema })

/** A place in the waiting room. It belongs to the session, so that it outlives a reload. */
const placeSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('waiting'),
    ahead: z.int().nonnegative(),
    /** Seconds, as far as one can tell. */
    estimatedWait: z.int().nonnegative().nullable(),
    /** Seconds until it is worth asking again. */
    askAgainIn: z.int().positive(),
  }),
  z.strictObject({ state: z.literal('admitted'), until: instantSchema }),
  /** Nobody queues for this performance: go on. */
  z.strictObject({ state: z.literal('open') }),
])

export const queue = {
  join: endpoint('POST', '/queue/:instance', {
    summary: 'Take a place; whoever has one keeps it',
    params: ofInstance,
    reply: placeSchema,
    problems: ['instance-unavailable'],
  }),
  place: endpoint('GET', '/queue/:instance', {
    summary: 'Where I stand',
    params: ofInstance,
    reply: placeSchema,
    problems: ['instance-unavailable'],
  }),
}
