import { z } from 'zod'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import { giftMessageLength } from '@playhouse/domain/gift-page'

/** A gift membership in the form, as typed. */
export type GiftValues = {
  to: string
  /** E-mail address of the recipient. */
  recipient: string
  sending: 'now' | 'later'
  sendOn: string
  from: string
  message: string
}

export const emptyGift: GiftValues = { to: '', recipient: '', sending: 'now', sendOn: '', from: '', message: '' }

/** Validation of the form. Messages are i18n keys. The server validates that the day is within a year. */
export const giftRules = z
  .object({
    to: z.string().trim().min(1, 'membership:gift.error.to').max(80, 'membership:gift.error.to'),
    recipient: z.string().trim(),
    sending: z.enum(['now', 'later']),
    sendOn: z.string().trim(),
    from: z.string().trim().max(80, 'membership:gift.error.from'),
    message: z.string().trim().max(giftMessageLength, 'membership:gift.error.message'),
  })
  .refine(({ recipient }) => z.email().max(254).safeParse(recipient).success, {
    path: ['recipient'],
    message: 'membership:gift.error.email',
  })
  .refine(({ sending, sendOn }) => sending === 'now' || sendOn !== '', {
    path: ['sendOn'],
    message: 'membership:gift.error.sendOn',
  })

/** The field of the form for each field that the server may reject, and its message. */
export const rejectedFields = {
  to: ['to', 'membership:gift.error.to'],
  email: ['recipient', 'membership:gift.error.email'],
  sendOn: ['sendOn', 'membership:gift.error.sendOn'],
  from: ['from', 'membership:gift.error.from'],
  message: ['message', 'membership:gift.error.message'],
} as const
export const isRejectedField = (name: string): name is keyof typeof rejectedFields => Object.hasOwn(rejectedFields, name)

/** The item to add for valid values. */
export const giftItemOf = (membership: string, { to, recipient, sending, sendOn, from, message }: GiftValues): ItemToAdd => ({
  ...{ kind: 'gift-membership', membership, to, from, message },
  email: recipient,
  sendOn: sending === 'later' ? sendOn : null,
})
