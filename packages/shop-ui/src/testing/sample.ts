import type { Basket, BasketItem, BasketTicket, HeldMembership, Order, OrderSummary, Prices, Session } from '@playhouse/api-client/contract'
import { type Brand, brandSchema } from '@playhouse/domain/brand'
import { add, money } from '@playhouse/domain/money'
import bridge from '../../../../brands/bridge/brand.json' with { type: 'json' }

/** A brand with the constants of the specification. */
export const aBrand = (changes: Partial<Brand> = {}): Brand => ({
  ...brandSchema.parse(bridge),
  country: 'GB',
  passwordPolicy: 'legacy',
  ...changes,
})

export const anAddress = {
  line1: '1 Tooley Street',
  line2: '',
  line3: '',
  city: 'London',
  county: 'Greater London',
  state: '',
  postcode: 'SE1 2PF',
  country: 'GB',
}

const stalls = (id: number, number: string): BasketTicket => ({
  id: `01920000-0000-7000-8000-00000000000${id}`,
  instance: 'the-tempest-1',
  event: 'the-tempest',
  title: 'The Tempest',
  copyLanguage: 'en',
  startsAt: '2031-02-04T19:30:00Z',
  timeZone: 'Europe/London',
  hallName: 'The Bridge, end-on',
  seat: `stalls-f-${number}`,
  area: 'Stalls',
  row: 'F',
  number,
  note: null,
  band: 'b',
  priceType: 'full',
  priceTypeName: 'Full price',
  price: money(45_00),
  fee: money(3_00),
  choices: [{ priceType: 'under-26', name: 'Under 26', price: money(15_00) }],
})

/** Seats F12 and F13 of the stalls. */
export const twoTickets: readonly BasketTicket[] = [stalls(1, '12'), stalls(2, '13')]

/** A donation to the stage fund. */
export const aDonation = (amount = 10_00): Extract<BasketItem, { kind: 'donation' }> => ({
  id: '01920000-0000-7000-8000-0000000000b1',
  kind: 'donation',
  name: 'The stage fund',
  detail: { fund: 'stage', appeal: null, appealName: null, recognitionName: null, isAnonymous: false, tributeName: null, topUp: null },
  quantity: 1,
  performance: null,
  amount: money(amount),
  fee: money(0),
})

/** Posters at 12.00 each. */
export const aProduct = (quantity = 1): Extract<BasketItem, { kind: 'product' }> => ({
  ...{ id: '01920000-0000-7000-8000-0000000000b3', kind: 'product', name: 'Poster, A2' },
  detail: {
    ...{ product: 'poster', variant: 'a2', type: 'merchandise', fee: money(0), vatBasisPoints: null },
    ...{ names: {}, performance: null, options: [], delivery: 'collect', postage: money(0), isReservation: false },
  },
  ...{ quantity, performance: null, amount: money(quantity * 12_00), fee: money(0) },
})

/** Refund protection of two tickets. */
export const aProtection = (amount = 5_00): Extract<BasketItem, { kind: 'refund-protection' }> => ({
  ...{ id: '01920000-0000-7000-8000-0000000000b2', kind: 'refund-protection', name: '', detail: null },
  ...{ quantity: 1, performance: null, amount: money(amount), fee: money(0) },
})

export function aBasket(changes: Partial<Basket> = {}): Basket {
  const tickets = changes.tickets ?? [...twoTickets]
  const total = add(...tickets.map(({ price }) => price))
  const nothing = money(0)
  return {
    state: 'open',
    version: 1,
    tickets,
    items: [],
    refundProtection: null,
    topUps: [],
    giftAid: null,
    delivery: { method: 'print-at-home', address: null },
    deliveryOptions: aBrand().delivery,
    billing: null,
    notes: { order: '', access: '' },
    termsAccepted: false,
    totals: {
      subtotal: total,
      discount: nothing,
      delivery: nothing,
      fees: money(tickets.length * 3_00),
      vat: nothing,
      total,
      paid: nothing,
      leftToPay: total,
    },
    deadline: tickets.length > 0 ? new Date(Date.now() + 15 * 60_000).toISOString() : null,
    extensionsLeft: 10,
    ticketsLeft: 7,
    lapsed: [],
    heldMemberships: [],
    lapsedItems: [],
    addsTo: null,
    renewalOffers: [],
    lastPayment: null,
    giftVouchers: [],
    credit: null,
    promo: null,
    ...changes,
  }
}

export const aCustomer = { id: 'c1', email: 'ada@example.org', title: '', firstName: 'Ada', lastName: 'King', phone: '020 7946 0018' }

export function aSession(customer: Session['customer'], basket: Basket): Session {
  return {
    customer,
    basket: {
      state: basket.state,
      count: basket.tickets.length,
      items: basket.items.length,
      total: basket.totals.total,
      deadline: basket.deadline,
    },
    serverTime: new Date().toISOString(),
    idleSeconds: 1200,
  }
}

/** An instant a number of days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export const anOrderSummary = (changes: Partial<OrderSummary> = {}): OrderSummary => ({
  number: 'B1042',
  state: 'confirmed',
  placedAt: inDays(-1),
  title: 'The Tempest',
  copyLanguage: 'en',
  firstAt: inDays(3),
  timeZone: 'Europe/London',
  hall: 'bridge-end-on',
  count: 2,
  items: [],
  total: money(90_00),
  credited: money(0),
  ...changes,
})

export const aMembership = (changes: Partial<HeldMembership> = {}): HeldMembership => ({
  id: '01920000-0000-7000-8000-000000000001',
  membership: 'priority',
  name: 'Priority Member',
  link: 'Priority',
  constituencyTypeId: null,
  customerId: '01920000-0000-7000-8000-000000000002',
  customerName: 'Ada Wren',
  state: 'active',
  startsOn: '2020-01-01',
  expiresOn: '2999-06-30',
  graceUntil: null,
  renewal: null,
  upgrades: [],
  autoRenewal: null,
  autoRenewalOffer: null,
  benefits: null,
  ...changes,
})

export function anOrder(changes: Partial<Order> = {}): Order {
  const basket = aBasket()
  return {
    number: 'B1042',
    state: 'confirmed',
    placedAt: '2031-01-10T12:00:00Z',
    tickets: twoTickets.map((ticket, index) => ({
      id: ticket.id,
      instance: ticket.instance,
      event: ticket.event,
      title: ticket.title,
      copyLanguage: ticket.copyLanguage,
      startsAt: ticket.startsAt,
      timeZone: ticket.timeZone,
      hallName: ticket.hallName,
      area: ticket.area,
      row: ticket.row,
      number: ticket.number,
      entrance: 'Door 2',
      priceTypeName: ticket.priceTypeName,
      price: ticket.price,
      qr: `9900000000000000000${index}`,
      modules: { size: 3, bits: '101010111' },
    })),
    returnedTickets: [],
    items: [],
    delivery: basket.delivery,
    billing: { firstName: 'Ada', lastName: 'King', phone: '', address: anAddress },
    notes: { order: '', access: 'A seat near the aisle' },
    bookedFor: null,
    addsTo: null,
    addOns: [],
    isOpenForAddOns: false,
    totals: basket.totals,
    refunded: money(0),
    credited: money(0),
    ...changes,
  }
}

/** The prices of a performance with one price type and no seats. */
export const fullPrices: Prices = {
  seatingVersion: '1',
  priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' }],
  prices: {},
  seatBands: [],
}
