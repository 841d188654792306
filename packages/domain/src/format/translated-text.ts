import { z } from 'zod'
import { locales } from '../brand/locale.ts'

/** A text in the theatre's language, with translations. */
export const translatedTextSchema = z.strictObject({
  text: z.string().trim().min(1).max(2_000),
  translations: z.partialRecord(z.enum(locales), z.string().trim().min(1).max(2_000)).optional(),
})
export type TranslatedText = z.infer<typeof translatedTextSchema>
