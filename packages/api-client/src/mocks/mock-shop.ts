import type { AccessType } from '@playhouse/domain/access'
import type { Brand } from '@playhouse/domain/brand'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { type Plan, type PlanData, expandRuns, readPlan } from '@playhouse/domain/plan'
import type { PriceList } from '@playhouse/domain/pricing'
import { availabilityOf, type AvailabilityLabel, type Performance, type Production } from '@playhouse/domain/season'
import type { PromoRule } from '@playhouse/domain/promo'
import type { StaffRole } from '@playhouse/domain/staff'
import { packAvailability, seatAvailability } from '@playhouse/domain/seat'
import type { Basket, Billing, Customer, Order } from '#contract'
import type { MockBallot } from './ballot.ts'
import { createMockQueue, type MockQueue } from './queue.ts'
import type { MockReservation } from './reservation.ts'

/** The programme that a mock shop plays, from the fixtures. */
export type MockWorld = {
  readonly brand: Brand
  readonly productions: readonly Production[]
  /** Instants in epoch milliseconds beside the wall clock. */
  readonly performances: readonly (Performance & {
    readonly startsAtInstant: number
    readonly generalSaleInstant: number
    /** When each period of `priority` begins. */
    readonly priorityInstants: readonly number[]
  })[]
  readonly priceLists: readonly PriceList[]
  readonly plan: (hall: string) => PlanData
  readonly sold: (performance: Performance, plan: Plan) => ArrayLike<number>
  readonly now: () => number
  /** Accounts that are there from the beginning. */
  readonly people?: readonly (Omit<NonNullable<MockVisit['customer']>, 'id'> & {
    readonly password: string
    readonly credit?: number
    readonly memberships?: readonly string[]
    readonly access?: readonly AccessType[]
  })[]
  /** Cards of the access scheme that the house knows. */
  readonly accessCards?: readonly { readonly accessId: string; readonly lastName: string | null; readonly types: readonly AccessType[] }[]
  readonly giftVouchers?: readonly { readonly code: string; readonly amount: number }[]
  readonly promos?: readonly { readonly code: string; readonly name: string; readonly rule: PromoRule }[]
  /** Who works at its counter, and whether a code is what an authenticator with a secret (base32) may show; nobody where left out. */
  readonly counter?: { readonly colleagues: readonly MockColleague[]; readonly isCode: (secret: string, code: string) => boolean }
  readonly ballots?: readonly Omit<MockBallot, 'entries' | 'outcomes'>[]
  /** Everybody who asks is the same visitor: a page of its own without cookies, such as a preview. */
  readonly hasOneVisitor?: boolean
}

export type MockColleague = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: StaffRole
  readonly secret?: string
}
export type MockTicket = { id: string; performance: string; seat: number; priceType: string }
/** An item of a basket; protection costs what its tickets say, and `detail` of a membership is which. */
export type MockItem = { id: string; kind: ItemKind; amount: number; detail: string | null }
export type MockVisit = {
  customer: (Customer & { address: Basket['delivery']['address'] }) | null
  state: Basket['state']
  version: number
  tickets: MockTicket[]
  delivery: Basket['delivery']
  billing: Billing | null
  items: MockItem[]
  giftAid: boolean | null
  notes: Basket['notes']
  terms: boolean
  deadline: number | null
  extensions: number
  lapsed: { performance: string; seats: number[] }[]
  lastPayment: Basket['lastPayment']
  /** Codes of the gift vouchers it is to be paid with. */
  vouchers: string[]
  usesCredit: boolean
  promo: string | null
  payment: string | null
  /** Of somebody at the counter: every price is theirs to sell, and the limits of the web aren't. */
  isAtCounter?: boolean
}
export type MockAccount = {
  /** The declaration of the account. */
  giftAid?: { readonly isDeclared: boolean; readonly saidAt: string }
  customer: NonNullable<MockVisit['customer']>
  password: string
  /** Wrong passwords in a row. */
  failed: number
  /** Reset tokens, and when each ends. */
  links: Map<string, number>
  /** Account credit. */
  credit: number
  memberships?: readonly string[]
  access?: readonly AccessType[] | undefined
}
export type MockPayment = {
  id: string
  visit: MockVisit
  state: 'redirected' | 'succeeded' | 'cancelled' | 'declined'
  order: Order | null
  customer: string
}
type House = {
  data: PlanData
  plan: Plan
  list: PriceList
  bandOf: Uint8Array
  taken: Map<number, MockVisit | 'sold'>
  outlook: { values: Uint8Array; version: number }
}

/** A shop in memory: one process, one clock, no payment provider; what the screens need to be built and tested without a server. */
export type MockShop = Omit<MockWorld, 'ballots'> & {
  readonly visits: Map<string, MockVisit>
  /** By e-mail address. */
  readonly accounts: Map<string, MockAccount>
  /** What would have been sent, the newest last. */
  readonly mails: { readonly to: string; readonly text: string }[]
  readonly payments: Map<string, MockPayment>
  /** Tickets that were passed on, by the token of their link; the time is that of sharing. */
  readonly shared: Map<string, { readonly ticket: string; readonly at: number }>
  readonly reservations: MockReservation[]
  readonly ballots: readonly MockBallot[]
  /** What is left on gift vouchers, by code. */
  readonly vouchers: Map<string, number>
  readonly house: (performance: string) => House | undefined
  readonly performance: (id: string) => MockWorld['performances'][number] | undefined
  readonly outlook: (performance: string) => { packed: string; left: number; version: number; values: Uint8Array }
  /** Sells seats to nobody in particular, or sets them free, as if strangers had done it. */
  readonly changeSeats: (performance: string, seats: readonly number[], to: 'free' | 'taken') => void
  readonly label: (performance: MockWorld['performances'][number], isLetIn?: boolean) => AvailabilityLabel
  readonly newVisit: () => MockVisit
  readonly queue: MockQueue
  /** Ends the basket of a visit whose deadline has passed. */
  readonly lapse: (visit: MockVisit) => void
}

