import { z } from 'zod'
import { moneySchema } from '@playhouse/domain/money'
import { soldOfferNameFields } from '@playhouse/domain/offer-name'
import type { ProblemCode } from '@playhouse/domain/problem'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { type AccessOptions, endpoint } from './endpoint.ts'

/** The offers of a basket: fields of its reply. */
export const offersOfBasket = {
  /** The applied promo code and its discount in minor units. */
  promo: z
    .strictObject({
      ...{ code: z.string(), ...soldOfferNameFields, discount: moneySchema },
      /** The code would take something off, but other offers take off more. */
      isOutdone: z.literal(true).optional(),
    })
    .nullable(),
  /** The automatic offers that take something off, in minor units; absent without any. */
  offers: z.array(z.strictObject({ ...soldOfferNameFields, discount: moneySchema })).optional(),
}

type EditOptions<Reply extends z.ZodType, Code extends ProblemCode> = {
  readonly caller: AccessOptions
  readonly reply: Reply
  /** Problems of every edit of the basket; each endpoint adds its own. */
  readonly problems: readonly Code[]
}

/**
 * The endpoints that apply and remove a promo code, for the visitor's basket and for the counter basket.
 * @param path of the basket below `/api`
 */
export const promoEndpoints = <Reply extends z.ZodType, const Code extends ProblemCode>(
  path: string,
  { caller, reply, problems }: EditOptions<Reply, Code>,
) => ({
  applyPromo: endpoint('POST', `${path}/promo`, {
    summary: 'Apply a promo code, replacing the previous one. It may open prices or an early sale',
    ...caller,
    body: z.strictObject({ code: z.string().trim().min(1).max(40) }),
    reply,
    problems: [...problems, 'promo-not-recognised', 'promo-not-valid', 'promo-update-failed'],
  }),
  removePromo: endpoint('DELETE', `${path}/promo`, {
    summary: 'Remove the promo code',
    ...caller,
    reply,
    problems: [...problems, 'promo-update-failed'],
  }),
})

/**
 * The endpoints that apply and remove gift vouchers, for the visitor's basket and for the counter basket.
 * @param path of the basket below `/api`
 */
export const voucherEndpoints = <Reply extends z.ZodType, const Code extends ProblemCode>(
  path: string,
  { caller, reply, problems }: EditOptions<Reply, Code>,
) => ({
  applyGiftVoucher: endpoint('POST', `${path}/gift-voucher`, {
    summary:
      'Pay with a gift voucher up to its balance; several are used in order. An unknown code and an empty one return the same problem',
    ...caller,
    body: z.strictObject({ code: voucherCodeSchema }),
    reply,
    problems: [...problems, 'basket-empty', 'voucher-not-recognised'],
  }),
  removeGiftVoucher: endpoint('DELETE', `${path}/gift-voucher`, {
    summary: 'Remove all gift vouchers',
    ...caller,
    reply,
    problems: [...problems, 'basket-empty'],
  }),
})
