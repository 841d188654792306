import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { bandSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
/** Seconds until the next poll. */
const askAgainIn = z.int().positive()

/** Progress of the sale, shown to waiting visitors so that they do not wait for seats that are sold. */
export const saleProgressSchema = z.strictObject({
  seats: z.int().nonnegative(),
  seatsLeft: z.int().nonnegative(),
  /** Free seats by band at the default price in minor units, fees included; the most expensive band first. */
  bands: z.array(z.strictObject({ band: bandSchema, price: moneySchema, left: z.int().nonnegative() })),
})
/** Progress of a sale: total and free seats, and free seats by band. */
export type SaleProgress = z.infer<typeof saleProgressSchema>

/** Status of a visitor in a waiting room. The queue ticket is a signed cookie of the browser, valid in every server process. */
export const waitingRoomStatusSchema = z.discriminatedUnion('state', [
  /** The performance has no waiting room: continue to the seats. */
  z.strictObject({ state: z.literal('open') }),
  /** Queue tickets are not issued yet. */
  z.strictObject({ state: z.literal('closed'), gathersAt: instantSchema, opensAt: instantSchema, askAgainIn }),
  /** This browser has no queue ticket: it never had one, it was moved to another device (`isMoved`), or its admission expired (`hasLapsed`). */
  z.strictObject({ state: z.literal('outside'), opensAt: instantSchema, isMoved: z.boolean(), hasLapsed: z.boolean() }),
  /** Joined before the opening. Positions are drawn by lot at the opening: the time of joining has no influence. */
  z.strictObject({
    state: z.literal('early'),
    opensAt: instantSchema,
    gathered: z.int().nonnegative(),
    askAgainIn,
    sale: saleProgressSchema,
  }),
  z.strictObject({
    state: z.literal('waiting'),
    ahead: z.int().nonnegative(),
    /** Position in the queue, from 1. */
    position: z.int().positive(),
    /** Estimated seconds until admission; null while admission is paused. */
    estimatedWait: z.int().nonnegative().nullable(),
    askAgainIn,
    sale: saleProgressSchema,
  }),
  /** Admitted until then: call `enter` to get the pass. */
  z.strictObject({ state: z.literal('admitted'), until: instantSchema, askAgainIn, sale: saleProgressSchema }),
  /** Inside with a pass that expires then, and is extended while it is used. */
  z.strictObject({ state: z.literal('inside'), until: instantSchema, askAgainIn }),
])
/** Status of a visitor in a waiting room. */
export type WaitingRoomStatus = z.infer<typeof waitingRoomStatusSchema>

/** Endpoints of waiting rooms: join, poll, enter, and move the queue ticket to another device. */
export const queue = {
  join: endpoint('POST', '/queue/:instance', {
    summary: 'Get a queue ticket; a visitor who has one keeps it',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  place: endpoint('GET', '/queue/:instance', {
    summary: 'My status in the queue. Cheap: may be polled every `askAgainIn` seconds',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  enter: endpoint('POST', '/queue/:instance/pass', {
    summary: 'Enter after admission: the queue ticket becomes a pass of this session',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  move: endpoint('POST', '/queue/:instance/move', {
    summary: 'A link that moves my queue ticket to another device, once, within ten minutes',
    params: ofInstance,
    /** Path that the other device opens after the queue; null for the performance page. */
    body: z.strictObject({ to: z.string().max(400).nullable() }),
    reply: z.strictObject({
      url: z.url(),
      until: instantSchema,
      /** The link as a QR code: `size` modules a side; `bits` row by row, `1` for dark. */
      code: z.strictObject({ size: z.int().positive(), bits: z.string() }),
    }),
    problems: ['instance-unavailable', 'queue-required'],
  }),
  takeOver: endpoint('POST', '/queue/:instance/place', {
    summary: 'Take over the queue ticket of another device with its link; that device loses it',
    params: ofInstance,
    body: z.strictObject({ token: z.string().min(1).max(400) }),
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable', 'queue-link-over'],
  }),
}
