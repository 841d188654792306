import { z } from 'zod'
import { giftStates } from '@playhouse/domain/gift-membership'
import { slugSchema } from '@playhouse/domain/id'
import { endpoint } from './endpoint.ts'

/** A POST has the token of the link in its body, so that it is not in URLs that are logged. */
const body = z.strictObject({ token: z.string().min(20).max(60) })

const giftSchema = z.strictObject({
  membership: slugSchema,
  /** Its name in the theatre's language at the time of the sale. */
  name: z.string(),
  /** How long it lasts, from the day on which it is claimed. */
  months: z.int().positive(),
  to: z.string(),
  from: z.string(),
  message: z.string(),
  state: z.enum(giftStates),
  /** The last day on which it can be claimed, an ISO date. */
  claimUntil: z.iso.date(),
})
/** A membership that is given, as the holder of its link sees it. */
export type GiftMembership = z.infer<typeof giftSchema>

/** Endpoints of memberships that are given. */
export const gifts = {
  read: endpoint('POST', '/gifts', {
    summary: 'The gift membership of a link',
    body,
    reply: giftSchema,
    problems: ['page-not-found'],
  }),
  claim: endpoint('POST', '/gifts/claim', {
    summary: 'Claim a gift membership: its term begins today, or after the term that the customer holds. Repeating it changes nothing',
    access: 'customer',
    body,
    reply: z.strictObject({ name: z.string(), startsOn: z.iso.date(), expiresOn: z.iso.date() }),
    problems: ['login-required', 'page-not-found', 'membership-age', 'date-of-birth-required'],
  }),
}
