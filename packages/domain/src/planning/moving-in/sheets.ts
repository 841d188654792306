import { type Locale, locales } from '../../brand/locale.ts'
import { type ContactChannel, contactChannels, type ContactPurpose, contactPurposes } from '../../customer/account.ts'
import { type Money, zero } from '../../money/money.ts'
import { amount, type CellKind, choice, day, key, text, yesOrNo } from '../programme-file/cell.ts'
import { optional, property, required, type Sheet } from '../programme-file/column.ts'

/** A customer of the former system. `id` is their number there. Texts that the file does not have are empty. */
export type MovedCustomer = {
  readonly id: string
  readonly email: string
  readonly title: string
  readonly prefix: string
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly phone: string
  readonly language: Locale | null
  readonly line1: string
  readonly line2: string
  readonly line3: string
  readonly city: string
  readonly county: string
  readonly state: string
  readonly postcode: string
  readonly country: string
}
/** What a customer answered when the theatre asked whether it may contact them, on which day, and where. */
export type MovedPermission = {
  readonly customer: string
  readonly purpose: ContactPurpose
  readonly channel: ContactChannel
  readonly isAllowed: boolean
  /** ISO date. */
  readonly day: string
  readonly source: string
}
/** A term of a membership. Days are ISO dates, both included. */
export type MovedMembership = {
  readonly customer: string
  readonly membership: string
  readonly startsOn: string
  readonly expiresOn: string
  readonly value: Money
}
/** What a theatre owes a customer. `expiresOn` is its last day. */
export type MovedCredit = { readonly customer: string; readonly balance: Money; readonly expiresOn: string | null }
/** A gift voucher with the code that is printed on it. */
export type MovedVoucher = { readonly code: string; readonly balance: Money; readonly expiresOn: string | null }
/**
 * An order of future performances. `id` is its number in the former system. `reservedUntil`: the last day on which its customer can pay; null
 * for an order that is paid. Days are ISO dates.
 */
export type MovedOrder = {
  readonly id: string
  readonly customer: string
  readonly placedOn: string | null
  readonly reservedUntil: string | null
}
/** A seat of an order, with the names that are printed on its ticket. `price` is what was paid, or what is to be paid for a reserved one. */
export type MovedSeat = {
  readonly order: string
  readonly performance: string
  readonly area: string
  readonly seatRow: string
  readonly number: string
  readonly priceType: string
  readonly price: Money
}

/** What each sheet has a row of. */
export type MovedThings = {
  readonly customers: MovedCustomer
  readonly permissions: MovedPermission
  readonly memberships: MovedMembership
  readonly credit: MovedCredit
  readonly vouchers: MovedVoucher
  readonly orders: MovedOrder
  readonly seats: MovedSeat
}
export type MovedSheet = keyof MovedThings

/** The highest balance of one row, in minor units. */
const maxBalance = 10_000_000
const money = amount(maxBalance) as unknown as CellKind<Money>
const number = text(60)
const name = text(50)
const line = text(120)

const optionalText = <Name extends Exclude<keyof MovedCustomer, 'language'>>(header: string, field: Name, kind: CellKind<string> = line) =>
  optional<MovedCustomer, string>(header, kind, { ...property<MovedCustomer, Name>(field), empty: '' } as never)
const lastDay = <Thing extends { readonly expiresOn: string | null }>() => ({ ...property<Thing, 'expiresOn'>('expiresOn'), empty: null })

const customers: Sheet<MovedCustomer> = {
  name: 'customers',
  key: ['customer'],
  columns: [
    required('customer', number, property('id')),
    required('e-mail', text(254), {
      field: 'email',
      get: ({ email }: MovedCustomer) => email,
      set: (thing, email) => ({ ...thing, email: email.toLowerCase() }),
    }),
    optionalText('title', 'title', text(20)),
    optionalText('prefix', 'prefix', text(20)),
    required('first name', name, property('firstName')),
    optionalText('middle name', 'middleName', name),
    required('last name', name, property('lastName')),
    optionalText('phone', 'phone', text(30)),
    optional('language', choice(locales), { ...property<MovedCustomer, 'language'>('language'), empty: null }),
    optionalText('address 1', 'line1'),
    optionalText('address 2', 'line2'),
    optionalText('address 3', 'line3'),
    optionalText('town', 'city', text(80)),
    optionalText('county', 'county', text(80)),
    optionalText('state', 'state', text(80)),
    optionalText('postcode', 'postcode', text(20)),
    optional<MovedCustomer, string>('country', text(2), {
      field: 'country',
      get: ({ country }) => country,
      set: (thing, country) => ({ ...thing, country: country.toUpperCase() }),
      empty: '',
    }),
  ],
}

