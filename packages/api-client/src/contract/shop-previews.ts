import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { previewChoiceSchema } from '@playhouse/domain/shop-preview'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

/** Endpoint of staff who look at the shop at another moment and as another person. */
export const shopPreviews = {
  open: endpoint('POST', '/staff/shop-preview', {
    summary: 'Open the shop as a person would see it at a moment, with drafts as if they were published. Nothing can be bought in it',
    access: 'staff',
    permission: 'preview-shop',
    /** `event`: the production from which it is opened, to which the preview leads back. */
    body: previewChoiceSchema.extend({ event: slugSchema }),
    reply: z.strictObject({
      /** The path below which the shop is served. It works for this staff user alone. */
      path: z.string(),
      until: instantSchema,
    }),
    problems: ['not-allowed', 'event-unavailable'],
  }),
} as const
