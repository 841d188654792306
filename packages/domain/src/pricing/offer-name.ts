import { z } from 'zod'
import { type Locale, locales } from '../brand/locale.ts'

/** The longest name of an offer, in each language. */
export const maxOfferNameLength = 80
const text = z.string().trim().min(1).max(maxOfferNameLength)

/** The fields of the name of an offer: `name` in the theatre's language, and `names` in other languages; absent without any. */
export const offerNameFields = {
  name: text,
  names: z
    .partialRecord(z.enum(locales), text)
    .refine((names) => Object.keys(names).length > 0)
    .optional(),
}

/** The fields of the name that an offer was sold with; orders from before offers had names in other languages have one alone. */
export const soldOfferNameFields = { name: z.string(), names: z.partialRecord(z.enum(locales), z.string()).optional() }

/** The name of an offer. */
export type OfferName = { readonly name: string; readonly names?: Readonly<Partial<Record<Locale, string>>> | undefined }
