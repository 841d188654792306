import type { Restaurant, SittingRules, TableSize } from '@playhouse/domain/sitting'
import type { AccessType } from '@playhouse/domain/access'
import type { Brand } from '@playhouse/domain/brand'
import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import { holdsStock, isEmpty, needsTickets } from '@playhouse/domain/item-kind'
import { outlivesDeadline } from '@playhouse/domain/stored-detail'
import type { PackageDefinition } from '@playhouse/domain/package'
import { type Plan, type PlanData, expandRuns } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import type { StockedProduct } from '@playhouse/domain/product'
import { availabilityOf, type AvailabilityLabel, type Performance, type Production } from '@playhouse/domain/season'
import type { SaleTimes } from '@playhouse/domain/sale-window'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { Basket, Billing, Customer, FormEntry, Order } from '#contract'
import type { MockBallot } from './ballot.ts'
import { accountOf, type MockAccount, type MockStaffUser, type MockSubscriptionCard, type MockVoucherUse } from './mock-account.ts'
import type { MockForm } from './forms.ts'
import type { MockItem, MockPackage, MockTicket, MockVoucher } from './mock-items.ts'
import type { MockGift } from './gifts.ts'
import { todayIn } from './membership.ts'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import { createMockCatalogue, type MockCatalogue, type MockFood, type MockProgramme } from './mock-catalogue.ts'
import { createMockPlans } from './mock-plans.ts'
import { createMockAccessCards, type MockAccessCards } from './mock-access-cards.ts'
import { createMockPromos, type MockPromos, type SeasonPromo } from './mock-promos.ts'
import { createMockQueue, type MockQueue } from './queue.ts'
import type { MockReservation } from './reservation.ts'
import { saleTimesOfMock } from './sale-times.ts'

/** Programme, people and settings of a mock shop, usually from the fixtures. */
export type MockWorld = {
  readonly brand: Brand
  readonly productions: readonly Production[]
  /** Performances with their instants in epoch milliseconds. */
  readonly performances: readonly (Performance & {
    readonly startsAtInstant: number
    readonly generalSaleInstant: number
    /** Start of each period of `priority`, in the same order. */
    readonly priorityInstants: readonly number[]
    /** The version of its plan; that of the season where absent. */
    readonly planVersion?: string
    /** When it is sold, where its production has windows. */
    readonly saleTimes?: SaleTimes
    /** False where the web shop does not show it. */
    readonly isVisible?: boolean
    /** Whether the counter lists it, and whether it sells it. */
    readonly counter?: { readonly isVisible: boolean; readonly isOnSale: boolean }
  })[]
  readonly priceLists: readonly PriceList[]
  /** The products on sale, with the pieces of each variant; a variant without a number is not counted. */
  readonly products?: readonly StockedProduct[]
  readonly food?: MockFood
  /** Restaurants, and their sittings for every performance. */
  readonly tables?: {
    readonly restaurants: readonly Restaurant[]
    readonly sittings: readonly (SittingRules & {
      readonly restaurant: string
      readonly covers: number
      readonly tables: readonly (TableSize & { readonly tables: number })[]
    })[]
  }
  readonly packages?: readonly PackageDefinition[]
  readonly flexSubscriptions?: readonly FlexDefinition[]
  readonly subscriptionCards?: readonly MockSubscriptionCard[]
  readonly forms?: readonly MockForm[]
  /** The plan of a hall: the newest, or one version. @throws for an unknown hall */
  readonly plan: (hall: string, version?: string) => PlanData
  readonly sold: (performance: Performance, plan: Plan) => ArrayLike<number>
  readonly now: () => number
  /** Initial accounts. `credit` in minor units. */
  readonly people?: readonly (Omit<NonNullable<MockVisit['customer']>, 'id'> & {
    readonly password: string
    readonly credit?: number
    readonly memberships?: readonly string[]
    readonly access?: readonly AccessType[]
  })[]
  /** Access IDs that can be applied. With a `lastName`, only for a customer of that name. */
  readonly accessCards?: MockAccessCards['accessCards']
  readonly giftVouchers?: readonly { readonly code: string; readonly amount: number }[]
  readonly programmes?: readonly MockProgramme[]
  readonly promos?: readonly SeasonPromo[]
  /** Staff users, and the check of a TOTP code against a Base32 secret. Without it, the counter has no staff users. */
  readonly counter?: { readonly colleagues: readonly MockStaffUser[]; readonly isCode: (secret: string, code: string) => boolean }
  readonly ballots?: readonly Omit<MockBallot, 'entries' | 'outcomes'>[]
  /** All requests share one session, for a page without cookies such as a preview. */
  readonly hasOneVisitor?: boolean
}

