import { z } from 'zod'

/** A stored postal address; empty lines are empty texts. `country` is a two-letter ISO 3166-1 code. */
export const postalAddressSchema = z.strictObject({
  line1: z.string(),
  line2: z.string(),
  line3: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
})
export type PostalAddress = Readonly<z.infer<typeof postalAddressSchema>>

/** The filled lines of an address before its country, which every interface names in its language. */
export const addressLines = ({ line1, line2, line3, city, state, postcode }: PostalAddress): string[] =>
  [line1, line2, line3, city, state, postcode].filter((line) => line !== '')
