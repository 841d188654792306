import { z } from 'zod'
import { locales } from '../../brand/locale.ts'
import type { TranslatedText } from '../../format/translated-text.ts'
import { slugSchema } from '../../id.ts'
import { moneySchema } from '../../money/money.ts'
import { type PackageDefinition, packageKinds } from '../../package/package.ts'
import { bands } from '../../pricing/band.ts'
import { plainDateTimeSchema, wallClockFault } from '../../time/time.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

const text = (most: number) => z.string().trim().max(most)
const priceType = z.string().min(1).max(40)
const names = z.partialRecord(z.enum(locales), text(200).min(1))
/** A short name, or nothing: then it is made. */
const shortName = z.union([slugSchema, z.literal('')])

const partSchema = z.strictObject({ part: shortName, production: slugSchema, performances: z.array(slugSchema).max(200) })
const groupSchema = z.strictObject({
  id: shortName,
  name: text(200).min(1),
  names: names.optional(),
  least: z.int().min(0).max(60),
  most: z.int().min(1).max(60),
  /** A part without performances has all of its production. */
  parts: z.array(partSchema).max(60),
  /** Short names of the packages of a super package. */
  packages: z.array(slugSchema).max(20),
})
type Group = z.infer<typeof groupSchema>

/** Gives each group and each part without a short name one: that of its production, with a number from the second on. */
function nameParts(groups: readonly Group[]): Group[] {
  const taken = new Set(groups.flatMap(({ parts }) => parts.map(({ part }) => part)))
  const takenByGroups = new Set(groups.map(({ id }) => id))
  const free = (name: string, among: Set<string>, from = 1): string => {
    const candidate = from === 1 ? name : `${name}-${from}`
    if (among.has(candidate)) return free(name, among, from + 1)
    among.add(candidate)
    return candidate
  }
  return groups.map((group) => ({
    ...group,
    id: group.id || free('group', takenByGroups),
    parts: group.parts.map((part) => ({ ...part, part: part.part || free(part.production, taken) })),
  }))
}

/** A package or a fixed series as staff describe it. An empty list of bands stands for every band. Wall-clock times are those of the theatre. */
export const packageRecordSchema = z.strictObject({
  position: z.int().min(0).max(10_000),
  kind: z.enum(packageKinds),
  name: text(200).min(1),
  summary: text(2_000).min(1),
  translations: z.partialRecord(z.enum(locales), z.strictObject({ name: text(200), summary: text(2_000) })),
  saleFrom: plainDateTimeSchema.nullable(),
  saleUntil: plainDateTimeSchema.nullable(),
  groups: z.array(groupSchema).min(1).max(20).transform(nameParts),
  /** Minor units, for one person and all performances. Either these or `steps`. */
  prices: z.array(z.strictObject({ priceType, price: moneySchema.refine((amount) => amount >= 0 && amount <= 100_000_00) })).max(40),
  /** Discounts from a number of performances on. One without price types is for all that have none of these steps. */
  steps: z
    .array(
      z.strictObject({
        performances: z.int().min(1).max(200),
        basisPoints: z.int().min(1).max(10_000),
        priceTypes: z.array(priceType).max(40),
      }),
    )
    .max(100),
  bands: z.array(z.enum(bands)).max(bands.length),
})
export type PackageRecord = z.infer<typeof packageRecordSchema>
type Stored = PackageRecord & { readonly isWithdrawn: boolean }

type Facts = {
  readonly id: string
  readonly timeZone: string
  readonly before: PackageRecord | undefined
  readonly others: readonly { readonly id: string; readonly record: Stored }[]
  readonly productions: readonly string[]
  readonly performances: readonly QueuedPerformance[]
  readonly priceTypes: readonly string[]
}

const hasDuplicate = (ids: readonly string[]): boolean => new Set(ids).size < ids.length
const partsOf = ({ groups }: Pick<PackageRecord, 'groups'>) => groups.flatMap(({ parts }) => parts)
/** The halls of the dates that are not over. */
const hallsOf = (record: PackageRecord, { performances }: Pick<Facts, 'performances'>): Set<string> => {
  const dates = partsOf(record).flatMap((part) => part.performances)
  return new Set(performances.flatMap(({ id, hall }) => (dates.includes(id) ? [hall] : [])))
}
type Fault = readonly [boolean, string]

/** Faults that the schema does not find: whether there is one, and the field that shows it. Ids that a stored one has stay valid. */
export function packageFaults(record: PackageRecord, facts: Facts): readonly Fault[] {
  const { kind, saleFrom, saleUntil, groups, prices, steps } = record
  const { before, timeZone } = facts
  const isFault = (plain: string | null): boolean => plain !== null && wallClockFault(plain, timeZone) !== undefined
  const knownTypes = [
    ...facts.priceTypes,
    ...(before?.prices ?? []).map((each) => each.priceType),
    ...(before?.steps ?? []).flatMap((step) => step.priceTypes),
  ]
  const isUnknownType = (type: string): boolean => !knownTypes.includes(type)
  const stepKey = ({ performances, priceTypes }: PackageRecord['steps'][number]): string =>
    [performances, ...priceTypes.toSorted()].join(' ')
  return [
    [isFault(saleFrom), 'saleFrom'],
    [isFault(saleUntil) || (saleFrom !== null && saleUntil !== null && saleUntil <= saleFrom), 'saleUntil'],
    [hasDuplicate(groups.map(({ id }) => id)) || hasDuplicate(partsOf(record).map(({ part }) => part)), 'groups'],
    [groups.every(({ least }) => least === 0) || (kind === 'series' && groups.length > 1), 'groups'],
    [hasDuplicate(groups.flatMap(({ packages }) => packages)), 'groups'],
    [kind === 'series' && hallsOf(record, facts).size > 1, 'groups'],
    ...groups.flatMap((group, nth) => groupFaults(kind, group, facts).map(([is, field]): Fault => [is, `groups.${nth}.${field}`])),
    [kind === 'series' ? prices.length > 0 : prices.length > 0 === steps.length > 0, 'prices'],
    [kind === 'series' && steps.length === 0, 'steps'],
    [hasDuplicate(prices.map((each) => each.priceType)), 'prices'],
    // One who pays nothing comes with others who pay.
    [prices.length > 0 && prices.every(({ price }) => price === 0), 'prices'],
    ...prices.map((each, nth): Fault => [isUnknownType(each.priceType), `prices.${nth}.priceType`]),
    [hasDuplicate(steps.map(stepKey)), 'steps'],
    ...steps.map((step, nth): Fault => [step.priceTypes.some(isUnknownType), `steps.${nth}.priceTypes`]),
  ]
}

