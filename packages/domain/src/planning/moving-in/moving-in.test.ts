import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '../../brand/locale.ts'
import { contactChannels, contactPurposes } from '../../customer/account.ts'
import { money } from '../../money/money.ts'
import {
  checkMovingIn,
  isReconciled,
  type KnownPerformance,
  type KnownShop,
  maskCode,
  type MovedThings,
  readMovingIn,
  seatKey,
  writeMovingIn,
} from './index.ts'

const closest = () => null
const hamlet: KnownPerformance = {
  ...{ hasBegun: false, areas: ['Stalls', 'Circle'], priceTypes: ['full', 'under-26'] },
  seats: new Map(
    ['1', '2', '3'].flatMap((number, seat) => [
      [seatKey('Stalls', 'A', number), seat] as const,
      [seatKey('Circle', 'B', number), seat + 3] as const,
    ]),
  ),
}
const known: KnownShop = {
  ...{ movedCustomers: new Map(), accounts: new Map(), memberships: ['friends'], today: '2031-01-01' },
  ...{ movedOrders: new Set(), performances: new Map([['hamlet', hamlet]]) },
  asked: contactPurposes.map((purpose) => ({ purpose, channels: [...contactChannels] })),
}
const text = (longest: number) =>
  fc
    .string({ minLength: 1, maxLength: longest, unit: fc.constantFrom(...'abcÅéß ,;"\'-=+.1') })
    .map((each) => each.trim())
    .filter((each) => each !== '')
const isoDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const amount = fc.integer({ min: 0, max: 10_000_000 }).map(money)

/** Customers, each with other rows that refer to them. */
const things = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9_999 }).map(String),
      ...{ title: text(20), prefix: text(20), firstName: text(50), middleName: text(50), lastName: text(50), phone: text(30) },
      language: fc.constantFrom(...locales, null),
      line1: text(120),
      ...{ line2: text(120), line3: text(120), city: text(80), county: text(80), state: text(80), postcode: text(20) },
      country: fc.constantFrom('GB', 'SE', 'US'),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  .chain((customers) =>
    fc.record({
      customers: fc.constant(customers.map((each) => ({ ...each, email: `c${each.id}@example.org` }))),
      permissions: fc.tuple(
        ...customers.map(({ id }) =>
          fc.record({
            customer: fc.constant(id),
            purpose: fc.constantFrom(...contactPurposes),
            channel: fc.constantFrom(...contactChannels),
            ...{ isAllowed: fc.boolean(), day: isoDay, source: text(100) },
          }),
        ),
      ),
      memberships: fc.tuple(
        ...customers.map(({ id }) =>
          fc.record({ one: isoDay, other: isoDay, value: amount }).map(({ one, other, value }) => ({
            ...{ customer: id, membership: 'friends', startsOn: one < other ? one : other, expiresOn: one < other ? other : one, value },
          })),
        ),
      ),
      credit: fc.tuple(...customers.map(({ id }) => amount.map((balance) => ({ customer: id, balance, expiresOn: null })))),
      vouchers: fc.tuple(
        ...customers.map(({ id }) =>
          amount.map((balance) => ({ code: `CODE-WITH-${id.padStart(4, '0')}`, balance, expiresOn: '2031-01-01' })),
        ),
      ),
      ...{ orders: fc.constant([]), seats: fc.constant([]) },
    }),
  )
const read = (written: { readonly [Name in keyof MovedThings]: readonly MovedThings[Name][] }) =>
  readMovingIn(writeMovingIn(written), closest)
const thingsIn = ({ rows }: ReturnType<typeof readMovingIn>) =>
  Object.fromEntries(Object.entries(rows).map(([name, found]) => [name, found.map(({ thing }) => thing)]))

