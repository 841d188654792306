import type { AccessType } from './access.ts'
import type { PriceType } from '../pricing/pricing.ts'
import { isPromoFor, type PromoRule } from '../pricing/promo.ts'
import { type Problem, problem } from '../problem.ts'
import { isVisibleTo, type OpenedProgramme } from '../season/programme.ts'
import { type Audience, type AvailabilityLabel, isCurrent, isGeneralSale, type KeptSeats, type Sale } from '../season/season.ts'

/** Facts about a visitor that decide what they may buy. */
export type Entitlement = {
  /** Ids of the memberships that are valid today, and of those in the visitor's basket. */
  readonly memberships: readonly string[]
  /** The access types of the account's access ID; undefined without one. */
  readonly access: readonly AccessType[] | undefined
  /** The rule of the basket's promo code; undefined without a valid one. */
  readonly promo: PromoRule | undefined
  /** The programmes that the visitor's session has opened with an access code, and that are not over. */
  readonly programmes: readonly OpenedProgramme[]
  readonly isStaff: boolean
  /** Id of the customer who is signed in. */
  readonly customer?: string | undefined
}

/** A visitor without account or code: what the public may buy. */
export const anonymousVisitor: Entitlement = { memberships: [], access: undefined, promo: undefined, programmes: [], isStaff: false }

/** The memberships that open prices and sales to a customer: those that they hold, and at once those in their basket. */
export const withChosenMemberships = (held: readonly string[], chosen: readonly string[]): string[] => [...new Set([...held, ...chosen])]

/** The facts about a performance that eligibility depends on. `startsLocal` is the theatre's wall clock. */
export type SalePerformance = Sale & {
  readonly id: string
  readonly production: { readonly id: string }
  readonly startsLocal: string
  /** False where the web shop does not show it. */
  readonly isVisible?: boolean
  /** Maximum number of tickets per customer; undefined without one. */
  readonly perCustomer?: number | undefined
  /** Whether the counter sells it; yes where absent. */
  readonly counter?: { readonly isOnSale: boolean }
}

/**
 * The reason why nothing can be bought. `hidden`: the performance does not exist for this visitor; `restricted`: it is for members of
 * other levels. Sold out is not among them, because it depends on the seats.
 */
export type ClosedSale = Extract<AvailabilityLabel, 'cancelled' | 'passed' | 'not-on-sale' | 'book' | 'priority'> | 'hidden' | 'restricted'

export type Eligibility = {
  /** Whether this visitor can book seats; if not, the reason. */
  readonly sale: 'open' | ClosedSale
  /** Whether they may book outside of general sale. */
  readonly isEarly: boolean
  /** Maximum number of tickets that they may have of it; undefined without one. */
  readonly perCustomer: number | undefined
  /** Whether they may buy at a price type; others are hidden from them. */
  readonly buys: (type: Pick<PriceType, 'id' | 'kind' | 'memberships'>) => boolean
  /** Whether they may buy seats that are kept for these audiences. */
  readonly sees: (audiences: readonly Audience[]) => boolean
}

/** The eligibility of a visitor for a performance. Catalogue, prices, seats and claims all use this function. */
export function eligibilityOf(entitlement: Entitlement, performance: SalePerformance, now: number): Eligibility {
  const { memberships: levels } = entitlement
  const promo =
    entitlement.promo && isPromoFor(entitlement.promo, performance, { memberships: levels, now }) ? entitlement.promo : undefined
  const holds = (memberships: readonly string[] = []): boolean =>
    memberships.some((membership) => entitlement.memberships.includes(membership))
  const isGeneral = isGeneralSale(performance, now)
  const isBefore = now < performance.generalSaleAt
  const openPeriods = performance.priority.filter((period) => isCurrent(period, now))
  const ownPeriods = openPeriods.filter(({ memberships }) => holds(memberships))
  const isLetIn = entitlement.isStaff || ownPeriods.length > 0 || (isBefore && openPeriods.length > 0 && promo?.opensPriority === true)
  // A member whose period is over waits for general sale: what they hold stays theirs.
  const wasLetIn = performance.priority.some(({ from, memberships }) => from <= now && holds(memberships))
  return {
    sale: saleOf(performance, now, {
      isLetIn,
      isGeneral,
      hasPriority: isBefore && openPeriods.length > 0 && !wasLetIn,
      isStaff: entitlement.isStaff,
      isVisible: entitlement.isStaff || isVisibleTo(entitlement.programmes, performance),
      isAdmitted: entitlement.isStaff || performance.members === undefined || holds(performance.members),
    }),
    isEarly: !isGeneral && isLetIn,
    perCustomer: highestLimit([...ownPeriods.map(({ limit }) => limit), ...(isGeneral ? [performance.generalLimit] : [])], performance),
    buys: ({ id, kind, memberships }) => {
      if (entitlement.isStaff) return true
      switch (kind) {
        case 'full':
        case 'concession':
        case 'under-26':
          return true
        case 'access':
          return entitlement.access !== undefined
        case 'companion':
          return entitlement.access?.includes('plus-one') === true
        case 'member':
          return holds(memberships)
        case 'promo':
          return promo?.opensPriceTypes.includes(id) === true
        case 'programme':
          return entitlement.programmes.some(({ opensPriceTypes }) => opensPriceTypes.includes(id))
        case 'staff':
          return false
      }
    },
    sees: (audiences) =>
      entitlement.isStaff ||
      audiences.some((audience) => {
        switch (audience.kind) {
          case 'access':
            return entitlement.access !== undefined
          case 'members':
            return holds(audience.memberships)
          case 'holders':
            return (
              Date.parse(audience.until) <= now || (entitlement.customer !== undefined && audience.customers.includes(entitlement.customer))
            )
          case 'programme':
            return entitlement.programmes.some(({ id }) => audience.programmes.includes(id))
          case 'staff':
            return false
        }
      }),
  }
}

