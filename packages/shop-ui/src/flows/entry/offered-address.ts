import { z } from 'zod'

type Address = Readonly<Record<'line1' | 'line2' | 'line3' | 'city' | 'state' | 'postcode' | 'country', string>>
const needed = ['line1', 'city', 'postcode'] as const

/** Whether nothing was typed; the country is preset. */
export const isBlankAddress = ({ country: _, ...typed }: Address): boolean => Object.values(typed).every((text) => text.trim() === '')

const line = (longest: number) => z.string().trim().max(longest)

/** An address that may be left out, but not by half. */
export const offeredAddressRules = z
  .object({
    line1: line(120),
    line2: line(120),
    line3: line(120),
    city: line(80),
    state: line(80),
    postcode: line(20),
    country: z.string().length(2, 'account:errors.country'),
  })
  .superRefine((address, { addIssue }) => {
    if (isBlankAddress(address)) return
    const missing = needed.find((field) => address[field] === '')
    if (missing) addIssue({ code: 'custom', path: [missing], message: 'entry:errors.addressIncomplete' })
  })
