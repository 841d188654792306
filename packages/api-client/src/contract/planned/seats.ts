import { z } from 'zod'
import { seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { bandSchema } from '@playhouse/domain/pricing'
import { basketSchema } from '../basket.ts'
import { endpoint } from '../endpoint.ts'

/** What the seats must offer. A wheelchair space and its companion seat are found together. */
const seatNeeds = ['wheelchair', 'companion', 'step-free', 'end-of-row', 'hearing-loop', 'audio-described', 'captioned', 'bsl'] as const

/** Seats without the map. */
export const seats = {
  bestAvailable: endpoint('POST', '/instances/:instance/best-available', {
    summary: 'Hold the best free seats of a band, next to one another where asked, all or none',
    params: z.strictObject({ instance: slugSchema }),
    body: z.strictObject({
      quantity: z.int().min(1).max(50),
      band: bandSchema,
      priceType: z.string().max(40),
      together: z.boolean(),
      needs: z.array(z.enum(seatNeeds)).max(seatNeeds.length),
    }),
    reply: z.strictObject({ seats: z.array(seatIdSchema), basket: basketSchema }),
    problems: [
      'basket-expired',
      'basket-paying',
      'instance-unavailable',
      'instance-passed',
      'instance-off-sale',
      'instance-cancelled',
      'instance-sold-out',
      'instance-priority',
      'section-sold-out',
      'section-not-on-sale',
      'not-enough-seats-in-band',
      'price-type-unavailable',
      'max-tickets-per-order',
      'max-per-price-category',
      'ticket-limit',
    ],
  }),
}
