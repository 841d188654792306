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

/** Countries that write the town, the state and the postcode in one line: "Brooklyn, NY 11205". */
const isTownInOneLine: ReadonlySet<string> = new Set(['US', 'CA'])

/** The filled lines of an address, in the order of its country, before the country, which every interface names in its language. */
export function addressLines({ line1, line2, line3, city, state, postcode, country }: PostalAddress): string[] {
  const region = [state, postcode].filter((part) => part !== '').join(' ')
  const town = isTownInOneLine.has(country) ? [[city, region].filter((part) => part !== '').join(', ')] : [city, state, postcode]
  return [line1, line2, line3, ...town].filter((line) => line !== '')
}
