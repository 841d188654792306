import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { slugSchema } from '../id.ts'
import { type Problem, problem } from '../problem.ts'
import { maxLineLength, maxNameLength, maxParagraphLength, maxSynopsisBlocks, maxWarnings, wholeRanges } from '../season/planning-limits.ts'
import { accessTags, type ProductionImage, productionImageSchema, productionSchema } from '../season/season.ts'

/** `draft`: only staff see it. `archived`: visitors see it no more; orders still name it. */
export const productionStates = ['draft', 'published', 'archived'] as const
export type ProductionState = (typeof productionStates)[number]

const line = z.string().trim().max(maxLineLength)
const longText = z.string().trim().max(maxParagraphLength)

const synopsis = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('paragraph'), text: longText }),
      z.strictObject({ kind: z.literal('heading'), text: line }),
      z.strictObject({ kind: z.literal('list'), items: z.array(line).max(100) }),
    ]),
  )
  .max(maxSynopsisBlocks)
const warnings = z.array(line).max(maxWarnings)

/** A production as staff describe it: the fields of `productionSchema`, within limits. */
export const productionPlanSchema = productionSchema.omit({ seatInfo: true }).extend({
  /** Its address on the site; null for its id. */
  slug: slugSchema.nullable().optional(),
  title: line.min(1),
  credit: line,
  performers: z
    .array(z.strictObject({ kind: z.enum(['person', 'group']), name: line.min(1) }))
    .max(200)
    .optional(),
  tagline: line,
  synopsis,
  runningTime: z.int().min(wholeRanges.runningTime.least).max(wholeRanges.runningTime.most),
  intervals: z.int().min(wholeRanges.intervals.least).max(wholeRanges.intervals.most),
  ageGuidance: z.int().min(wholeRanges.ageGuidance.least).max(wholeRanges.ageGuidance.most),
  warnings,
  streaming: line.optional(),
  venue: line,
  copyLanguage: z.string().max(35),
  translations: z
    .partialRecord(
      z.enum(locales),
      z.strictObject({ title: line.min(1), credit: line, tagline: line, synopsis, warnings, streaming: line }).partial(),
    )
    .optional(),
  /** Null removes it. */
  image: productionImageSchema.nullable().optional(),
})
/** A production as staff describe it. */
export type ProductionPlan = z.infer<typeof productionPlanSchema>

/** A new production, as a draft. */
export const draftProduction = ({ slug, translations, image, gallery, ...plan }: ProductionPlan): StoredProduction => ({
  ...plan,
  ...(slug && slug !== plan.id && { slug }),
  ...(translations && Object.keys(translations).length > 0 && { translations }),
  ...(image && { image }),
  ...(gallery && gallery.length > 0 && { gallery }),
  state: 'draft',
})

/**
 * A production with an edit. What the edit does not mention, because the program that sent it is older, stays: an empty object removes the
 * translations, an empty list the gallery, and null the image or the address.
 */
export const editedProduction = (
  current: StoredProduction,
  { slug = current.slug, translations = current.translations, image = current.image, gallery = current.gallery, ...plan }: ProductionPlan,
): StoredProduction => ({
  ...draftProduction({ ...plan, slug, ...(translations && { translations }), ...(image && { image }), ...(gallery && { gallery }) }),
  state: current.state,
})

/** The images of a production with the fields that name them. */
export const imagesOfProduction = ({ image, gallery = [] }: Pick<ProductionPlan, 'image' | 'gallery'>) => [
  ...(image ? [{ field: 'image', image }] : []),
  ...gallery.map((each, nth) => ({ field: `gallery.${nth}`, image: each })),
]

type Upload = Pick<ProductionImage, 'width' | 'height'>

/** The problem of a production with images that were not uploaded in this size. @param uploadOf the upload of an image id */
export function imageProblem(
  production: ProductionPlan,
  uploadOf: (id: string) => Upload | undefined,
): Problem<'invalid-input'> | undefined {
  const unknown = imagesOfProduction(production).filter(({ image: { id, width, height } }) => {
    const upload = uploadOf(id)
    return upload?.width !== width || upload.height !== height
  })
  return unknown.length > 0 ? problem('invalid-input', { fields: unknown.map(({ field }) => `production.${field}.id`) }) : undefined
}

/** A production with its state, as change sets store it. */
export const storedProductionSchema = productionPlanSchema.extend({
  slug: slugSchema.optional(),
  image: productionImageSchema.optional(),
  state: z.enum(productionStates),
})
export type StoredProduction = z.infer<typeof storedProductionSchema>

/** Defaults of performances of one type, such as matinees or relaxed performances. */
export const performanceTypeSchema = z.strictObject({
  id: slugSchema,
  name: z.string().trim().min(1).max(maxNameLength),
  priceList: z.string().min(1).max(80),
  accessTags: z.array(z.enum(accessTags)).max(accessTags.length),
  /** Maximum number of tickets per customer; null without one. */
  perCustomer: z.int().min(wholeRanges.perCustomer.least).max(wholeRanges.perCustomer.most).nullable(),
})
/** Defaults of performances of one type. */
export type PerformanceType = z.infer<typeof performanceTypeSchema>