/** A session of a visitor with its basket. Instants in epoch milliseconds. */
export type MockVisit = {
  customer: (Customer & { address: Basket['delivery']['address'] }) | null
  state: Basket['state']
  version: number
  tickets: MockTicket[]
  packages: MockPackage[]
  delivery: Basket['delivery']
  billing: Billing | null
  items: MockItem[]
  giftAid: boolean | null
  notes: Basket['notes']
  terms: boolean
  deadline: number | null
  extensions: number
  lapsed: { performance: string; seats: number[] }[]
  heldMemberships: string[]
  lapsedItems: Basket['lapsedItems']
  lastPayment: Basket['lastPayment']
  /** Codes of applied gift vouchers, in order of use. */
  vouchers: string[]
  usesCredit: boolean
  /** Whether vouchers of the customer's subscriptions pay for tickets; true where absent. */
  usesSubscriptions?: boolean
  /** Tickets that are exchanged in the sale that is being priced. */
  exchangedTickets?: readonly string[]
  promo: string | null
  /** The single-use code by which it has that; absent without one. */
  singleUse?: string | undefined
  /** The named code by which it has its promo; absent where another code was typed. */
  namedCode?: string | undefined
  /** Programmes that were opened in the session, and by which customer. */
  openedProgrammes: readonly { readonly programme: string; readonly customer: string }[]
  /** The number of the order that the basket adds to. */
  addsTo: string | null
  payment: string | null
  /** A counter basket: all price types are allowed, and the limits of the web do not apply. */
  isAtCounter?: boolean
  /** The network of the newest request; undefined where it is unknown, such as in a page without a server. */
  network?: string | undefined
}
export type { MockItem, MockPackage, MockTicket, MockVoucher } from './mock-items.ts'
export type { MockAccount, MockStaffUser, MockTerm } from './mock-account.ts'
/** A payment attempt; its order is null until it succeeds. */
export type MockPayment = {
  id: string
  visit: MockVisit
  state: 'redirected' | 'succeeded' | 'cancelled' | 'declined'
  order: Order | null
  customer: string
  /** Paid on the payment page, in minor units: without vouchers and credit. */
  taken?: number
  /** Vouchers of subscriptions that it reserves. */
  vouchers?: readonly MockVoucherUse[]
  /** Whether the payment provider refuses every refund. */
  refusesRefunds?: boolean
}
type PricedPerformance = {
  data: PlanData
  plan: Plan
  list: PriceList
  /** See `seatingVersion` of the contract: here another one for each change. */
  seatingVersion: string
  bandOf: Uint8Array
  taken: Map<number, MockVisit | 'sold'>
  availability: { values: Uint8Array; version: number }
}

/** A shop in memory, without a database or payment provider, for screens and their tests. */
export type MockShop = Omit<MockWorld, 'ballots' | 'promos' | 'accessCards'> &
  MockCatalogue &
  MockAccessCards &
  MockPromos & {
    readonly visits: Map<string, MockVisit>
    /** Plans that staff added, the newest last. */
    readonly addedPlans: PlanData[]
    /** Every address on the site that a production has or had besides its id, with its id. */
    readonly addresses: Map<string, string>
    /** The address of a production, by its id; none for one whose id is its address. */
    readonly slugs: Map<string, string>
    /** Replaces the productions and performances that are live. */
    readonly replacePriceLists: (priceLists: readonly PriceList[]) => void
    readonly replaceProgramme: (productions: readonly Production[], performances: MockWorld['performances']) => void
    /** By e-mail address. */
    readonly accounts: Map<string, MockAccount>
    /** Visitors who bought without an account, by id. */
    readonly guests: Map<string, NonNullable<MockVisit['customer']>>
    /** Sent mails, the newest last. */
    readonly mails: { readonly to: string; readonly text: string }[]
    readonly payments: Map<string, MockPayment>
    /** Shared tickets by the token of their link; `at` is the time of sharing in epoch milliseconds. */
    readonly sharedTickets: Map<string, { readonly ticket: string; readonly at: number }>
    readonly reservations: MockReservation[]
    readonly ballots: readonly MockBallot[]
    /** Replaces the ballots that staff created; those that stay keep their entries. */
    readonly replaceBallots: (ballots: readonly Omit<MockBallot, 'entries' | 'outcomes'>[]) => void
    /** Balance of gift vouchers in minor units, by code. */
    readonly vouchers: Map<string, number>
    /** Codes of sold gift vouchers and what each was sold for, by item of an order. */
    readonly soldVouchers: Map<string, { readonly codes: readonly string[]; readonly value: number }>
    /** When codes of gift vouchers were printed at once, and items whose letter was sent, by the item of the order. */
    readonly letterPrints: Map<string, { readonly at: string; readonly codes: readonly string[] }>
    readonly sentLetters: Set<string>
    readonly staffVouchers: MockVoucher[]
    /** Money that was sold onto vouchers, by item of an order; minor units. */
    readonly voucherTopUps: Map<string, { readonly voucher: MockVoucher; readonly amount: number }>
    /** Value that customers returned themselves, by order number; minor units. */
    readonly returnedByCustomers: Map<string, number>
    /** Spent vouchers of subscriptions, by the ticket. */
    readonly voucherUses: Map<string, MockVoucherUse>
    /** What visitors sent with forms, the newest first. */
    readonly formEntries: FormEntry[]
    /** Gift memberships that were sent, by item of an order. */
    readonly gifts: Map<string, MockGift>
    /** Plan, price list and taken seats of a performance; undefined for an unknown id. */
    readonly pricedPerformanceOf: (performance: string) => PricedPerformance | undefined
    readonly performance: (id: string) => MockWorld['performances'][number] | undefined
    /** Availability as the counter sees it: `packedSeats` by `packAvailability`, and a version that increases with changes. */
    readonly availability: (performance: string) => { packedSeats: string; seatsLeft: number; version: number; values: Uint8Array }
    /** Marks seats as sold or free, as if other visitors had bought or released them. */
    readonly changeSeats: (performance: string, seats: readonly number[], to: 'free' | 'taken') => void
    readonly availabilityLabel: (performance: MockWorld['performances'][number], isLetIn?: boolean) => AvailabilityLabel
    readonly newVisit: () => MockVisit
    readonly queue: MockQueue
    /** Expires the basket of a visit after its deadline, and releases its seats. */
    readonly expireBasket: (visit: MockVisit) => void
  }

