import { z } from 'zod'
import { type Money, zero } from '../money/money.ts'
import { promoCodeOf, type PromoRule } from '../pricing/promo.ts'
import { instantOf, plainDateTimeSchema, wallClockFault } from '../time/time.ts'

/** A new promo code, as staff type it: at least two letters, digits or hyphens, which are compared as capitals. */
export const newPromoCodeSchema = z
  .string()
  .max(60)
  // Not a pipe: replies have this schema, too, and theirs must be that of the request.
  .overwrite(promoCodeOf)
  .regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/)

/** Max named codes of an offer. */
export const mostNamedCodes = 50
export const maxCodeLabelLength = 80

/**
 * A further code of an offer, for example for one advertisement: good for many orders, which are counted for this code. The limits of the offer
 * count, too.
 */
export const namedCodeSchema = z.strictObject({
  code: newPromoCodeSchema,
  /** Where the theatre announces it, for staff. */
  label: z.string().trim().min(1).max(maxCodeLabelLength).optional(),
  /** Orders that may use it; null without a limit. */
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  /** Wall clock at the theatre; null: as long as the offer. */
  endsAt: plainDateTimeSchema.nullable(),
})
export type NamedCode = z.infer<typeof namedCodeSchema>

/** States of a code. A withdrawn one has been used, and is no longer among the codes of its offer. */
export const namedCodeStates = ['active', 'used-up', 'ended', 'withdrawn'] as const
export type NamedCodeState = (typeof namedCodeStates)[number]

/** Whether a code can be used at a moment, in epoch milliseconds, while its offer is active; and why not. */
export function namedCodeStateOf({ maxUses, endsAt }: NamedCode, used: number, timeZone: string, now: number): NamedCodeState {
  if (endsAt !== null && instantOf(endsAt, timeZone).epochMilliseconds <= now) return 'ended'
  return maxUses !== null && used >= maxUses ? 'used-up' : 'active'
}

/** What is known about the codes of an offer. */
export type NamedCodeFacts = {
  readonly timeZone: string
  /** The id of the offer, which is its own code. */
  readonly id: string
  /** Those codes of the offer that another offer has, or had. */
  readonly takenCodes: ReadonlySet<string>
  /** The uses that each code of the offer has had. */
  readonly usesOfCodes: ReadonlyMap<string, number>
}

/** The refused fields of the named codes of an offer, such as `codes.0.maxUses`. */
export function namedCodeFaults(codes: readonly NamedCode[], startsAt: string | null, facts: NamedCodeFacts): string[] {
  return codes.flatMap(({ code, maxUses, endsAt }, nth) => {
    const isTaken = code === facts.id || facts.takenCodes.has(code) || codes.findIndex((each) => each.code === code) < nth
    const isBadEnd = endsAt !== null && (wallClockFault(endsAt, facts.timeZone) !== undefined || (startsAt !== null && endsAt <= startsAt))
    const isBelowUses = maxUses !== null && maxUses < (facts.usesOfCodes.get(code) ?? 0)
    return [...(isTaken ? ['code'] : []), ...(isBelowUses ? ['maxUses'] : []), ...(isBadEnd ? ['endsAt'] : [])].map(
      (field) => `codes.${nth}.${field}`,
    )
  })
}

/**
 * Codes that differ between two lists of an offer.
 * @returns those that were added or got another limit, and those that were removed
 */
export function changedNamedCodes(
  before: readonly NamedCode[] = [],
  after: readonly NamedCode[] = [],
): { readonly added: readonly NamedCode[]; readonly limited: readonly NamedCode[]; readonly removed: readonly NamedCode[] } {
  const of = (codes: readonly NamedCode[], code: string) => codes.find((each) => each.code === code)
  return {
    added: after.filter(({ code }) => !of(before, code)),
    limited: before.filter(({ code, maxUses }) => maxUses !== null && of(after, code)?.maxUses !== maxUses && of(after, code)),
    removed: before.filter(({ code }) => !of(after, code)),
  }
}

/** A named code of an offer that staff try, with its state at the moment. */
export type TriedCode = Pick<NamedCode, 'code' | 'label'> & { readonly state: NamedCodeState }

/**
 * Finds the code of an offer that staff type.
 * @returns null for the offer's own code, undefined where customers cannot get the offer by this code
 */
export function triedCodeOf(
  { codes = [], rule }: { readonly codes?: readonly NamedCode[] | undefined; readonly rule: PromoRule },
  { id, usesOfCodes, timeZone, at }: Pick<NamedCodeFacts, 'id' | 'usesOfCodes' | 'timeZone'> & { readonly at: number },
  typed: string,
): TriedCode | null | undefined {
  const code = promoCodeOf(typed)
  if (code === id && !rule.singleUse) return null
  const named = codes.find((each) => each.code === code)
  if (!named) return undefined
  const state = namedCodeStateOf(named, usesOfCodes.get(code) ?? 0, timeZone, at)
  return { code, ...(named.label !== undefined && { label: named.label }), state }
}

/** Kinds of codes by which orders get an offer: the own code (or none, for an automatic offer), a named code, any single-use code. */
export const codeKinds = ['own', 'named', 'single-use'] as const
export type CodeKind = (typeof codeKinds)[number]

/** The sales of an offer with one of its codes; of the single-use codes, all together. */
export type CodeSales = {
  readonly kind: CodeKind
  /** Null for the single-use codes. */
  readonly code: string | null
  readonly label?: string
  /** Null for the own code and the single-use codes, which have no limits. */
  readonly state: NamedCodeState | null
  readonly maxUses: number | null
  /** Orders, and payments that are in progress. */
  readonly used: number
  readonly orders: number
  /** The discounted tickets of the orders. */
  readonly tickets: number
  /** What the offer took off the orders. */
  readonly discount: Money
  /** The totals of the orders when they were sold. */
  readonly total: Money
}
/** Counted sales of an offer with a code. */
export type CountedSales = Pick<CodeSales, 'kind' | 'code' | 'used' | 'orders' | 'tickets' | 'discount' | 'total'>

/**
 * The sales of an offer by its codes: its own one first, then its named codes in their order and those that were withdrawn, then the single-use codes
 * together if they were used.
 */
export function salesByCode(
  {
    id,
    codes = [],
    withdrawn,
    usesOfCodes,
    timeZone,
    at,
  }: Pick<NamedCodeFacts, 'id' | 'usesOfCodes' | 'timeZone'> & {
    readonly codes?: readonly NamedCode[] | undefined
    readonly withdrawn: readonly NamedCode[]
    readonly at: number
  },
  counted: readonly CountedSales[],
): CodeSales[] {
  const salesOf = (kind: CodeKind, code: string | null): CountedSales =>
    counted.find((each) => each.kind === kind && (kind !== 'named' || each.code === code)) ?? {
      ...{ kind, code, used: 0, orders: 0, tickets: 0, discount: zero, total: zero },
    }
  const ofNamed = (named: NamedCode, state: NamedCodeState): CodeSales => ({
    ...salesOf('named', named.code),
    ...{ code: named.code, maxUses: named.maxUses, state },
    ...(named.label !== undefined && { label: named.label }),
  })
  const once = salesOf('single-use', null)
  return [
    { ...salesOf('own', id), code: id, state: null, maxUses: null },
    ...codes.map((named) => ofNamed(named, namedCodeStateOf(named, usesOfCodes.get(named.code) ?? 0, timeZone, at))),
    ...withdrawn.map((named) => ofNamed(named, 'withdrawn')),
    ...(once.used > 0 ? [{ ...once, code: null, state: null, maxUses: null }] : []),
  ]
}