/** The highest of the limits of periods, where that of the performance is the default; undefined without one. */
function highestLimit(periods: readonly (number | undefined)[], { perCustomer }: Pick<SalePerformance, 'perCustomer'>): number | undefined {
  const limits = periods.length === 0 ? [perCustomer] : periods.map((limit) => limit ?? perCustomer)
  return limits.includes(undefined) ? undefined : Math.max(...limits.map((limit) => limit!))
}

/**
 * The maximum number of tickets per customer for tickets that are held already: the highest of all periods that have begun, because another
 * period may have begun since. Undefined without one.
 */
export function heldLimitOf(performance: Sale & Pick<SalePerformance, 'perCustomer'>, now: number): number | undefined {
  const limits = performance.priority.filter(({ from }) => from <= now).map(({ limit }) => limit)
  return highestLimit([...limits, ...(performance.generalSaleAt <= now ? [performance.generalLimit] : [])], performance)
}

type EarlyAccess = {
  /** Outside of general sale, by a membership, a code or the counter. */
  readonly isLetIn: boolean
  /** Whether general sale is open. */
  readonly isGeneral: boolean
  /** Whether a priority period is open before general sale. */
  readonly hasPriority: boolean
  readonly isStaff: boolean
  /** Whether the performance exists for the visitor. */
  readonly isVisible: boolean
  /** Whether it is for everyone, or for members of a level that the visitor holds. */
  readonly isAdmitted: boolean
}

function saleOf(
  performance: Sale & Pick<SalePerformance, 'counter'>,
  now: number,
  { isLetIn, isGeneral, hasPriority, isStaff, isVisible, isAdmitted }: EarlyAccess,
): Eligibility['sale'] {
  if (!isVisible) return 'hidden'
  if (performance.sale === 'cancelled') return 'cancelled'
  if (performance.startsAt <= now) return 'passed'
  // Off sale on the web: call the box office, which can sell it.
  if (performance.sale === 'not-on-sale' && !isStaff) return 'not-on-sale'
  if (isStaff && performance.counter?.isOnSale === false) return 'not-on-sale'
  if (isStaff && performance.counterPeriods && !performance.counterPeriods.some((period) => isCurrent(period, now))) return 'not-on-sale'
  if (performance.sale === 'book-elsewhere') return 'book'
  if (!isAdmitted) return 'restricted'
  if (isGeneral || isLetIn) return 'open'
  return hasPriority ? 'priority' : 'not-on-sale'
}

/** The label for a visitor of a performance that has this one for members: others can't book it. */
export const labelFor = ({ sale }: Pick<Eligibility, 'sale'>, label: AvailabilityLabel): AvailabilityLabel =>
  sale === 'restricted' || sale === 'hidden' ? 'not-on-sale' : label

type ClosedProblem = Problem<
  'instance-passed' | 'instance-cancelled' | 'instance-off-sale' | 'instance-priority' | 'instance-restricted' | 'instance-unavailable'
>

/**
 * The problem of a performance that a visitor cannot book now; undefined where its sale is open to them. Sold out is decided
 * by the seats.
 * @param performance `generalSaleAt` in epoch milliseconds
 */
export function closedProblem(
  { sale }: Pick<Eligibility, 'sale'>,
  { generalSaleAt }: Pick<Sale, 'generalSaleAt'>,
): ClosedProblem | undefined {
  switch (sale) {
    case 'open':
      return undefined
    case 'passed':
      return problem('instance-passed')
    case 'cancelled':
      return problem('instance-cancelled')
    case 'priority':
      return problem('instance-priority', { generalSaleAt: new Date(generalSaleAt).toISOString() })
    case 'not-on-sale':
    case 'book':
      return problem('instance-off-sale')
    case 'restricted':
      return problem('instance-restricted')
    case 'hidden':
      return problem('instance-unavailable')
  }
}

/**
 * The problem of a held ticket that a visitor may not buy, for example without the promo code that it needs; undefined where
 * they may. Passed and cancelled performances are not checked here.
 * @param types price types of the performance's price list
 */
export function barredProblem(
  { sale, buys }: Pick<Eligibility, 'sale' | 'buys'>,
  performance: Pick<Sale, 'generalSaleAt'>,
  types: readonly PriceType[],
  priceType: string,
): Problem<'instance-priority' | 'instance-restricted' | 'price-type-unavailable'> | undefined {
  // A performance that was opened with a code that no longer counts is for others too.
  if (sale === 'restricted' || sale === 'hidden') return problem('instance-restricted')
  if (sale === 'priority') return problem('instance-priority', { generalSaleAt: new Date(performance.generalSaleAt).toISOString() })
  const type = types.find(({ id }) => id === priceType)
  return type && buys(type) ? undefined : problem('price-type-unavailable', { priceType })
}

/** Runs of seats, `[first seat, seat count]`, that are kept for other visitors: their availability is hidden. */
export const hiddenSeats = (keptSeats: readonly KeptSeats[], { sees }: Pick<Eligibility, 'sees'>): KeptSeats['seats'] =>
  keptSeats.flatMap((group) => (sees(group.for) ? [] : group.seats))

/** Whether a seat, an index in plan order, is kept for other visitors. */
export const isKeptFrom = (keptSeats: readonly KeptSeats[], eligibility: Pick<Eligibility, 'sees'>, seat: number): boolean =>
  hiddenSeats(keptSeats, eligibility).some(([first, seats]) => seat >= first && seat < first + seats)