describe('a file with which a theatre moves in', () => {
  it('is read with the same content that was written, and has no problem', () => {
    fc.assert(
      fc.property(things, (written) => {
        const file = read(written)
        expect(file.problems).toEqual([])
        expect(thingsIn(file)).toEqual(written)
        expect(checkMovingIn(file, known, closest)).toEqual([])
      }),
    )
  })

  it('has one problem for each row that refers to a customer whom neither it nor the shop has', () => {
    fc.assert(
      fc.property(things, fc.boolean(), (written, isMovedIn) => {
        const file = read({ ...written, customers: [] })
        const movedCustomers = new Map(isMovedIn ? written.customers.map(({ id }) => [id, `id of ${id}`]) : [])
        const problems = checkMovingIn(file, { ...known, movedCustomers }, closest)
        const expected = isMovedIn ? 0 : written.permissions.length + written.memberships.length + written.credit.length
        expect(problems.map(({ fault }) => fault)).toEqual(Array.from({ length: expected }, () => 'unknown-reference'))
      }),
    )
  })

  it('has one problem for each row but the first with an e-mail address, in whatever capitals', () => {
    fc.assert(
      fc.property(things, fc.func(fc.boolean()), (written, isUpper) => {
        const email = (nth: number): string =>
          [...'one@example.org'].map((each, place) => (isUpper([nth, place]) ? each.toUpperCase() : each)).join('')
        const customers = written.customers.map((each, nth) => ({ ...each, email: email(nth) }))
        const problems = checkMovingIn(read({ ...written, customers }), known, closest)
        expect(problems.map(({ fault, suggestion }) => [fault, suggestion])).toEqual(customers.slice(1).map(() => ['repeated-email', '2']))
      }),
    )
  })

  it('is refused whole where a required column is missing, and rows that refer to the sheet are not blamed', () => {
    const file = readMovingIn(
      [
        {
          name: 'customers',
          rows: [
            ['customer', 'first name', 'last name'],
            ['1', 'Ann', 'Page'],
          ],
        },
        {
          name: 'credit',
          rows: [
            ['customer', 'balance'],
            ['1', 5],
          ],
        },
      ],
      closest,
    )
    expect(file.problems).toMatchObject([{ sheet: 'customers', row: 1, column: 'e-mail', fault: 'missing' }])
    expect(checkMovingIn(file, known, closest)).toEqual([])
  })

  it.each([
    [{ line1: 'Storgatan 4' }, ['town', 'postcode', 'country']],
    [{ city: 'Malmö', postcode: '211 34', country: 'SE' }, ['address 1']],
    [{ line1: 'Storgatan 4', city: 'Malmö', postcode: '211 34', country: '46' }, ['country']],
  ])('needs whole addresses, or none: %j', (part, columns) => {
    const parts = Object.entries(part)
    const names: Record<string, string> = { line1: 'address 1', city: 'town' }
    const headers = ['customer', 'e-mail', 'first name', 'last name', ...parts.map(([field]) => names[field] ?? field)]
    const row = ['1', 'ann@example.org', 'Ann', 'Page', ...parts.map(([, value]) => value)]
    const file = readMovingIn([{ name: 'customers', rows: [headers, row] }], closest)
    expect(checkMovingIn(file, known, closest).map(({ column }) => column)).toEqual(columns)
  })
})

describe('sold seats of a file', () => {
  const read = (rows: (string | number)[][], orders = [['o1', '1']]) =>
    readMovingIn(
      [
        {
          name: 'customers',
          rows: [
            ['customer', 'e-mail', 'first name', 'last name'],
            ['1', 'ann@example.org', 'Ann', 'Page'],
          ],
        },
        { name: 'orders', rows: [['order', 'customer'], ...orders] },
        { name: 'seats', rows: [['order', 'performance', 'area', 'row', 'number', 'price type', 'price paid'], ...rows] },
      ],
      closest,
    )
  const faults = (file: ReturnType<typeof read>, change: Partial<KnownShop> = {}) =>
    checkMovingIn(file, { ...known, ...change }, (word, words) => words.find((each) => each[0] === word[0]) ?? null).map(
      ({ sheet, row, fault, suggestion }) => [sheet, row, fault, suggestion],
    )

  it('are found by the names on their tickets, in whatever capitals', () => {
    expect(faults(read([['o1', 'hamlet', 'STALLS', 'a', 3, 'full', 45]]))).toEqual([])
  })

  it('are all checked at once, with what the plan has instead', () => {
    const file = read(
      [
        ['o1', 'hamlet', 'Stalls', 'A', 1, 'full', 45],
        ['o1', 'hamlet', 'stalls', 'A', 1, 'full', 45],
        ['o1', 'hamlet', 'Stals', 'A', 2, 'full', 45],
        ['o1', 'hamlet', 'Stalls', 'A', 9, 'fool', 45],
        ['o1', 'hamlet', 'Circle', 'Z', 1, 'full', 45],
        ['o1', 'hamlot', 'Stalls', 'A', 3, 'full', 45],
        ['o9', 'hamlet', 'Stalls', 'A', 3, 'full', 45],
      ],
      [
        ['o1', '1'],
        ['o2', '1'],
      ],
    )
    expect(faults(file)).toEqual([
      ['seats', 3, 'repeated-seat', '2'],
      ['seats', 4, 'unknown-seat', 'Stalls'],
      ['seats', 5, 'unknown-reference', 'full'],
      ['seats', 5, 'unknown-seat', '1–3'],
      ['seats', 6, 'unknown-seat', 'b–b'],
      ['seats', 7, 'unknown-reference', 'hamlet'],
      ['seats', 8, 'unknown-reference', null],
      ['orders', 3, 'order-without-seats', null],
    ])
  })

  it('are refused for a performance that has begun', () => {
    const performances = new Map([['hamlet', { ...hamlet, hasBegun: true }]])
    expect(faults(read([['o1', 'hamlet', 'Stalls', 'A', 1, 'full', 45]]), { performances })).toEqual([
      ['seats', 2, 'performance-over', null],
    ])
  })
})

it('shows no more of a voucher’s code than staff need to find it', () => {
  expect([maskCode('TKTS-7HQ2-99ZD'), maskCode('ABCDE')]).toEqual(['TK••••ZD', '••••'])
})

it('is reconciled only if rows and sums are equal', () => {
  const line = { sheet: 'credit' as const, part: null, rowsInFile: 2, rowsInShop: 2, sumInFile: 50, sumInShop: 50 }
  expect([line, { ...line, rowsInShop: 1 }, { ...line, sumInShop: 49 }].map(isReconciled)).toEqual([true, false, false])
})
