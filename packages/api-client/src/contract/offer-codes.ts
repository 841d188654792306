import { z } from 'zod'
import { idSchema } from '@playhouse/domain/id'
import { mostCodesOfOffer, newSingleUseCodesSchema, singleUseCodeStates } from '@playhouse/domain/single-use-codes'
import { endpoint } from './endpoint.ts'

const params = z.strictObject({ offer: z.string().min(1).max(80) })

const singleUseCodeSchema = z.strictObject({
  id: idSchema,
  code: z.string(),
  /** The codes that were added together. */
  batch: idSchema,
  addedAt: z.iso.datetime(),
  state: z.enum(singleUseCodeStates),
  /** The number of the order that has used it; null without one. */
  order: z.string().nullable(),
})
/** A single-use code of an offer, as staff see it. */
export type SingleUseCode = z.infer<typeof singleUseCodeSchema>

/** Endpoints of the single-use codes of offers. Only staff who may change offers read the codes. */
export const offerCodes = {
  all: endpoint('GET', '/staff/offers/:offer/codes', {
    summary: 'The single-use codes of an offer with their orders, the latest first',
    access: 'staff',
    permission: 'edit-offers',
    params,
    reply: z.strictObject({ codes: z.array(singleUseCodeSchema) }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
  create: endpoint('POST', '/staff/offers/:offer/codes', {
    summary: `Create codes of an offer that are good for one order each. An offer has ${mostCodesOfOffer} at most`,
    access: 'staff',
    permission: 'edit-offers',
    params,
    body: newSingleUseCodesSchema,
    reply: z.strictObject({ batch: idSchema, codes: z.array(z.string()), changeSet: idSchema }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
  withdraw: endpoint('POST', '/staff/offers/:offer/codes/withdraw', {
    summary: 'Withdraw single-use codes of an offer. Those that an order or a payment uses, or that are withdrawn already, do not change',
    access: 'staff',
    permission: 'edit-offers',
    params,
    body: z.strictObject({
      /** Ids of codes. */
      codes: z.array(idSchema).min(1).max(mostCodesOfOffer),
      reason: z.string().trim().min(1).max(500).optional(),
    }),
    reply: z.strictObject({ withdrawn: z.int().nonnegative(), changeSet: idSchema.nullable() }),
    problems: ['not-allowed', 'second-factor-required', 'page-not-found'],
  }),
} as const
