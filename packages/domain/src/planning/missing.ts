import { z } from 'zod'
import type { Locale } from '../brand/locale.ts'
import { type Translated, translatedLocales, untranslatedTexts } from '../season/production-texts.ts'
import { bands, type PriceList } from '../pricing/pricing.ts'
import { salePeriodsOf, saleTimesOf, type SaleWindow } from '../season/sale-window.ts'
import { instantOf } from '../time/time.ts'
import { type HallUses, hallUseOf } from './hall-clash.ts'
import type { StoredPerformance } from './performance-plan.ts'
import { imagesOfProduction, type ProductionPlan } from './production-plan.ts'

/** What a production may lack, and whether it cannot be published without it. */
export const missingKinds = {
  'no-performance': { isBlocking: true },
  'no-synopsis': { isBlocking: false },
  /** `detail`: the locale of the shop in which some of its texts are missing. */
  'not-translated': { isBlocking: false },
  /** `detail`: the locale of the shop in which an image has no text. */
  'image-not-described': { isBlocking: true },
  'no-plan': { isBlocking: true },
  'no-price-list': { isBlocking: true },
  /** The price list is for another hall, or for another number of seats. */
  'price-list-other-plan': { isBlocking: true },
  /** `detail`: bands that seats have and that have no price. */
  'band-without-price': { isBlocking: true },
  'sale-after-start': { isBlocking: true },
  'start-in-past': { isBlocking: true },
  /** `detail`: the title of the other production. */
  'hall-clash': { isBlocking: true },
} as const satisfies Record<string, { readonly isBlocking: boolean }>
export type MissingKind = keyof typeof missingKinds
const kinds = Object.keys(missingKinds) as [MissingKind, ...MissingKind[]]

/** Something that a production lacks. `performance`: the one that lacks it; null for the production. */
export const missingSchema = z.strictObject({
  kind: z.enum(kinds),
  isBlocking: z.boolean(),
  performance: z.string().nullable(),
  detail: z.string().nullable(),
})
export type Missing = z.infer<typeof missingSchema>

/** What the check of a production reads besides it. */
export type PlanningFacts = {
  /** The locales of the shop. */
  readonly locales: readonly Locale[]
  /** Seats of a plan; undefined for an unknown plan. */
  readonly seatsOf: (hall: string, planVersion: string) => number | undefined
  readonly priceList: (id: string) => Pick<PriceList, 'hall' | 'planVersion' | 'prices' | 'seatBands'> | undefined
  /** The windows of the production's sale. */
  readonly saleWindows: readonly SaleWindow[]
  /** Performances of all productions in these halls, drafts included. */
  readonly hallUses: Pick<HallUses, 'clashOf'>
  /** Epoch milliseconds by the clock of the database. */
  readonly now: number
}

/** What a production lacks before it can be published, the production's own first. */
export function missingOf(
  production: Pick<ProductionPlan, 'title' | 'synopsis' | 'runningTime' | 'image' | 'gallery'> & Translated,
  performances: readonly StoredPerformance[],
  facts: PlanningFacts,
): Missing[] {
  const missing: Missing[] = []
  const add = (kind: MissingKind, performance: string | null = null, detail: string | null = null): void =>
    void missing.push({ kind, isBlocking: missingKinds[kind].isBlocking, performance, detail })
  if (performances.length === 0) add('no-performance')
  if (production.synopsis.length === 0) add('no-synopsis')
  for (const locale of translatedLocales(production, facts.locales)) {
    if (untranslatedTexts(production, locale).length > 0) add('not-translated', null, locale)
    if (imagesOfProduction(production).some(({ image }) => image.alt.translations?.[locale] === undefined))
      add('image-not-described', null, locale)
  }
  for (const performance of performances) {
    const { id, hall, planVersion, priceList } = performance
    if (performance.web.sale === 'cancelled') continue
    const use = hallUseOf(performance, production)
    const { startsAt } = use
    if (performance.state === 'draft' && startsAt <= facts.now) add('start-in-past', id)
    const own = { generalSaleAt: instantOf(performance.generalSaleAt, performance.timeZone).epochMilliseconds, priority: [] }
    const { generalSaleAt } = saleTimesOf(salePeriodsOf(facts.saleWindows, performance), own)
    if (generalSaleAt >= startsAt) add('sale-after-start', id)
    const seats = facts.seatsOf(hall, planVersion)
    if (seats === undefined) add('no-plan', id)
    const list = facts.priceList(priceList)
    if (!list) add('no-price-list', id)
    else if (list.hall !== hall || isOfOtherPlan(list, planVersion) || (seats !== undefined && countSeats(list) !== seats))
      add('price-list-other-plan', id)
    const unpriced = list ? bandsWithoutPrice(list) : []
    if (unpriced.length > 0) add('band-without-price', id, unpriced.join(', '))
    const clash = facts.hallUses.clashOf(use)
    if (clash) add('hall-clash', id, clash.title)
  }
  return missing
}

const isOfOtherPlan = (list: Pick<PriceList, 'planVersion'>, planVersion: string): boolean =>
  list.planVersion !== undefined && list.planVersion !== planVersion

const countSeats = ({ seatBands }: Pick<PriceList, 'seatBands'>): number => seatBands.reduce((sum, [, seats]) => sum + seats, 0)

/** Bands that seats have and that have no price of any type. */
export function bandsWithoutPrice({ seatBands, prices }: Pick<PriceList, 'prices' | 'seatBands'>): string[] {
  const painted = [...new Set(seatBands.map(([band]) => bands[band]!))]
  return painted.filter((band) => Object.keys(prices[band] ?? {}).length === 0)
}