/** Creates a mock shop. Plans and price lists are read when a performance is first used. */
export function createMockShop(world: MockWorld): MockShop {
  const pricedPerformances = new Map<string, PricedPerformance>()
  let seatingVersions = 0
  const plans = createMockPlans(world.plan)
  const [productions, performances, priceLists] = [[...world.productions], [...world.performances], [...world.priceLists]]
  const ballots: MockBallot[] = (world.ballots ?? []).map((ballot) => ({ ...ballot, entries: [], outcomes: undefined }))
  const performance = (id: string) => performances.find((each) => each.id === id)
  const pricedPerformanceOf = (id: string): PricedPerformance | undefined => {
    const mockPerformance = performance(id)
    if (!mockPerformance) return undefined
    const [cachedPerformance, list] = [pricedPerformances.get(id), priceLists.find((each) => each.id === mockPerformance.priceList)!]
    const { data, plan } = plans.parsed(mockPerformance)
    if (cachedPerformance?.list === list && cachedPerformance.data.version === data.version) return cachedPerformance
    const newPerformance: PricedPerformance = {
      data,
      plan,
      list,
      seatingVersion: `${data.version}.${++seatingVersions}`,
      bandOf: expandRuns(list.seatBands, new Uint8Array(plan.seatCount)),
      taken: cachedPerformance?.taken ?? new Map(Array.from(world.sold(mockPerformance, plan), (seat) => [seat, 'sold'])),
      availability: cachedPerformance?.availability ?? { values: new Uint8Array(plan.seatCount), version: 0 },
    }
    pricedPerformances.set(id, newPerformance)
    return newPerformance
  }
  const takenSeatsOf = ({ taken }: PricedPerformance): number[] =>
    [...taken].flatMap(([seat, holder]) =>
      holder === 'sold' || holder.deadline === null || holder.deadline > world.now() || holder.state === 'paying' ? [seat] : [],
    )
  const shop: MockShop = {
    ...world,
    plan: plans.planOf,
    addedPlans: plans.added,
    productions,
    performances,
    priceLists,
    ...{ addresses: new Map(), slugs: new Map() },
    ...createMockPromos(world.promos),
    ...createMockAccessCards(world.accessCards),
    replacePriceLists: (next) => void priceLists.splice(0, priceLists.length, ...next),
    ...createMockCatalogue(world),
    replaceProgramme: (nextProductions, nextPerformances) => {
      productions.splice(0, productions.length, ...nextProductions)
      performances.splice(0, performances.length, ...nextPerformances)
    },
    ...{ visits: new Map(), guests: new Map() },
    queue: createMockQueue(world.now),
    accounts: new Map([...(world.people ?? [])].map((person) => [person.email, accountOf(person, todayIn(world))])),
    mails: [],
    payments: new Map(),
    sharedTickets: new Map(),
    reservations: [],
    ballots,
    replaceBallots: (next) => {
      const before = ballots.splice(0)
      const kept = (id: string | undefined) => before.find((each) => id !== undefined && each.id === id)
      const changed = next.map((ballot) => ({ ...ballot, entries: kept(ballot.id)?.entries ?? [], outcomes: kept(ballot.id)?.outcomes }))
      ballots.push(...before.filter(({ id }) => id === undefined), ...changed)
    },
    soldVouchers: new Map(),
    ...{ letterPrints: new Map(), sentLetters: new Set() },
    staffVouchers: [],
    ...{ voucherTopUps: new Map(), returnedByCustomers: new Map() },
    voucherUses: new Map(),
    formEntries: [],
    gifts: new Map(),
    vouchers: new Map([...(world.giftVouchers ?? [])].map(({ code, amount }) => [code, amount])),
    pricedPerformanceOf,
    performance,
    availability: (id) => {
      const open = pricedPerformanceOf(id)!
      const values = new Uint8Array(open.plan.seatCount)
      const takenSeats = takenSeatsOf(open)
      for (const seat of takenSeats) values[seat] = seatAvailability.taken
      if (open.availability.version === 0 || values.some((value, seat) => open.availability.values[seat] !== value))
        open.availability = { values, version: Math.max(open.availability.version + 1, world.now() * 1_000) }
      return { packedSeats: packAvailability(values), seatsLeft: values.length - takenSeats.length, ...open.availability }
    },
    changeSeats: (id, seats, to) => {
      const { taken } = pricedPerformanceOf(id)!
      for (const seat of seats)
        if (to === 'taken') taken.set(seat, 'sold')
        else taken.delete(seat)
    },
    availabilityLabel: (performance, isLetIn) => {
      const { plan } = pricedPerformanceOf(performance.id)!
      return availabilityOf(
        {
          sale: performance.sale,
          startsAt: performance.startsAtInstant,
          ...saleTimesOfMock(performance),
          seats: plan.seatCount,
          seatsLeft: shop.availability(performance.id).seatsLeft,
        },
        world.now(),
        isLetIn,
      )
    },
    newVisit: () => ({
      customer: null,
      state: 'open',
      version: 0,
      tickets: [],
      packages: [],
      delivery: { method: world.brand.delivery[0]!.method, address: null },
      billing: null,
      items: [],
      giftAid: null,
      notes: { order: '', access: '' },
      terms: false,
      deadline: null,
      extensions: 0,
      lapsed: [],
      heldMemberships: [],
      lapsedItems: [],
      lastPayment: null,
      vouchers: [],
      usesCredit: false,
      promo: null,
      openedProgrammes: [],
      addsTo: null,
      payment: null,
    }),
    expireBasket: (visit) => {
      if (visit.state !== 'open' || visit.deadline === null || visit.deadline > world.now()) return
      visit.lapsed = [...Map.groupBy(visit.tickets, (ticket) => ticket.performance)].map(([id, tickets]) => ({
        performance: id,
        seats: tickets.map((ticket) => ticket.seat),
      }))
      visit.lapsedItems = visit.items.flatMap(lapsedItemOf)
      const kept = visit.items.some(outlivesDeadline) ? visit.items.filter(({ kind }) => !needsTickets(kind) && !holdsStock(kind)) : []
      const { giftAid } = visit
      releaseBasket(shop, visit)
      // A basket with items that need no tickets stays open without its seats.
      if (isEmpty({ tickets: [], items: kept })) visit.state = 'expired'
      else Object.assign(visit, { items: kept, giftAid, version: visit.version + 1 })
    },
  }
  return shop
}

