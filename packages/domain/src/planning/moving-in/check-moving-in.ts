import { z } from 'zod'
import type { AccountSettings } from '../../customer/account.ts'
import { voucherCodeSchema } from '../../money/voucher.ts'
import type { FindClosest } from '../programme-file/read-sheet.ts'
import type { MovedRow, MovingInFault, MovingInProblem, ReadMovingIn } from './moving-in-file.ts'
import { checkSeats, type KnownPerformance } from './check-seats.ts'
import type { MovedCustomer, MovedSheet } from './sheets.ts'

/** An account that the shop has. */
export type KnownAccount = {
  readonly id: string
  /** Its customer has opened a link that was sent to its address. */
  readonly isProved: boolean
}

/** What the rows of a file may refer to, or clash with. */
export type KnownShop = {
  /** Numbers of customers who have moved in, and the ids of their accounts. */
  readonly movedCustomers: ReadonlyMap<string, string>
  /** Accounts by their e-mail addresses, in lower case. */
  readonly accounts: ReadonlyMap<string, KnownAccount>
  readonly memberships: readonly string[]
  /** The permissions that the theatre asks for. */
  readonly asked: AccountSettings['permissions']['asked']
  /** ISO date at the theatre. */
  readonly today: string
  /** Orders that moved in, paid and reserved ones. */
  readonly movedOrders: ReadonlySet<string>
  readonly performances: ReadonlyMap<string, KnownPerformance>
}

const emailSchema = z.email()
/** Digits of a code without letters, and characters of one with letters, below which a code can be guessed at the checkout. */
const [minDigits, minCharacters] = [12, 8]

/** Lists everything that is wrong in the rows of a file, whether by themselves, with each other or with what the shop has. */
export function checkMovingIn(
  { rows, leftOut }: Pick<ReadMovingIn, 'rows' | 'leftOut'>,
  known: KnownShop,
  closest: FindClosest,
): MovingInProblem[] {
  const problems: MovingInProblem[] = []
  const add = (
    sheet: MovedSheet,
    row: number,
    column: string,
    value: string,
    fault: MovingInFault,
    suggestion: string | null = null,
  ): void => void problems.push({ sheet, row, column, value: value.slice(0, 200), fault, suggestion })

  const numbers = new Set([...known.movedCustomers.keys(), ...rows.customers.map(({ thing }) => thing.id), ...leftOut.customers])
  checkCustomers(rows.customers, known, (...problem) => add('customers', ...problem))
  const checkCustomer = (sheet: MovedSheet, row: number, customer: string): void => {
    // Numbers that are similar belong to other people, so none is suggested.
    if (!numbers.has(customer)) add(sheet, row, 'customer', customer, 'unknown-reference')
  }
  for (const { row, thing } of rows.permissions) {
    checkCustomer('permissions', row, thing.customer)
    const channels = known.asked.find(({ purpose }) => purpose === thing.purpose)?.channels ?? []
    if (!channels.includes(thing.channel))
      add('permissions', row, 'channel', `${thing.purpose}, ${thing.channel}`, 'not-asked', channels.join(', ') || null)
    if (thing.day > known.today) add('permissions', row, 'date', thing.day, 'in-the-future')
  }
  for (const { row, thing } of rows.memberships) {
    checkCustomer('memberships', row, thing.customer)
    if (!known.memberships.includes(thing.membership))
      add('memberships', row, 'membership', thing.membership, 'unknown-reference', closest(thing.membership, known.memberships))
    if (thing.expiresOn < thing.startsOn) add('memberships', row, 'until', thing.expiresOn, 'until-before-from', thing.startsOn)
  }
  for (const { row, thing } of rows.credit) {
    checkCustomer('credit', row, thing.customer)
    if (isOver(thing, known.today)) add('credit', row, 'until', thing.expiresOn!, 'already-over')
  }
  for (const { row, thing } of rows.vouchers) {
    const fault = codeFault(thing.code)
    if (fault) add('vouchers', row, 'code', maskCode(thing.code), fault)
    if (isOver(thing, known.today)) add('vouchers', row, 'until', thing.expiresOn!, 'already-over')
  }
  checkRepeatedCodes(rows, (...problem) => add('vouchers', ...problem))
  for (const { row, thing } of rows.orders) {
    checkCustomer('orders', row, thing.customer)
    if (thing.placedOn !== null && thing.placedOn > known.today) add('orders', row, 'placed', thing.placedOn, 'in-the-future')
    if (thing.reservedUntil !== null && thing.reservedUntil < known.today && !known.movedOrders.has(thing.id))
      add('orders', row, 'reserved until', thing.reservedUntil, 'already-over')
  }
  problems.push(...checkSeats({ rows, leftOut }, known, closest))
  return problems
}

