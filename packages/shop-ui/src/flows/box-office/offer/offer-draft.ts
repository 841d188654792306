import { isSameValue } from '@playhouse/domain/change'
import type { Locale } from '@playhouse/domain/locale'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import { money } from '@playhouse/domain/money'
import type { Band } from '@playhouse/domain/pricing'
import { type DiscountKind, discountKinds } from '@playhouse/domain/promo'
import { formatAmount, parseAmount } from '@playhouse/domain/typed-amount'
import { typedLimit, typedNumber } from '../planning/typed-number.ts'
import { type CodeDraft, codeDraftsOf, codesOf } from './code-draft.ts'
import { momentPartsOf, typedMoment } from './typed-moment.ts'

export const effectKinds = ['none', ...discountKinds] as const
export type EffectKind = 'none' | DiscountKind

/** What is typed about an offer; of the discount, only the fields of its kind count. */
export type OfferDraft = {
  readonly name: string
  /** The name in other languages. */
  readonly names: Readonly<Partial<Record<Locale, string>>>
  readonly startDay: string
  readonly startTime: string
  readonly endDay: string
  readonly endTime: string
  readonly maxUses: string
  readonly usesPerCustomer: string
  /** Its named codes. */
  readonly codes: readonly CodeDraft[]
  readonly automatic: boolean
  readonly singleUse: boolean
  readonly kind: EffectKind
  readonly percent: string
  readonly amount: string
  readonly price: string
  readonly buy: string
  readonly free: string
  readonly opensPriority: boolean
  readonly opensPriceTypes: readonly string[]
  readonly productions: readonly string[]
  /** Short names, one on each line. */
  readonly performances: string
  readonly from: string
  readonly until: string
  readonly priceTypes: readonly string[]
  readonly bands: readonly Band[]
  readonly mostTickets: string
  readonly mostPerPerformance: string
  /** Ids of membership levels. */
  readonly memberships: readonly string[]
  readonly daysBefore: string
}

const limitText = (limit: number | null | undefined): string => (limit === null || limit === undefined ? '' : String(limit))

export const emptyOffer: OfferPlan = {
  ...{ name: '', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null },
  rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] },
}

/** The fields of a form with this offer. */
export function offerDraftOf({ name, names = {}, startsAt, endsAt, maxUses, usesPerCustomer, codes, rule }: OfferPlan): OfferDraft {
  const [[startDay, startTime], [endDay, endTime], { discount }] = [momentPartsOf(startsAt), momentPartsOf(endsAt), rule]
  return {
    ...{ name, names, startDay, startTime, endDay, endTime, maxUses: limitText(maxUses), usesPerCustomer: limitText(usesPerCustomer) },
    codes: codeDraftsOf(codes),
    ...{ automatic: rule.automatic === true, singleUse: rule.singleUse === true },
    kind: discount?.kind ?? 'none',
    percent: discount?.kind === 'percent' ? String(discount.percent) : '10',
    amount: discount?.kind === 'amount' ? formatAmount(discount.amount) : '',
    price: discount?.kind === 'price' ? formatAmount(discount.price) : '',
    buy: discount?.kind === 'multi-buy' ? String(discount.buy) : '2',
    free: discount?.kind === 'multi-buy' ? String(discount.free) : '1',
    ...{ opensPriority: rule.opensPriority, opensPriceTypes: rule.opensPriceTypes },
    ...{ productions: rule.productions ?? [], performances: rule.performances?.join('\n') ?? '' },
    ...{ from: rule.from ?? '', until: rule.until ?? '', priceTypes: rule.priceTypes ?? [], bands: rule.bands ?? [] },
    ...{ mostTickets: limitText(rule.mostTickets), mostPerPerformance: limitText(rule.mostPerPerformance) },
    ...{ memberships: rule.memberships ?? [], daysBefore: limitText(rule.daysBefore) },
  }
}

/** A typed amount; -1 for anything else, which the server refuses with its field. */
const typedAmount = (text: string) => parseAmount(text) ?? money(-1)

function discountOfDraft({ kind, percent, amount, price, buy, free }: OfferDraft): OfferPlan['rule']['discount'] {
  switch (kind) {
    case 'none':
      return undefined
    case 'percent':
      return { kind, percent: typedNumber(percent) }
    case 'amount':
      return { kind, amount: typedAmount(amount) }
    case 'price':
      return { kind, price: typedAmount(price) }
    case 'multi-buy':
      return { kind, buy: typedNumber(buy), free: typedNumber(free) }
  }
}

/** The offer that was typed. Its values may be invalid: the server names the fields. */
export function offerOf(draft: OfferDraft): OfferPlan {
  const discount = discountOfDraft(draft)
  const performances = draft.performances.split(/[\s,;]+/).filter(Boolean)
  const mostTickets = typedLimit(draft.mostTickets)
  const mostPerPerformance = typedLimit(draft.mostPerPerformance)
  const daysBefore = typedLimit(draft.daysBefore)
  const names = Object.fromEntries(Object.entries(draft.names).filter(([, text]) => text.trim() !== ''))
  return {
    ...{ name: draft.name, ...(Object.keys(names).length > 0 && { names }) },
    ...{ startsAt: typedMoment(draft.startDay, draft.startTime), endsAt: typedMoment(draft.endDay, draft.endTime) },
    ...{ maxUses: typedLimit(draft.maxUses), usesPerCustomer: typedLimit(draft.usesPerCustomer) },
    ...(draft.codes.length > 0 && { codes: codesOf(draft.codes) }),
    rule: {
      ...(draft.automatic && { automatic: true as const }),
      ...(draft.singleUse && { singleUse: true as const }),
      ...(discount && { discount }),
      ...{ opensPriority: draft.opensPriority, opensPriceTypes: [...draft.opensPriceTypes] },
      ...(draft.productions.length > 0 && { productions: [...draft.productions] }),
      ...(performances.length > 0 && { performances }),
      ...(draft.from !== '' && { from: draft.from }),
      ...(draft.until !== '' && { until: draft.until }),
      ...(draft.priceTypes.length > 0 && { priceTypes: [...draft.priceTypes] }),
      ...(draft.bands.length > 0 && { bands: [...draft.bands] }),
      ...(mostTickets !== null && { mostTickets }),
      ...(mostPerPerformance !== null && { mostPerPerformance }),
      ...(draft.memberships.length > 0 && { memberships: [...draft.memberships] }),
      ...(daysBefore !== null && { daysBefore }),
    },
  }
}

/** The current fields, with those that were typed. */
function mergeFields<Fields extends object>(base: Fields, typed: Fields, current: Fields): Fields {
  const kept = Object.entries(typed).filter(([name, value]) => !isSameValue(value, base[name as keyof Fields]))
  return { ...current, ...Object.fromEntries(kept) }
}

/** What was typed, with the fields that another staff user changed meanwhile and that were not typed here. */
export function mergeOfferDrafts(base: OfferDraft, typed: OfferDraft, current: OfferDraft): OfferDraft {
  return { ...mergeFields(base, typed, current), names: mergeFields(base.names, typed.names, current.names) }
}