export function createMockShop(world: MockWorld): MockShop {
  const houses = new Map<string, House>()
  const plans = new Map<string, { data: PlanData; plan: Plan }>()
  const performance = (id: string) => world.performances.find((each) => each.id === id)
  const house = (id: string): House | undefined => {
    const showing = performance(id)
    if (!showing) return undefined
    const known = houses.get(id)
    if (known) return known
    if (!plans.has(showing.hall)) {
      const data = world.plan(showing.hall)
      plans.set(showing.hall, { data, plan: readPlan(data) })
    }
    const { data, plan } = plans.get(showing.hall)!
    const list = world.priceLists.find((each) => each.id === showing.priceList)!
    const made: House = {
      data,
      plan,
      list,
      bandOf: expandRuns(list.seatBands, new Uint8Array(plan.seatCount)),
      taken: new Map(Array.from(world.sold(showing, plan), (seat) => [seat, 'sold'])),
      outlook: { values: new Uint8Array(plan.seatCount), version: 0 },
    }
    houses.set(id, made)
    return made
  }
  const takenNow = ({ taken }: House): number[] =>
    [...taken].flatMap(([seat, by]) =>
      by === 'sold' || by.deadline === null || by.deadline > world.now() || by.state === 'paying' ? [seat] : [],
    )
  const shop: MockShop = {
    ...world,
    visits: new Map(),
    queue: createMockQueue(world.now),
    accounts: new Map([...(world.people ?? [])].map((person) => [person.email, accountOf(person)])),
    mails: [],
    payments: new Map(),
    shared: new Map(),
    reservations: [],
    ballots: (world.ballots ?? []).map((ballot) => ({ ...ballot, entries: [], outcomes: undefined })),
    vouchers: new Map([...(world.giftVouchers ?? [])].map(({ code, amount }) => [code, amount])),
    house,
    performance,
    outlook: (id) => {
      const open = house(id)!
      const values = new Uint8Array(open.plan.seatCount)
      const taken = takenNow(open)
      for (const seat of taken) values[seat] = seatAvailability.taken
      if (open.outlook.version === 0 || values.some((value, seat) => open.outlook.values[seat] !== value))
        open.outlook = { values, version: Math.max(open.outlook.version + 1, world.now() * 1_000) }
      return { packed: packAvailability(values), left: values.length - taken.length, ...open.outlook }
    },
    changeSeats: (id, seats, to) => {
      const { taken } = house(id)!
      for (const seat of seats)
        if (to === 'taken') taken.set(seat, 'sold')
        else taken.delete(seat)
    },
    label: (showing, isLetIn) => {
      const { plan } = house(showing.id)!
      return availabilityOf(
        {
          sale: showing.sale,
          startsAt: showing.startsAtInstant,
          generalSaleAt: showing.generalSaleInstant,
          priority: (showing.priority ?? []).map(({ memberships }, nth) => ({ from: showing.priorityInstants[nth]!, memberships })),
          seats: plan.seatCount,
          seatsLeft: shop.outlook(showing.id).left,
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
      delivery: { method: world.brand.delivery[0]!.method, address: null },
      billing: null,
      items: [],
      giftAid: null,
      notes: { order: '', access: '' },
      terms: false,
      deadline: null,
      extensions: 0,
      lapsed: [],
      lastPayment: null,
      vouchers: [],
      usesCredit: false,
      promo: null,
      payment: null,
    }),
    lapse: (visit) => {
      if (visit.state !== 'open' || visit.deadline === null || visit.deadline > world.now()) return
      visit.lapsed = [...Map.groupBy(visit.tickets, (ticket) => ticket.performance)].map(([id, tickets]) => ({
        performance: id,
        seats: tickets.map((ticket) => ticket.seat),
      }))
      release(shop, visit)
      visit.state = 'expired'
    },
  }
  return shop
}

function accountOf({ password, credit = 0, memberships = [], access, ...person }: NonNullable<MockWorld['people']>[number]): MockAccount {
  const { email, title, firstName, lastName, phone, address } = person
  return {
    customer: { id: crypto.randomUUID(), email, title, firstName, lastName, phone, address },
    password,
    failed: 0,
    links: new Map(),
    credit,
    memberships,
    access,
  }
}

/** Begins a basket anew where the last one is over. */
/** Removes what stands beside the tickets of a visit. */
export function dropItems(visit: MockVisit): void {
  visit.items = []
  visit.giftAid = null
}

export function reopen(visit: MockVisit): void {
  Object.assign(visit, { state: 'open', lapsed: [], version: 0, vouchers: [], usesCredit: false })
}

/** Releases all seats of a visit, and the items with them; what was reserved for its customer is so again. */
export function release(shop: MockShop, visit: MockVisit): void {
  const reserved = shop.reservations.find(
    ({ state, tickets }) => state === 'in-basket' && tickets.some(({ id }) => visit.tickets.some((ticket) => ticket.id === id)),
  )
  if (reserved) {
    const { taken } = shop.house(reserved.tickets[0]!.performance)!
    reserved.tickets = reserved.tickets.filter(({ seat }) => taken.get(seat) === visit)
    reserved.state = 'reserved'
    for (const { seat } of reserved.tickets) taken.set(seat, 'sold')
  }
  for (const { performance, seat } of visit.tickets) {
    const { taken } = shop.house(performance)!
    if (taken.get(seat) === visit) taken.delete(seat)
  }
  dropItems(visit)
  visit.tickets = []
  visit.deadline = null
  visit.extensions = 0
}