/** Starts a new basket in a visit whose last one was completed or expired. */
export function reopenBasket(visit: MockVisit): void {
  Object.assign(visit, { state: 'open', lapsed: [], heldMemberships: [], lapsedItems: [], version: 0, vouchers: [], usesCredit: false })
}

/** Releases all seats of a visit and removes its items. Tickets of a reserved order return to the reservation. */
export function releaseBasket(shop: MockShop, visit: MockVisit): void {
  const reservation = shop.reservations.find(
    ({ state, tickets }) => state === 'in-basket' && tickets.some(({ id }) => visit.tickets.some((ticket) => ticket.id === id)),
  )
  if (reservation) {
    const { taken } = shop.pricedPerformanceOf(reservation.tickets[0]!.performance)!
    reservation.tickets = reservation.tickets.filter(({ seat }) => taken.get(seat) === visit)
    reservation.state = 'reserved'
    for (const { seat } of reservation.tickets) taken.set(seat, 'sold')
  }
  for (const { performance, seat } of visit.tickets) {
    const { taken } = shop.pricedPerformanceOf(performance)!
    if (taken.get(seat) === visit) taken.delete(seat)
  }
  Object.assign(visit, { items: [], giftAid: null, tickets: [], packages: [], deadline: null, extensions: 0 })
}