const permissions: Sheet<MovedPermission> = {
  name: 'permissions',
  key: ['customer', 'purpose', 'channel', 'date'],
  columns: [
    required('customer', number, property('customer')),
    required('purpose', choice(contactPurposes), property('purpose')),
    required('channel', choice(contactChannels), property('channel')),
    required('allowed', yesOrNo, property('isAllowed')),
    required('date', day, property('day')),
    required('source', text(100), property('source')),
  ],
}

const memberships: Sheet<MovedMembership> = {
  name: 'memberships',
  key: ['customer', 'membership', 'from'],
  columns: [
    required('customer', number, property('customer')),
    required('membership', key, property('membership')),
    required('from', day, property('startsOn')),
    required('until', day, property('expiresOn')),
    optional('price paid', money, { ...property<MovedMembership, 'value'>('value'), empty: zero }),
  ],
}

const credit: Sheet<MovedCredit> = {
  name: 'credit',
  key: ['customer'],
  columns: [
    required('customer', number, property('customer')),
    required('balance', money, property('balance')),
    optional('until', day, lastDay<MovedCredit>()),
  ],
}

const vouchers: Sheet<MovedVoucher> = {
  name: 'vouchers',
  key: ['code'],
  columns: [
    required('code', text(40), property('code')),
    required('balance', money, property('balance')),
    optional('until', day, lastDay<MovedVoucher>()),
  ],
}

const orders: Sheet<MovedOrder> = {
  name: 'orders',
  key: ['order'],
  columns: [
    required('order', number, property('id')),
    required('customer', number, property('customer')),
    optional('placed', day, { ...property<MovedOrder, 'placedOn'>('placedOn'), empty: null }),
    optional('reserved until', day, { ...property<MovedOrder, 'reservedUntil'>('reservedUntil'), empty: null }),
  ],
}

const seats: Sheet<MovedSeat> = {
  name: 'seats',
  key: ['performance', 'area', 'row', 'number'],
  columns: [
    required('order', number, property('order')),
    required('performance', text(80), property('performance')),
    required('area', text(80), property('area')),
    required('row', text(20), property('seatRow')),
    required('number', text(20), property('number')),
    required('price type', text(40), property('priceType')),
    required('price paid', money, property('price')),
  ],
}

/** The sheets of a file with which a theatre moves in, in the order in which they refer to each other. */
export const movingInSheets: { readonly [Name in MovedSheet]: Sheet<MovedThings[Name]> } = {
  customers,
  permissions,
  memberships,
  credit,
  vouchers,
  orders,
  seats,
}
export const movedSheetNames = Object.keys(movingInSheets) as MovedSheet[]

/** What a thing has where its sheet has no column for it. Required fields are empty until the row is read. */
export const newMovedThings: { readonly [Name in MovedSheet]: MovedThings[Name] } = {
  customers: {
    ...{ id: '', email: '', title: '', prefix: '', firstName: '', middleName: '', lastName: '', phone: '', language: null },
    ...{ line1: '', line2: '', line3: '', city: '', county: '', state: '', postcode: '', country: '' },
  },
  permissions: { customer: '', purpose: 'whats-on', channel: 'email', isAllowed: false, day: '', source: '' },
  memberships: { customer: '', membership: '', startsOn: '', expiresOn: '', value: zero },
  credit: { customer: '', balance: zero, expiresOn: null },
  vouchers: { code: '', balance: zero, expiresOn: null },
  orders: { id: '', customer: '', placedOn: null, reservedUntil: null },
  seats: { order: '', performance: '', area: '', seatRow: '', number: '', priceType: '', price: zero },
}