const isOver = (thing: { readonly expiresOn: string | null }, today: string): boolean => thing.expiresOn !== null && thing.expiresOn < today

type Add = (row: number, column: string, value: string, fault: MovingInFault, suggestion?: string | null) => void

function checkCustomers(rows: readonly MovedRow<MovedCustomer>[], known: KnownShop, add: Add): void {
  const rowOfEmail = new Map<string, number>()
  for (const { row, thing } of rows) {
    if (!emailSchema.safeParse(thing.email).success) add(row, 'e-mail', thing.email, 'not-an-email')
    const former = rowOfEmail.get(thing.email)
    if (former === undefined) rowOfEmail.set(thing.email, row)
    else add(row, 'e-mail', thing.email, 'repeated-email', String(former))
    const account = known.accounts.get(thing.email)
    const moved = known.movedCustomers.get(thing.id)
    if (account && moved === undefined && !account.isProved) add(row, 'e-mail', thing.email, 'email-in-use')
    if (account && moved !== undefined && moved !== account.id) add(row, 'e-mail', thing.email, 'other-account')
    checkAddress(row, thing, add)
  }
}

/** An address has at least its first line, its town, its postcode and its country, as in the address book. */
function checkAddress(row: number, customer: MovedCustomer, add: Add): void {
  if (!hasAddress(customer)) return
  if (customer.line1 === '') add(row, 'address 1', '', 'incomplete-address')
  if (customer.city === '') add(row, 'town', '', 'incomplete-address')
  if (customer.postcode === '') add(row, 'postcode', '', 'incomplete-address')
  if (customer.country === '') add(row, 'country', '', 'incomplete-address')
  else if (!/^[A-Z]{2}$/.test(customer.country)) add(row, 'country', customer.country, 'unknown-choice', 'GB')
}

/** Whether a customer has any part of a postal address. */
export const hasAddress = ({ line1, line2, line3, city, county, state, postcode, country }: MovedCustomer): boolean =>
  [line1, line2, line3, city, county, state, postcode, country].some((part) => part !== '')

function codeFault(code: string): MovingInFault | undefined {
  const parsed = voucherCodeSchema.safeParse(code)
  if (!parsed.success) return 'not-a-voucher-code'
  const characters = parsed.data.replaceAll('-', '')
  return characters.length < (/^\d+$/.test(characters) ? minDigits : minCharacters) ? 'guessable-code' : undefined
}

/** The ends of a code, by which staff find it in their file. A list of problems is read by more people than may spend it. */
export const maskCode = (code: string): string => (code.length < 6 ? '••••' : `${code.slice(0, 2)}••••${code.slice(-2)}`)

/** Codes that differ in capitals alone are one code at the checkout. */
function checkRepeatedCodes({ vouchers }: ReadMovingIn['rows'], add: Add): void {
  const rowOfCode = new Map<string, number>()
  for (const { row, thing } of vouchers) {
    const code = thing.code.toUpperCase()
    const former = rowOfCode.get(code)
    if (former === undefined) rowOfCode.set(code, row)
    else add(row, 'code', maskCode(thing.code), 'repeated-key', String(former))
  }
}
