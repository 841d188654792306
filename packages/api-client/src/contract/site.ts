import { z } from 'zod'
import { brandSchema } from '@playhouse/domain/brand'
import { slugSchema } from '@playhouse/domain/id'
import { previewPersonSchema } from '@playhouse/domain/shop-preview'
import { wallets } from '@playhouse/domain/ticket'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { basketSummarySchema } from './basket.ts'

/** A customer or guest of the session. */
export const customerSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  /** A guest, who has no account and opens orders by the link in a mail. */
  isGuest: z.literal(true).optional(),
})
/** A customer or guest of the session. */
export type Customer = z.infer<typeof customerSchema>

/** Public settings of the brand. */
export const siteSchema = z.strictObject({
  brand: brandSchema,
  underMaintenance: z.boolean(),
  /** During maintenance: its expected end. */
  backAt: instantSchema.optional(),
  /** Phone wallets that tickets can be added to; absent for none. */
  wallets: z.array(z.enum(wallets)).readonly().optional(),
  /** In a preview of the shop: its moment and its person, and the production from which it was opened. */
  preview: z.strictObject({ at: instantSchema, person: previewPersonSchema, event: slugSchema }).optional(),
})
/** Public settings of the brand. */
export type Site = z.infer<typeof siteSchema>

/** Customer, basket summary and clock of the session. */
export const sessionSchema = z.strictObject({
  customer: customerSchema.nullable(),
  basket: basketSummarySchema,
  /** Time of the server, from which the browser computes its countdowns. */
  serverTime: instantSchema,
  /** Seconds of inactivity after which the session ends. */
  idleSeconds: z.int().positive(),
  /**
   * After sign-in, where the customer had another basket: its tickets were merged into the basket of the session, or stay in a
   * separate basket until `until`, because the merged basket would break a limit.
   */
  otherBasket: z
    .discriminatedUnion('became', [
      z.strictObject({ became: z.literal('joined'), tickets: z.int().positive() }),
      z.strictObject({ became: z.literal('kept-apart'), tickets: z.int().positive(), until: instantSchema }),
    ])
    .optional(),
})
/** Customer, basket summary and clock of the session. */
export type Session = z.infer<typeof sessionSchema>

/** Endpoints of the brand settings and the session. */
export const site = {
  site: endpoint('GET', '/site', { summary: 'The brand: features, checkout steps, limits, locales', reply: siteSchema, problems: [] }),
  bypassMaintenance: endpoint('POST', '/maintenance/bypass', {
    summary: 'Open the shop for this session during maintenance, with the key of the bypass',
    body: z.strictObject({ key: z.string().min(1).max(200) }),
    reply: z.strictObject({ letIn: z.literal(true) }),
    problems: ['not-allowed'],
  }),
  session: endpoint('GET', '/session', { summary: 'The customer and the basket of this session', reply: sessionSchema, problems: [] }),
}
