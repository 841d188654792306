import { z } from 'zod'
import { locales } from '../../brand/locale.ts'
import { slugSchema } from '../../id.ts'
import { moneySchema } from '../../money/money.ts'
import { bands } from '../../pricing/band.ts'
import type { FlexDefinition } from '../../subscription/flex-subscription.ts'
import { plainDateTimeSchema, wallClockFault } from '../../time/time.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

const text = (most: number) => z.string().trim().max(most)

/** A flexible subscription as staff describe it. An empty list stands for everything. Wall-clock times are those of the theatre. */
export const flexRecordSchema = z.strictObject({
  position: z.int().min(0).max(10_000),
  name: text(200).min(1),
  summary: text(2_000).min(1),
  translations: z.partialRecord(z.enum(locales), z.strictObject({ name: text(200), summary: text(2_000) })),
  /** Minor units, tax and fees included. */
  price: moneySchema.refine((amount) => amount > 0 && amount <= 100_000_00),
  /** How many tickets it pays for. */
  vouchers: z.int().min(1).max(100),
  saleFrom: plainDateTimeSchema.nullable(),
  saleUntil: plainDateTimeSchema.nullable(),
  validMonths: z.int().min(1).max(60).nullable(),
  validUntil: z.iso.date().nullable(),
  productions: z.array(slugSchema).max(200),
  performances: z.array(slugSchema).max(500),
  bands: z.array(z.enum(bands)).max(bands.length),
  priceTypes: z.array(z.string().min(1).max(40)).max(40),
  perPerformance: z.int().min(1).max(100).nullable(),
  perCustomer: z.int().min(1).max(100).nullable(),
})
type FlexRecord = z.infer<typeof flexRecordSchema>

type Facts = {
  readonly timeZone: string
  readonly before: FlexRecord | undefined
  readonly productions: readonly string[]
  readonly performances: readonly QueuedPerformance[]
  readonly priceTypes: readonly string[]
}

/** Faults that the schema does not find: whether there is one, and the field that shows it. Ids that a stored one has stay valid. */
export function flexFaults(
  { saleFrom, saleUntil, validMonths, validUntil, ...lists }: FlexRecord,
  { timeZone, before, ...known }: Facts,
): readonly (readonly [boolean, string])[] {
  const isUnknown = (field: 'productions' | 'performances' | 'priceTypes', ids: readonly string[]): boolean =>
    lists[field].some((id) => !ids.includes(id) && !before?.[field].includes(id))
  const isOfOther = known.performances.some(
    ({ id, production }) => lists.performances.includes(id) && lists.productions.length > 0 && !lists.productions.includes(production),
  )
  const isFault = (plain: string | null): boolean => plain !== null && wallClockFault(plain, timeZone) !== undefined
  const performances = known.performances.map(({ id }) => id)
  return [
    [isFault(saleFrom), 'saleFrom'],
    [isFault(saleUntil) || (saleFrom !== null && saleUntil !== null && saleUntil <= saleFrom), 'saleUntil'],
    [(validMonths === null) === (validUntil === null), 'validMonths'],
    [isUnknown('productions', known.productions), 'productions'],
    [isOfOther || isUnknown('performances', performances), 'performances'],
    [isUnknown('priceTypes', known.priceTypes), 'priceTypes'],
  ]
}

type UseRules = Partial<Pick<FlexRecord, 'productions' | 'performances' | 'bands' | 'priceTypes' | 'perPerformance'>>

/** Whether vouchers pay for fewer tickets by new rules. Sold ones are used by the current rules, so these may only become wider. */
export function narrowsFlex(from: UseRules, to: UseRules): boolean {
  const isNarrower = (before: readonly string[] = [], after: readonly string[] = []): boolean =>
    after.length > 0 && (before.length === 0 || before.some((id) => !after.includes(id)))
  const [before, after] = [from.perPerformance ?? Infinity, to.perPerformance ?? Infinity]
  return (
    after < before ||
    isNarrower(from.productions, to.productions) ||
    isNarrower(from.performances, to.performances) ||
    isNarrower(from.bands, to.bands) ||
    isNarrower(from.priceTypes, to.priceTypes)
  )
}

/** The record of a flexible subscription. */
export function recordOfFlex({ flex: _, name, summary, ...rest }: FlexDefinition, position: number): FlexRecord {
  const languages = locales.filter((locale) => name.translations?.[locale] ?? summary.translations?.[locale])
  const translations = languages.map((locale) => [
    locale,
    { name: name.translations?.[locale] ?? '', summary: summary.translations?.[locale] ?? '' },
  ])
  return { ...rest, position, name: name.text, summary: summary.text, translations: Object.fromEntries(translations) }
}

/** The flexible subscription that a record describes. */
export function flexOfRecord(flex: string, { position: _, name, summary, translations, ...rest }: FlexRecord): FlexDefinition {
  const translated = (field: 'name' | 'summary') => {
    const texts = Object.entries(translations).flatMap(([locale, each]) => (each![field] === '' ? [] : [[locale, each![field]]]))
    return texts.length > 0 ? { translations: Object.fromEntries(texts) as Record<string, string> } : {}
  }
  return { ...rest, flex, name: { text: name, ...translated('name') }, summary: { text: summary, ...translated('summary') } }
}
