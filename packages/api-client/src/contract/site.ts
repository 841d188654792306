import { z } from 'zod'
import { brandSchema } from '@playhouse/domain/brand'
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
})
export type Customer = z.infer<typeof customerSchema>

/** The brand as the browser may know it: all of it is public. */
export const siteSchema = z.strictObject({
  brand: brandSchema,
  underMaintenance: z.boolean(),
  /** While it is: when the house expects to be open again. */
  backAt: instantSchema.optional(),
})
export type Site = z.infer<typeof siteSchema>

export const sessionSchema = z.strictObject({
  customer: customerSchema.nullable(),
  basket: basketSummarySchema,
  /** The server's clock, from which the browser counts down. */
  serverTime: instantSchema,
  /** Seconds of inactivity after which the session ends. */
  idleSeconds: z.int().positive(),
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
