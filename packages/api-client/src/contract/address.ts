import { z } from 'zod'

/** A postal address. `country` is a two-letter ISO 3166-1 code. */
export const addressSchema = z.strictObject({
  line1: z.string().trim().min(1).max(120),
  line2: z.string().trim().max(120),
  line3: z.string().trim().max(120),
  city: z.string().trim().min(1).max(80),
  /** The county, for countries that have counties (`regionFieldOf`). */
  county: z.string().trim().max(80).optional(),
  state: z.string().trim().max(80),
  postcode: z.string().trim().min(1).max(20),
  country: z.string().length(2),
})
/** A postal address. */
export type Address = z.infer<typeof addressSchema>