/** The faults of a group by the kind of its package. */
function groupFaults(kind: PackageRecord['kind'], { least, most, parts, packages }: Group, facts: Facts): Fault[] {
  const { id, before, others } = facts
  const size = kind === 'super' ? packages.length : parts.length
  const stored = before?.groups.flatMap((group) => group.packages) ?? []
  const isPackage = (each: string): boolean =>
    each !== id && (stored.includes(each) || others.some((other) => other.id === each && other.record.kind !== 'super'))
  return [
    [least > most || (kind === 'fixed' && least !== size), 'least'],
    [size > 0 && (kind === 'fixed' ? most !== size : most > size), 'most'],
    [kind === 'super' ? parts.length > 0 : parts.length === 0, 'parts'],
    [kind === 'super' ? packages.length === 0 || !packages.every(isPackage) : packages.length > 0, 'packages'],
    ...parts.flatMap((part, nth) => partFaults(kind, part, facts).map(([is, field]): Fault => [is, `parts.${nth}.${field}`])),
  ]
}

/** The faults of a part: a performance must be one of its production, and a date of a series is one performance. */
function partFaults(kind: PackageRecord['kind'], { production, performances }: Group['parts'][number], facts: Facts): Fault[] {
  const stored = facts.before ? partsOf(facts.before) : []
  const isKnown = (performance: string): boolean =>
    facts.performances.some((each) => each.id === performance && each.production === production) ||
    stored.some((part) => part.production === production && part.performances.includes(performance))
  return [
    [!facts.productions.includes(production) && stored.every((part) => part.production !== production), 'production'],
    [(kind === 'series' && performances.length !== 1) || hasDuplicate(performances) || !performances.every(isKnown), 'performances'],
  ]
}

type Shape = Partial<Pick<PackageRecord, 'kind' | 'groups'>>

/**
 * Whether a change takes away what sold packages are built on: their kind, or a date of a fixed series, on which seats are kept for its
 * holders. Prices and everything else can change: what was sold keeps its shares.
 */
export function reshapesPackage(from: Shape, to: Shape): boolean {
  if (from.kind !== undefined && to.kind !== undefined && from.kind !== to.kind) return true
  const datesOf = ({ groups = [] }: Shape): string[] => partsOf({ groups }).flatMap(({ performances }) => performances)
  const dates = datesOf(to)
  return (from.kind ?? to.kind) === 'series' && datesOf(from).some((each) => !dates.includes(each))
}

/** The record of a package. */
export function recordOfPackage(
  { package: _, name, summary, groups, pricing, ...rest }: PackageDefinition,
  position: number,
): PackageRecord {
  const languages = locales.filter((locale) => name.translations?.[locale] ?? summary.translations?.[locale])
  const translations = languages.map((locale) => [
    locale,
    { name: name.translations?.[locale] ?? '', summary: summary.translations?.[locale] ?? '' },
  ])
  return {
    ...{ ...rest, position, name: name.text, summary: summary.text, translations: Object.fromEntries(translations) },
    groups: groups.map(({ name: { text: title, translations: titles }, parts, packages, ...group }) => ({
      ...{ ...group, name: title, packages: [...packages] },
      ...(titles && Object.keys(titles).length > 0 && { names: titles }),
      parts: parts.map(({ performances = [], ...part }) => ({ ...part, performances: [...performances] })),
    })),
    prices: pricing.kind === 'prices' ? [...pricing.prices] : [],
    steps:
      pricing.kind === 'discount' ? pricing.steps.map(({ priceTypes = [], ...step }) => ({ ...step, priceTypes: [...priceTypes] })) : [],
  }
}

/** The package that a record describes. */
export function packageOfRecord(
  id: string,
  { position: _, name, summary, translations, groups, prices, steps, ...rest }: PackageRecord,
): PackageDefinition {
  const translated = (field: 'name' | 'summary'): Pick<TranslatedText, 'translations'> => {
    const texts = Object.entries(translations).flatMap(([locale, each]) => (each![field] === '' ? [] : [[locale, each![field]]]))
    return texts.length > 0 ? { translations: Object.fromEntries(texts) as Record<string, string> } : {}
  }
  return {
    ...{ ...rest, package: id, name: { text: name, ...translated('name') }, summary: { text: summary, ...translated('summary') } },
    groups: groups.map(({ name: title, names: titles, parts, ...group }) => ({
      ...{ ...group, name: { text: title, ...(titles && { translations: titles }) } },
      parts: parts.map(({ performances, ...part }) => ({ ...part, ...(performances.length > 0 && { performances }) })),
    })),
    pricing:
      prices.length > 0
        ? { kind: 'prices', prices }
        : { kind: 'discount', steps: steps.map(({ priceTypes, ...step }) => ({ ...step, ...(priceTypes.length > 0 && { priceTypes }) })) },
  }
}
