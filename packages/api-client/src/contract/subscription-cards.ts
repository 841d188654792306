import { z } from 'zod'
import { cancelCardsSchema, mostCardsOfBatch, newCardsSchema } from '@playhouse/domain/card-batch'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { endpoint } from './endpoint.ts'

const params = z.strictObject({ flex: slugSchema })
const count = z.int().nonnegative()

const cardBatchSchema = z.strictObject({
  batch: idSchema,
  issuedAt: z.iso.datetime(),
  /** The name of the staff user who issued it; null for the command. */
  by: z.string().nullable(),
  cards: count,
  /** Cards that are linked to accounts. */
  linked: count,
  /** Linked cards with a used voucher. */
  used: count,
  /** Cards that were cancelled before they were linked. */
  cancelled: count,
})
/** Cards of a flexible subscription that were issued together. */
export type CardBatch = z.infer<typeof cardBatchSchema>

/** Endpoints of the cards of flexible subscriptions. */
export const subscriptionCards = {
  batches: endpoint('GET', '/staff/subscriptions/:flex/cards', {
    summary: 'The batches of cards of a flexible subscription, the latest first, without their numbers',
    access: 'staff',
    permission: 'read-programme',
    params,
    reply: z.strictObject({ batches: z.array(cardBatchSchema) }),
    problems: ['not-allowed', 'page-not-found'],
  }),
  issue: endpoint('POST', '/staff/subscriptions/:flex/cards', {
    summary: `Issue up to ${mostCardsOfBatch} cards of a flexible subscription. Only this reply has their numbers`,
    access: 'staff',
    permission: 'edit-prices',
    params,
    body: newCardsSchema,
    reply: z.strictObject({ batch: idSchema, numbers: z.array(z.string()), changeSet: idSchema }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
  cancel: endpoint('POST', '/staff/subscriptions/:flex/cards/:batch/cancel', {
    summary: 'Cancel the cards of a batch that are not linked to accounts. Linked ones do not change',
    access: 'staff',
    permission: 'edit-prices',
    params: params.extend({ batch: idSchema }),
    body: cancelCardsSchema,
    reply: z.strictObject({ cancelled: count, changeSet: idSchema.nullable() }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
} as const
