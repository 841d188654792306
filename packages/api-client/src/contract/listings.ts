import { z } from 'zod'
import { productionSchema } from '@playhouse/domain/season'
import { instanceSummarySchema } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { titleFields } from './shared-fields.ts'

const listedPerformanceSchema = instanceSummarySchema.omit({ seatsLeft: true })
/** A performance in the listing of all performances. */
export type ListedPerformance = z.infer<typeof listedPerformanceSchema>

const listingsSchema = z.strictObject({
  /** Those of the performances, in the theatre's order. */
  productions: z.array(productionSchema.pick({ id: true }).extend(titleFields)),
  /** All performances that are not over, in order of their start. */
  performances: z.array(listedPerformanceSchema),
})
/** All performances that are not over, and their productions. */
export type Listings = z.infer<typeof listingsSchema>

/** Listings of the whole programme. */
export const listings = {
  performances: endpoint('GET', '/listings', {
    summary: 'All performances that are not over, in order of their start, and their productions',
    reply: listingsSchema,
    problems: ['page-not-found'],
  }),
}
