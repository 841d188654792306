import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'

/** The ages of members in whole years, both inclusive, on the day of the purchase. */
const agesSchema = z
  .strictObject({ least: z.int().nonnegative(), most: z.int().positive() })
  .refine(({ least, most }) => least <= most, 'least: it is above most')

/** A membership of a theatre. */
export const membershipSchema = z.strictObject({
  id: slugSchema,
  name: z.string(),
  /** The end of the path of its page, in exactly this spelling, such as `YoungBridge`; absent for its id. */
  link: z
    .string()
    .max(80)
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .optional(),
  /** The number of its constituency type in the theatre's CRM, for exports; absent without one. */
  constituencyTypeId: z.int().positive().optional(),
  /** What it is, in a sentence; in the theatre's language, as all texts of a brand. */
  summary: z.string().optional(),
  /** What members get. */
  gives: z.array(z.string()).min(1).optional(),
  /** Its benefits: a path of the shop, or an address of the theatre's own site. */
  benefits: z.string().optional(),
  /** Who may buy it, by date of birth; absent for everyone. */
  ages: agesSchema.optional(),
  /** Price and length, if it is sold. */
  sold: z
    .strictObject({
      price: moneySchema.refine((price) => price > 0),
      months: z.int().positive(),
      /**
       * `days`: the number of days before the end from which a member can renew. `isAutomatic`: whether members can agree to automatic
       * renewals. Absent where a member buys it again after its end.
       */
      renewal: z.strictObject({ days: z.int().positive(), isAutomatic: z.boolean() }).optional(),
    })
    .optional(),
})
/** A membership of a brand. */
export type BrandMembership = z.infer<typeof membershipSchema>

/**
 * The age in whole years. A person born on 29 February is a year older on 1 March of a year without that day.
 * @param birthDate an ISO date, not after `day`
 * @param day an ISO date
 */
export const ageOn = (birthDate: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** The problem of a buyer whose age a membership requires. */
export type AgeProblem = Problem<'date-of-birth-required' | 'membership-age'>

/**
 * Returns the problem of a buyer who is too young or too old for a membership, or whose date of birth is unknown.
 * @param birthDate the buyer's date of birth as an ISO date; null where it is unknown
 * @param today the ISO date in the theatre's time zone
 */
export function findAgeProblem(
  { name, ages }: Pick<BrandMembership, 'name' | 'ages'>,
  birthDate: string | null,
  today: string,
): AgeProblem | undefined {
  if (!ages) return undefined
  if (birthDate === null) return problem('date-of-birth-required', { name })
  const age = ageOn(birthDate, today)
  return age < ages.least || age > ages.most ? problem('membership-age', { name, ...ages }) : undefined
}
