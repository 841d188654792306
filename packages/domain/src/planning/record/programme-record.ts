import { z } from 'zod'
import { locales } from '../../brand/locale.ts'
import type { Programme } from '../../season/programme.ts'
import { plainDateTimeSchema, wallClockFault } from '../../time/time.ts'

const text = (most: number) => z.string().trim().max(most)

/** A programme as staff describe it. Its codes are not part of it. Wall-clock times are those of the theatre. */
export const programmeRecordSchema = z.strictObject({
  name: text(200).min(1),
  /** Who it is for, and what the code opens. */
  text: text(2_000).min(1),
  translations: z.partialRecord(z.enum(locales), z.strictObject({ name: text(200), text: text(2_000) })),
  /** Before it, the programme does not exist for visitors; null for no limit. */
  opensAt: plainDateTimeSchema.nullable(),
  /** From then on, the programme does not exist for visitors; null for no limit. */
  closesAt: plainDateTimeSchema.nullable(),
  /** Ids of price types of the kind `programme`. */
  opensPriceTypes: z.array(z.string().min(1).max(40)).max(40),
})
type ProgrammeRecord = z.infer<typeof programmeRecordSchema>

type Facts = {
  readonly timeZone: string
  readonly before: ProgrammeRecord | undefined
  /** The ids of price types that only holders of a code see. */
  readonly programmePriceTypes: readonly string[]
}

/** Faults that the schema does not find: whether there is one, and the field that shows it. Price types that a stored one has stay valid. */
export function programmeFaults(
  { opensAt, closesAt, opensPriceTypes }: ProgrammeRecord,
  { timeZone, before, programmePriceTypes }: Facts,
): readonly (readonly [boolean, string])[] {
  const isFault = (plain: string | null): boolean => plain !== null && wallClockFault(plain, timeZone) !== undefined
  const isUnknown = (id: string): boolean => !programmePriceTypes.includes(id) && !before?.opensPriceTypes.includes(id)
  return [
    [isFault(opensAt), 'opensAt'],
    [isFault(closesAt) || (opensAt !== null && closesAt !== null && closesAt <= opensAt), 'closesAt'],
    [opensPriceTypes.some(isUnknown) || new Set(opensPriceTypes).size < opensPriceTypes.length, 'opensPriceTypes'],
  ]
}

/** The record of a programme. */
export function recordOfProgramme(
  { name, text: about, opensPriceTypes }: Programme,
  times: Pick<ProgrammeRecord, 'opensAt' | 'closesAt'>,
): ProgrammeRecord {
  const languages = locales.filter((locale) => name.translations?.[locale] ?? about.translations?.[locale])
  const translations = languages.map((locale) => [
    locale,
    { name: name.translations?.[locale] ?? '', text: about.translations?.[locale] ?? '' },
  ])
  return {
    ...times,
    name: name.text,
    text: about.text,
    translations: Object.fromEntries(translations),
    opensPriceTypes: [...opensPriceTypes],
  }
}

/** The programme that a record describes. */
export function programmeOfRecord(id: string, { name, text: about, translations, opensPriceTypes }: ProgrammeRecord): Programme {
  const translated = (field: 'name' | 'text') => {
    const texts = Object.entries(translations).flatMap(([locale, each]) => (each![field] === '' ? [] : [[locale, each![field]]]))
    return texts.length > 0 ? { translations: Object.fromEntries(texts) as Record<string, string> } : {}
  }
  return { id, name: { text: name, ...translated('name') }, text: { text: about, ...translated('text') }, opensPriceTypes }
}
