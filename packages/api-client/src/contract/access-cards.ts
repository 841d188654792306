import { z } from 'zod'
import { accessTypesSchema } from '@playhouse/domain/access'
import { accessCardsChangeSchema, mostListedAccessCards } from '@playhouse/domain/access-card'
import { idSchema } from '@playhouse/domain/id'
import { endpoint } from './endpoint.ts'

const listedCardSchema = z.strictObject({
  accessId: z.string(),
  /** Null for a card that fits every account. */
  lastName: z.string().nullable(),
  types: accessTypesSchema,
  isWithdrawn: z.boolean(),
  /** Whether an account has it. */
  isHeld: z.boolean(),
  version: z.int().positive(),
})
/** A card of the access scheme, as staff see it. */
export type ListedAccessCard = z.infer<typeof listedCardSchema>

/** Endpoints of the cards of the access scheme. They have names and needs of people: few staff read them. */
export const accessCards = {
  all: endpoint('GET', '/staff/access-cards', {
    summary: `The cards of the access scheme by their IDs, ${mostListedAccessCards} at most: all, or those with a part of an ID or the beginning of a last name`,
    access: 'staff',
    permission: 'read-access-cards',
    query: z.strictObject({ find: z.string().max(100).optional() }),
    reply: z.strictObject({ cards: z.array(listedCardSchema), hasMore: z.boolean() }),
    problems: ['not-allowed'],
  }),
  change: endpoint('PUT', '/staff/access-cards', {
    summary: 'Add or change cards of the access scheme, all or none. Accounts that have the ID of a changed card get its needs',
    access: 'staff',
    permission: 'edit-access-cards',
    body: accessCardsChangeSchema,
    reply: z.strictObject({
      /** The cards of the change, in its order. */
      cards: z.array(listedCardSchema),
      /** The change set; null where nothing changed. */
      changeSet: idSchema.nullable(),
    }),
    problems: ['not-allowed', 'second-factor-required', 'changed-meanwhile', 'page-not-found', 'id-taken'],
  }),
} as const
