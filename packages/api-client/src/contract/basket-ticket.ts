import { z } from 'zod'
import { idSchema, seatIdSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { bandSchema, includedLevySchema, priceRangeSchema } from '@playhouse/domain/pricing'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { seatNameFields, ticketPerformanceFields } from './shared-fields.ts'

/** A held seat of a basket with its performance, price type and price. Amounts in minor units, fees included. */
export const basketTicketSchema = z.strictObject({
  id: idSchema,
  ...ticketPerformanceFields,
  seat: seatIdSchema,
  ...seatNameFields,
  /** Note of the theatre about the seat, such as a restricted view; null without one. */
  note: z.string().nullable(),
  band: bandSchema,
  priceType: z.string(),
  priceTypeName: z.string(),
  /** What its price type asks for at the door. */
  proofAtDoor: translatedTextSchema.optional(),
  /** The levy within what is paid for it. */
  levy: includedLevySchema.optional(),
  /** What the customer may pay for it; absent where the price is fixed. */
  payWhatYouCan: priceRangeSchema.optional(),
  price: moneySchema,
  /** The part of `price` that is a fee. */
  fee: moneySchema,
  /** Price types that the ticket can be changed to, with their prices in minor units. */
  choices: z.array(z.strictObject({ priceType: z.string(), name: z.string(), price: moneySchema })),
  /** The series of performances that it was held with; absent for a seat of one performance. */
  series: idSchema.optional(),
  /**
   * The voucher of the customer's subscription that pays for it, with the name of the subscription in the theatre's language, and the price
   * without it. Its own price is 0 then. Absent for a ticket at its price.
   */
  voucher: z.strictObject({ subscription: idSchema, name: z.string(), price: moneySchema }).optional(),
})
/** A held seat of a basket. */
export type BasketTicket = z.infer<typeof basketTicketSchema>

/** A price type, and what the customer pays in minor units where it is pay what you can; without, the suggested price. */
export const chosenPriceSchema = z.strictObject({ priceType: z.string().max(40), price: moneySchema.optional() })
