import { z } from 'zod'

type Address = Readonly<Record<'line1' | 'line2' | 'line3' | 'city' | 'state' | 'postcode' | 'country', string>> & {
  readonly county?: string | undefined
}
const requiredFields = ['line1', 'city', 'postcode'] as const

/** Whether all fields but the preset country are empty. */
export const isBlankAddress = ({ country: _, ...addressLines }: Address): boolean =>
  Object.values(addressLines).every((text = '') => text.trim() === '')

const lineRule = (longest: number) => z.string().trim().max(longest)

/** Validates an address that is either empty or complete. */
export const optionalAddressRules = z
  .object({
    line1: lineRule(120),
    line2: lineRule(120),
    line3: lineRule(120),
    city: lineRule(80),
    county: lineRule(80).optional(),
    state: lineRule(80),
    postcode: lineRule(20),
    country: z.string().length(2, 'account:errors.country'),
  })
  .superRefine((address, { addIssue }) => {
    if (isBlankAddress(address)) return
    const missing = requiredFields.find((field) => address[field] === '')
    if (missing) addIssue({ code: 'custom', path: [missing], message: 'entry:errors.addressIncomplete' })
  })
