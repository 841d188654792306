import { z } from 'zod'
import { type Problem, problem } from '../problem.ts'
import { offerNameFields } from '../pricing/offer-name.ts'
import { opensSomething, promoRuleSchema } from '../pricing/promo.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../time/time.ts'
import { mostNamedCodes, type NamedCodeFacts, namedCodeFaults, namedCodeSchema } from './named-code.ts'

/** An offer as staff plan it. Times are wall clock at the theatre; null without a limit. */
export const offerPlanSchema = z.strictObject({
  ...offerNameFields,
  startsAt: plainDateTimeSchema.nullable(),
  endsAt: plainDateTimeSchema.nullable(),
  /** Orders that may use it, in total and of each customer. */
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  usesPerCustomer: z.int().min(1).max(1_000).nullable(),
  /** Codes besides its own, in the order of the form; left out without any. */
  codes: z.array(namedCodeSchema).min(1).max(mostNamedCodes).optional(),
  rule: promoRuleSchema,
})
/** An offer as staff plan it, and as change sets store it. Its id is its promo code. */
export type OfferPlan = z.infer<typeof offerPlanSchema>

export const offerStates = ['scheduled', 'active', 'used-up', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

type Times = { readonly startsAt: number | null; readonly endsAt: number | null }

/** When an offer begins and ends, in epoch milliseconds. */
export const offerTimesOf = ({ startsAt, endsAt }: Pick<OfferPlan, 'startsAt' | 'endsAt'>, timeZone: string): Times => ({
  startsAt: startsAt === null ? null : instantOf(startsAt, timeZone).epochMilliseconds,
  endsAt: endsAt === null ? null : instantOf(endsAt, timeZone).epochMilliseconds,
})

/** Whether customers can use an offer at a moment, in epoch milliseconds, and why not. */
export function offerStateOf(
  { startsAt, endsAt, maxUses, used }: Times & { maxUses: number | null; used: number },
  now: number,
): OfferState {
  if (endsAt !== null && endsAt <= now) return 'ended'
  if (maxUses !== null && used >= maxUses) return 'used-up'
  return startsAt !== null && startsAt > now ? 'scheduled' : 'active'
}

/** What an offer refers to, and the uses that it has had. */
export type OfferFacts = NamedCodeFacts & {
  readonly used: number
  readonly productions: ReadonlySet<string>
  readonly performances: ReadonlySet<string>
  /** Ids of the membership levels. */
  readonly memberships: ReadonlySet<string>
  /** Kinds of the price types of all price lists, by id. */
  readonly priceTypes: ReadonlyMap<string, string>
}

/** The problem of an offer that staff want, with its fields; undefined where it can be used. */
export function offerProblem({ rule, ...plan }: OfferPlan, facts: OfferFacts): Problem<'invalid-input'> | undefined {
  const faulty = (['startsAt', 'endsAt'] as const).filter((end) => {
    const time = plan[end]
    return time !== null && wallClockFault(time, facts.timeZone) !== undefined
  })
  const fields: string[] = [...faulty]
  if (faulty.length === 0 && plan.startsAt !== null && plan.endsAt !== null) {
    const { startsAt, endsAt } = offerTimesOf(plan, facts.timeZone)
    if (startsAt! >= endsAt!) fields.push('endsAt')
  }
  // The database refuses fewer uses than there were.
  if (plan.maxUses !== null && plan.maxUses < facts.used) fields.push('maxUses')
  fields.push(...namedCodeFaults(plan.codes ?? [], plan.startsAt, facts))
  const hasEffect = rule.discount !== undefined || opensSomething(rule)
  if (!hasEffect) fields.push('rule.discount')
  if (rule.automatic) {
    if (hasEffect && rule.discount === undefined) fields.push('rule.discount')
    if (opensSomething(rule)) fields.push('rule.automatic')
    if (rule.singleUse) fields.push('rule.singleUse')
    if (plan.codes) fields.push('codes')
    // Who pays is not known while a visitor looks at a basket: its total would change with the payment.
    if (plan.usesPerCustomer !== null) fields.push('usesPerCustomer')
  }
  // A ticket of a performance without any left would stand in the place of a free one, so that one more ticket could make an order more expensive.
  if (rule.discount?.kind === 'multi-buy' && rule.mostPerPerformance !== undefined) fields.push('rule.mostPerPerformance')
  const unknown = (ids: readonly string[] | undefined, known: { has: (id: string) => boolean }): boolean =>
    ids?.every((id) => known.has(id)) === false
  if (unknown(rule.productions, facts.productions)) fields.push('rule.productions')
  if (unknown(rule.performances, facts.performances)) fields.push('rule.performances')
  if (unknown(rule.priceTypes, facts.priceTypes)) fields.push('rule.priceTypes')
  if (unknown(rule.memberships, facts.memberships)) fields.push('rule.memberships')
  if (!rule.opensPriceTypes.every((id) => facts.priceTypes.get(id) === 'promo')) fields.push('rule.opensPriceTypes')
  if (rule.from !== undefined && rule.until !== undefined && rule.from > rule.until) fields.push('rule.until')
  return fields.length > 0 ? problem('invalid-input', { fields: fields.map((field) => `offer.${field}`) }) : undefined
}

/** An offer that ends now. @param now wall-clock time at the theatre, to the minute */
export const endedOffer = (plan: OfferPlan, now: string): OfferPlan =>
  plan.endsAt !== null && plan.endsAt <= now ? plan : { ...plan, endsAt: now }
