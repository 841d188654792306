import { z } from 'zod'
import { brandSchema } from '@playhouse/domain/brand'
import { wallets } from '@playhouse/domain/ticket'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { basketSummarySchema } from './basket.ts'

export const customerSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  /** Buys without an account: what they have done is theirs by the link in a mail. */
  isGuest: z.literal(true).optional(),
})
export type Customer = z.infer<typeof customerSchema>

/** The brand as the browser may know it: all of it is public. */
export const siteSchema = z.strictObject({
  brand: brandSchema,
  underMaintenance: z.boolean(),
  /** While it is: when the house expects to be open again. */
  backAt: instantSchema.optional(),
  /** Wallets of phones that tickets can be put into. Left out: none. */
  wallets: z.array(z.enum(wallets)).readonly().optional(),
})
export type Site = z.infer<typeof siteSchema>

export const sessionSchema = z.strictObject({
  customer: customerSchema.nullable(),
  basket: basketSummarySchema,
  /** The server's clock, from which the browser counts down. */
  serverTime: instantSchema,
  /** Seconds of inactivity after which the session ends. */
  idleSeconds: z.int().positive(),
  /**
   * After signing in with a basket of one's own waiting: its tickets joined those of the guest's basket, or are kept apart
   * until then, because together they would break a rule.
   */
  otherBasket: z
    .discriminatedUnion('became', [
      z.strictObject({ became: z.literal('joined'), tickets: z.int().positive() }),
      z.strictObject({ became: z.literal('kept-apart'), tickets: z.int().positive(), until: instantSchema }),
    ])
    .optional(),
})
export type Session = z.infer<typeof sessionSchema>

export const site = {
  site: endpoint('GET', '/site', { summary: 'The brand: features, steps, limits, locales', reply: siteSchema, problems: [] }),
  bypassMaintenance: endpoint('POST', '/maintenance/bypass', {
    summary: 'The stage door: the house lets this session in while it is closed to others',
    body: z.strictObject({ key: z.string().min(1).max(200) }),
    reply: z.strictObject({ letIn: z.literal(true) }),
    problems: ['not-allowed'],
  }),
  session: endpoint('GET', '/session', { summary: 'Who is here and what they hold', reply: sessionSchema, problems: [] }),
}
