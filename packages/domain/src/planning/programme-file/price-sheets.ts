import { type Band, bands } from '../../pricing/band.ts'
import { maxTicketPrice, type TicketPrice } from '../price-list-plan.ts'
import { amount, type CellKind, choice, isFaulty, list, moment, text, textOf, whole } from './cell.ts'
import { optional, property, required, type Sheet } from './column.ts'

/** A row of the sheet of price lists: what a list has besides its price types and prices. */
export type PriceListRow = {
  readonly id: string
  readonly name: string
  readonly hall: string
  readonly seatBands: [band: number, seats: number][]
  readonly seatBlocks: [first: number, seats: number][] | null
  /** The plan that the list is for; null for the only plan of its hall. */
  readonly planVersion: string | null
}
/** A row of the sheet of prices. A pair without a price is not sold. */
export type PriceRow = {
  readonly priceList: string
  readonly band: Band
  readonly priceType: string
  readonly price: TicketPrice['price'] | null
  readonly fee: TicketPrice['fee']
}
/** A row of the sheet of scheduled prices. A pair without a price is not sold from the moment on. */
export type ScheduledPriceRow = PriceRow & { readonly from: string }

const name = text(80)
const id = text(80)

/** Seats of a plan in order, by band: `a 120, b 40` are the first 120 seats in band a and the next 40 in band b. */
const seatBands: CellKind<PriceListRow['seatBands'][number]> = {
  read: (cell) => {
    const [band = '', seats = '', ...more] = textOf(cell).split(/\s+/)
    const [bandRead, seatsRead] = [choice(bands).read(band), whole(1, 100_000).read(seats)]
    if (isFaulty(bandRead)) return bandRead
    if (isFaulty(seatsRead) || more.length > 0) return { fault: 'not-a-number', suggestion: 'a 120, b 40' }
    return { value: [bands.indexOf(bandRead.value), seatsRead.value] }
  },
  write: ([band, seats]) => `${bands[band]} ${seats}`,
}

const seatBlocks: CellKind<[first: number, seats: number]> = {
  read: (cell) => {
    const [, first = '', seats = ''] = /^(\d{1,6})\+(\d{1,6})$/.exec(textOf(cell)) ?? []
    return first === '' ? { fault: 'not-a-number', suggestion: '0+2, 2+4' } : { value: [Number(first), Number(seats)] }
  },
  write: ([first, seats]) => `${first}+${seats}`,
}

/** The price lists, without their price types and prices. */
export const priceListsSheet: Sheet<PriceListRow> = {
  name: 'price lists',
  key: ['price list'],
  columns: [
    required('price list', id, property('id')),
    required('name', name, property('name')),
    required('hall', id, property('hall')),
    optional('bands of seats', list(seatBands), { ...property<PriceListRow, 'seatBands'>('seatBands'), empty: [] }),
    optional('blocks of seats', list(seatBlocks), { ...property<PriceListRow, 'seatBlocks'>('seatBlocks'), empty: null }),
    optional('plan', text(80), { ...property<PriceListRow, 'planVersion'>('planVersion'), empty: null }),
  ],
}

const money = amount(maxTicketPrice) as unknown as CellKind<TicketPrice['price']>

/** The prices of the price lists, by band and price type. */
export const pricesSheet: Sheet<PriceRow> = {
  name: 'prices',
  key: ['price list', 'band', 'price type'],
  columns: [
    required('price list', id, property('priceList')),
    required('band', choice(bands), property('band')),
    required('price type', text(40), property('priceType')),
    optional('price', money, { ...property<PriceRow, 'price'>('price'), empty: null }),
    optional('fee', money, { ...property<PriceRow, 'fee'>('fee'), empty: 0 as TicketPrice['fee'] }),
  ],
}

/** Prices that begin to hold at a moment of the theatre's clock. */
export const scheduledPricesSheet: Sheet<ScheduledPriceRow> = {
  name: 'scheduled prices',
  key: ['price list', 'from', 'band', 'price type'],
  columns: [
    required('price list', id, property('priceList')),
    required('from', moment, property('from')),
    required('band', choice(bands), property('band')),
    required('price type', text(40), property('priceType')),
    optional('price', money, { ...property<ScheduledPriceRow, 'price'>('price'), empty: null }),
    optional('fee', money, { ...property<ScheduledPriceRow, 'fee'>('fee'), empty: 0 as TicketPrice['fee'] }),
  ],
}
