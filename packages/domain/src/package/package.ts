import { z } from 'zod'
import { translatedTextSchema } from '../format/translated-text.ts'
import { idSchema, slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'
import { bands } from '../pricing/band.ts'
import { accessTags, availabilityFields } from '../season/season.ts'
import { instantSchema, plainDateTimeSchema } from '../time/time.ts'

/**
 * The kinds of package. `fixed`: all of its parts, on one of the dates of each. `flexible`: so many parts of each group. `super`: so many
 * other packages of each group, each complete by its rules, at one price. `series`: a fixed series, so many dates of which each has one
 * performance, with the same seats on all of them.
 */
export const packageKinds = ['fixed', 'flexible', 'super', 'series'] as const
export type PackageKind = (typeof packageKinds)[number]

/**
 * The price of a package. `prices`: a price in minor units for each price type, for one person and all performances. `discount`: a
 * part of the prices of its tickets in basis points, which increases with the number of performances. A step with `priceTypes` is for these
 * price types alone, which the steps for all then don't apply to.
 */
export const packagePricingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('prices'),
    prices: z.array(z.strictObject({ priceType: z.string().min(1).max(40), price: moneySchema })).min(1),
  }),
  z.strictObject({
    kind: z.literal('discount'),
    steps: z
      .array(
        z.strictObject({
          performances: z.int().positive(),
          basisPoints: z.int().min(1).max(10_000),
          priceTypes: z.array(z.string().min(1).max(40)).min(1).optional(),
        }),
      )
      .min(1),
  }),
])
export type PackagePricing = z.infer<typeof packagePricingSchema>

/** Fields of a group: at least `least` and at most `most` of its parts are chosen. */
const groupFields = {
  id: slugSchema,
  name: translatedTextSchema,
  least: z.int().nonnegative(),
  most: z.int().positive(),
}
const textFields = { name: translatedTextSchema, summary: translatedTextSchema }

const definedPartSchema = z.strictObject({
  part: slugSchema,
  production: slugSchema,
  /** Ids of the performances that can be chosen; all of the production if absent. */
  performances: z.array(slugSchema).min(1).optional(),
})
const definedGroupSchema = z.strictObject({
  ...groupFields,
  parts: z.array(definedPartSchema),
  /** Ids of the packages that a super package consists of. */
  packages: z.array(slugSchema),
})

type DefinedGroup = z.infer<typeof definedGroupSchema>
/** Whether the groups of a package suit its kind: all or some productions, or packages. */
const groupRules: { readonly [Kind in PackageKind]: (group: DefinedGroup) => boolean } = {
  fixed: ({ least, most, parts, packages }) => packages.length === 0 && least === parts.length && most === parts.length,
  flexible: ({ least, most, parts, packages }) => packages.length === 0 && least <= most && most <= parts.length,
  super: ({ least, most, parts, packages }) => parts.length === 0 && least <= most && most <= packages.length,
  series: ({ least, most, parts, packages }) =>
    packages.length === 0 && least <= most && most <= parts.length && parts.every(({ performances }) => performances?.length === 1),
}

/** A package as the theatre defines it. */
export const packageDefinitionSchema = z
  .strictObject({
    package: slugSchema,
    kind: z.enum(packageKinds),
    ...textFields,
    /** Wall clock at the theatre: when it goes on sale, and when the sale ends; null for no such time. */
    saleFrom: plainDateTimeSchema.nullable(),
    saleUntil: plainDateTimeSchema.nullable(),
    groups: z.array(definedGroupSchema).min(1),
    pricing: packagePricingSchema,
    /** Bands whose seats are sold in it; every band if empty. */
    bands: z.array(z.enum(bands)),
  })
  .refine(({ kind, groups }) => groups.every(groupRules[kind]), { path: ['groups'] })
  .refine(({ groups }) => groups.some(({ least }) => least > 0), { path: ['groups'] })
  .refine(({ kind, pricing }) => kind !== 'series' || pricing.kind === 'discount', { path: ['pricing'] })
export type PackageDefinition = z.infer<typeof packageDefinitionSchema>

/** A performance that can be chosen for a part. */
export const packagePerformanceSchema = z.strictObject({
  instance: slugSchema,
  startsAt: instantSchema,
  /** Local time of its start, for grouping by day and month. */
  startsAtLocal: plainDateTimeSchema,
  endsAt: instantSchema,
  timeZone: z.string(),
  ...availabilityFields,
  accessTags: z.array(z.enum(accessTags)),
  /** The lowest public price of a single ticket in minor units; null without one. */
  priceFrom: moneySchema.nullable(),
})
export type PackagePerformance = z.infer<typeof packagePerformanceSchema>

/** A part of a package: a production, of which one performance is chosen. */
export const packagePartSchema = z.strictObject({
  part: slugSchema,
  event: slugSchema,
  title: z.string(),
  /** In order of their start, without those that are over. */
  performances: z.array(packagePerformanceSchema),
})
export type PackagePart = z.infer<typeof packagePartSchema>

const partGroupSchema = z.strictObject({ ...groupFields, parts: z.array(packagePartSchema) })
export type PackagePartGroup = z.infer<typeof partGroupSchema>

/** A package within a super package. */
const innerPackageSchema = z.strictObject({ package: slugSchema, ...textFields, groups: z.array(partGroupSchema) })
export type InnerPackage = z.infer<typeof innerPackageSchema>

/** A group of parts, or of packages in a super package. */
const packageGroupSchema = partGroupSchema.extend({ packages: z.array(innerPackageSchema) })
export type PackageGroup = z.infer<typeof packageGroupSchema>

/** A package in a list. */
export const packageSummarySchema = z.strictObject({
  package: slugSchema,
  kind: z.enum(packageKinds),
  ...textFields,
  /** Whether it can be bought now. */
  isOnSale: z.boolean(),
  saleFrom: instantSchema.nullable(),
  saleUntil: instantSchema.nullable(),
  pricing: packagePricingSchema,
  bands: z.array(z.enum(bands)),
  /** The fewest and the most performances of a complete choice. */
  least: z.int().positive(),
  most: z.int().positive(),
  /** Ids of its productions. */
  events: z.array(slugSchema),
})
export type PackageSummary = z.infer<typeof packageSummarySchema>

/** A package with everything that can be chosen. */
export const packageViewSchema = packageSummarySchema.extend({ groups: z.array(packageGroupSchema) })
export type PackageView = z.infer<typeof packageViewSchema>

/** A chosen performance. `package` is the package within a super package, null otherwise. */
export const chosenPerformanceSchema = z.strictObject({ package: slugSchema.nullable(), part: slugSchema, instance: slugSchema })
export type ChosenPerformance = z.infer<typeof chosenPerformanceSchema>

/** A package that was bought, or is in a basket, with its tickets. Amounts in minor units. */
export const soldPackageSchema = z.strictObject({
  id: idSchema,
  package: slugSchema,
  kind: z.enum(packageKinds),
  name: translatedTextSchema,
  choice: z.array(chosenPerformanceSchema),
  /** Ids of its tickets. Their prices are the shares of its price. */
  tickets: z.array(idSchema),
  /** The sum of the shares. */
  amount: moneySchema,
  /** What it costs less than its tickets alone. */
  saved: moneySchema,
})
export type SoldPackage = z.infer<typeof soldPackageSchema>
