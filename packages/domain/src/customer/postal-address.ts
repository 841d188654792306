import { z } from 'zod'

/**
 * A stored postal address; empty lines are empty texts. `country` is a two-letter ISO 3166-1 code. An address that was stored before
 * counties had a field has no `county`; its county may be in `state`.
 */
export const postalAddressSchema = z.strictObject({
  line1: z.string(),
  line2: z.string(),
  line3: z.string(),
  city: z.string(),
  county: z.string().optional(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
})
export type PostalAddress = Readonly<z.infer<typeof postalAddressSchema>>

/** Countries that write the town, the state and the postcode in one line: "Brooklyn, NY 11205". */
const isTownInOneLine: ReadonlySet<string> = new Set(['US', 'CA'])

/** Countries whose addresses name a county. Migration 0095 has the same list. */
const hasCounties: ReadonlySet<string> = new Set(['GB', 'IE', 'IM', 'SE', 'NO', 'EE', 'HR', 'HU', 'RO', 'KE'])

/** The field of an address for the region of its country: forms show only this one. */
export const regionFieldOf = (country: string): 'county' | 'state' => (hasCounties.has(country) ? 'county' : 'state')

/** Whether an address names its county or state. */
export const hasRegion = ({ county = '', state }: Pick<PostalAddress, 'county' | 'state'>): boolean => county !== '' || state !== ''

/** The fields of a postal address without others, such as its id and its uses in an address book. */
export const toPostalAddress = ({ line1, line2, line3, city, county = '', state, postcode, country }: PostalAddress) => ({
  ...{ line1, line2, line3, city, county, state, postcode, country },
})

/** Whether two postal addresses are equal in every field. No county equals an empty one. */
export function isSameAddress(one: PostalAddress, other: PostalAddress): boolean {
  const [fields, otherFields] = [toPostalAddress(one), toPostalAddress(other)]
  return (Object.keys(fields) as (keyof typeof fields)[]).every((field) => fields[field] === otherFields[field])
}

/** The filled lines of an address, in the order of its country, before the country, which every interface names in its language. */
export function addressLines({ line1, line2, line3, city, county = '', state, postcode, country }: PostalAddress): string[] {
  const filled = (parts: readonly string[]): string[] => parts.filter((part) => part !== '')
  const region = filled([state, postcode]).join(' ')
  const town = isTownInOneLine.has(country)
    ? [filled([city, region]).join(', '), county]
    : [city, county, ...(state === county ? [] : [state]), postcode]
  return filled([line1, line2, line3, ...town])
}
