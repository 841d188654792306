import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { bandSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
/** Seconds until it is worth asking again. */
const askAgainIn = z.int().positive()

/** How far the sale has got: told while people wait, so that nobody waits for what is gone. */
export const saleProgressSchema = z.strictObject({
  seats: z.int().nonnegative(),
  seatsLeft: z.int().nonnegative(),
  /** At the price most people pay, dearest band first; fees inside. */
  bands: z.array(z.strictObject({ band: bandSchema, price: moneySchema, left: z.int().nonnegative() })),
})
export type SaleProgress = z.infer<typeof saleProgressSchema>

/** Where somebody stands. The place itself is a signed cookie of this browser: it outlives a reload, and any server process. */
export const waitingRoomStatusSchema = z.discriminatedUnion('state', [
  /** Nobody queues for this performance: go on. */
  z.strictObject({ state: z.literal('open') }),
  /** Too soon to take a place. */
  z.strictObject({ state: z.literal('closed'), gathersAt: instantSchema, opensAt: instantSchema, askAgainIn }),
  /** People queue, and this browser has no place: it never had one, its place went to another device, or its turn is over. */
  z.strictObject({ state: z.literal('outside'), opensAt: instantSchema, isMoved: z.boolean(), hasLapsed: z.boolean() }),
  /** Here before the opening. At the opening lots are drawn: who came first has no better chance than who came last. */
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
    /** In the whole line, from 1. */
    position: z.int().positive(),
    /** Seconds, as far as one can tell; null while nobody is let in. */
    estimatedWait: z.int().nonnegative().nullable(),
    askAgainIn,
    sale: saleProgressSchema,
  }),
  /** It's your turn until then: `enter`. */
  z.strictObject({ state: z.literal('admitted'), until: instantSchema, askAgainIn, sale: saleProgressSchema }),
  /** Inside, with a pass that lasts until then and longer while it is used. */
  z.strictObject({ state: z.literal('inside'), until: instantSchema, askAgainIn }),
])
export type WaitingRoomStatus = z.infer<typeof waitingRoomStatusSchema>

export const queue = {
  join: endpoint('POST', '/queue/:instance', {
    summary: 'Take a place; whoever has one keeps it',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  place: endpoint('GET', '/queue/:instance', {
    summary: 'Where I stand. Cheap: it may be asked as often as `askAgainIn` says',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  enter: endpoint('POST', '/queue/:instance/pass', {
    summary: 'Go in, once it is my turn: the place becomes a pass of this session',
    params: ofInstance,
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable'],
  }),
  move: endpoint('POST', '/queue/:instance/move', {
    summary: 'A link that brings my place to another device, once and soon',
    params: ofInstance,
    /** The page that was first asked for: the other device goes on to it. */
    body: z.strictObject({ to: z.string().max(400).nullable() }),
    reply: z.strictObject({
      url: z.url(),
      until: instantSchema,
      /** The link as a QR code: modules a side, and row by row `1` for dark. */
      code: z.strictObject({ size: z.int().positive(), bits: z.string() }),
    }),
    problems: ['instance-unavailable', 'queue-required'],
  }),
  takeOver: endpoint('POST', '/queue/:instance/place', {
    summary: 'Take the place of another device over with its link; that device has none any more',
    params: ofInstance,
    body: z.strictObject({ token: z.string().min(1).max(400) }),
    reply: waitingRoomStatusSchema,
    problems: ['instance-unavailable', 'queue-link-over'],
  }),
}
