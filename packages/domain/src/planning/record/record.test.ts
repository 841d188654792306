import { expect, it } from 'vitest'
import { money } from '../../money/money.ts'
import { giftVoucherSchema } from '../../pricing/gift-voucher.ts'
import { brandPartsOf, recordsOfBrand } from './brand-records.ts'
import { flexOfRecord, narrowsFlex, recordOfFlex } from './flex-record.ts'
import { noFoodFacts, parseRecord, type StoredRecord } from './schema.ts'

const brand = { timeZone: 'Europe/London', account: { birth: 'date' } } as Parameters<typeof parseRecord>[2]['brand']
const now = Date.parse('2031-03-01T12:00:00Z')
const facts = {
  id: 'friend',
  brand,
  now,
  performances: [],
  productions: [],
  priceTypes: [],
  programmePriceTypes: [],
  food: noFoodFacts,
  before: undefined,
  others: [],
}
const friend = { name: 'Friend', position: 10, sold: { price: money(45_00), months: 12 } }
const vouchers = {
  ...{ word: 'gift-vouchers', presets: [10_00, 25_00], least: 10_00, most: 200_00, mostQuantity: 10, validMonths: 24 },
  ...{ topUp: { mostBalance: 300_00, lastDay: 'restarts' }, post: { fee: 0 } },
}
const fund = { name: 'Roof', body: 'Repairs it.', presets: [5_00], least: 1_00, most: 100_00, recognitionFrom: 0, position: 1 }

it.each([
  ['a name of spaces', { ...friend, name: '  ' }, ['name']],
  ['a price of nothing', { ...friend, sold: { price: 0, months: 12 } }, ['sold.price']],
  ['a price with a fraction of a penny', { ...friend, sold: { price: 1.5, months: 12 } }, ['sold.price']],
  ['a price that is no number', { ...friend, sold: { price: '45', months: 12 } }, ['sold.price']],
  ['a term of a century', { ...friend, sold: { price: 1, months: 1_200 } }, ['sold.months']],
  ['ages the wrong way round', { ...friend, ages: { least: 30, most: 20 } }, ['ages']],
  ['the address of gifts', { ...friend, link: 'claim' }, ['link']],
  ['an address with a slash', { ...friend, link: 'a/b' }, ['link']],
])('refuses a level with %s', (_what, record, faults) => {
  expect(parseRecord('membership-level', record, facts)).toEqual({ faults })
})

it('refuses ages where the shop asks for no date of birth, and an address that another level has', () => {
  const record = { ...friend, ages: { least: 16, most: 25 } }
  expect(parseRecord('membership-level', record, facts)).toEqual({ record })
  const yearless = { account: { birth: 'none' } } as unknown as typeof brand
  expect(parseRecord('membership-level', record, { ...facts, brand: yearless })).toEqual({ faults: ['ages'] })
  const other = { id: 'other', record: { ...friend, link: 'Friends', isWithdrawn: false } as StoredRecord<'membership-level'> }
  expect(parseRecord('membership-level', { ...friend, link: 'Friends' }, { ...facts, others: [other] })).toEqual({ faults: ['link'] })
  expect(parseRecord('membership-level', friend, { ...facts, id: 'other-id', others: [other] })).toEqual({ record: friend })
})

it.each([
  ['amounts outside of its limits', { ...fund, presets: [50] }, ['presets']],
  ['limits the wrong way round', { ...fund, most: 50 }, ['most', 'presets']],
  ['a last day before the first', { ...fund, opensOn: '2031-05-02', closesOn: '2031-05-01' }, ['closesOn']],
  ['a day that no calendar has', { ...fund, opensOn: '2031-02-30' }, ['opensOn']],
  ['monthly gifts below its least', { ...fund, monthly: { presets: [50], least: 50, most: 60, means: ['card'] } }, ['monthly.least']],
  ['two appeals of one name', { ...fund, appeals: [1, 2].map(() => ({ appeal: 'a', name: 'A' })) }, ['appeals']],
])('refuses a fund with %s', (_what, record, faults) => {
  expect(parseRecord('fund', record, facts)).toEqual({ faults })
})

it('makes the levels and funds of a brand of its records, in their order', () => {
  const memberships = [
    { id: 'gold', name: 'Gold', sold: { price: money(100_00), months: 12 } },
    { id: 'silver', name: 'Silver', sold: { price: money(50_00), months: 12 } },
  ]
  const giving = [
    { fund: 'roof', ...fund, presets: [money(5_00)], least: money(1_00), most: money(100_00), recognitionFrom: money(0) },
  ].map(({ position: _, ...each }) => each)
  const giftVouchers = giftVoucherSchema.parse(vouchers)
  const records = recordsOfBrand({ memberships, giving, giftVouchers })
  expect(brandPartsOf(records)).toEqual({ memberships, giving, giftVouchers })
  expect(brandPartsOf(recordsOfBrand({ memberships, giving })).giftVouchers).toBe(undefined)
  const [gold, silver] = records['membership-level']
  const changed = [
    { ...gold!, record: { ...gold!.record, isWithdrawn: true } },
    { ...silver!, record: { ...silver!.record, position: 1 } },
  ]
  const closed = records.fund.map(({ id, record }) => ({ id, record: { ...record, isWithdrawn: true } }))
  const unsold = records['gift-voucher'].map(({ id, record }) => ({ id, record: { ...record, isWithdrawn: true } }))
  const parts = brandPartsOf({ 'membership-level': changed, fund: closed, 'gift-voucher': unsold })
  expect(parts.memberships).toEqual([memberships[1], { id: 'gold', name: 'Gold' }])
  expect(parts.giving[0]!.closesOn).toBe('1970-01-01')
  // Those that were sold need the settings.
  expect(parts.giftVouchers).toEqual({ ...giftVouchers, isWithdrawn: true })
})

it.each([
  ['no amount', { presets: [] }, ['presets']],
  ['an amount twice', { presets: [10_00, 10_00] }, ['presets']],
  ['limits the wrong way round', { most: 9_99 }, ['most']],
  ['a largest balance below its least', { topUp: { mostBalance: 9_99, lastDay: 'stays' } }, ['topUp.mostBalance']],
  ['a letter that costs less than nothing', { post: { fee: -1 } }, ['post.fee']],
  ['a validity of nothing', { validMonths: 0 }, ['validMonths']],
  ['another word than its address', { word: 'gift-certificates' }, ['word']],
  ['a word of its theatre', { word: 'tokens' }, ['word']],
])('refuses gift vouchers with %s', (_what, change, faults) => {
  const voucherFacts = { ...facts, id: 'gift-vouchers' }
  expect(parseRecord('gift-voucher', vouchers, voucherFacts)).toEqual({ record: vouchers })
  expect(parseRecord('gift-voucher', { ...vouchers, ...change }, voucherFacts)).toEqual({ faults })
})

const window = { name: 'A new stage', from: '2031-03-02T01:00', until: '2031-03-02T05:30', position: 1 }

it.each([
  ['an end before its start', { until: '2031-03-02T00:59' }, ['until']],
  ['an end in the past', { from: '2031-02-28T01:00', until: '2031-03-01T12:00' }, ['until']],
  ['the wrong year', { until: '2032-03-02T05:30' }, ['until']],
  ['a day that no calendar has', { from: '2031-02-30T01:00' }, ['from']],
  ['an hour that the clocks skip', { from: '2031-03-30T01:30', until: '2031-03-30T03:00' }, ['from']],
  ['no time', { until: '2031-03-02' }, ['until']],
])('refuses a maintenance window with %s', (_what, change, faults) => {
  expect(parseRecord('maintenance-window', window, facts)).toEqual({ record: window })
  expect(parseRecord('maintenance-window', { ...window, ...change }, facts)).toEqual({ faults })
})

it('keeps the start of maintenance that has begun, and accepts another end', () => {
  const stored = { ...window, from: '2031-03-01T11:00', isWithdrawn: false }
  const { isWithdrawn: _, ...record } = stored
  const check = (change: object, before = stored) => parseRecord('maintenance-window', { ...record, ...change }, { ...facts, before })
  expect(check({ from: '2031-03-01T13:00' })).toEqual({ faults: ['from'] })
  expect(check({ until: '2031-03-01T12:01' })).toEqual({ record: { ...record, until: '2031-03-01T12:01' } })
  expect(check({ from: '2031-03-01T13:00' }, { ...stored, isWithdrawn: true })).toHaveProperty('record')
  expect(check({ from: '2031-03-01T13:00' }, { ...stored, from: '2031-03-01T12:01' })).toHaveProperty('record')
})

const room = {
  ...{ performance: 'the-tempest-1', gathersAt: '2031-03-02T09:00', opensAt: '2031-03-02T10:00', rate: 60 },
  ...{ patienceMinutes: 10, isOfProduction: false, isPaused: false },
}
const performanceOf = (id: string, production: string) => ({
  id,
  production,
  hall: 'stage',
  startsAt: '2031-04-01T19:30',
  timeZone: 'Europe/London',
  priceTypes: ['full'],
})
const performances = [
  performanceOf('the-tempest-1', 'the-tempest'),
  performanceOf('the-tempest-2', 'the-tempest'),
  performanceOf('hamlet-1', 'hamlet'),
]
const roomFacts = { ...facts, id: 'the-tempest-1', performances }

it.each([
  ['a performance that is over', { performance: 'the-tempest-9' }, ['performance']],
  ['another performance than its id', { performance: 'the-tempest-2' }, ['performance']],
  ['queue tickets after its opening', { gathersAt: '2031-03-02T10:01' }, ['gathersAt']],
  ['an hour that the clocks skip', { gathersAt: '2031-03-30T00:30', opensAt: '2031-03-30T01:30' }, ['opensAt']],
  ['no visitor a minute', { rate: 0 }, ['rate']],
  ['more than an hour to enter', { patienceMinutes: 61 }, ['patienceMinutes']],
])('refuses a waiting room with %s', (_what, change, faults) => {
  expect(parseRecord('waiting-room', room, roomFacts)).toEqual({ record: room })
  expect(parseRecord('waiting-room', { ...room, ...change }, roomFacts)).toEqual({ faults })
})

it('keeps the opening of a waiting room after its draw, until it has ended', () => {
  const stored = { ...room, gathersAt: '2031-03-01T11:00', opensAt: '2031-03-01T12:00', isWithdrawn: false }
  const check = (before: typeof stored) => parseRecord('waiting-room', room, { ...roomFacts, before })
  expect(check(stored)).toEqual({ faults: ['opensAt'] })
  expect(check({ ...stored, opensAt: '2031-03-01T12:01' })).toEqual({ record: room })
  expect(check({ ...stored, isWithdrawn: true })).toEqual({ record: room })
})

it('keeps the waiting room of a performance that is over, and gives a production one common waiting room', () => {
  const stored = { ...room, isWithdrawn: false }
  expect(parseRecord('waiting-room', room, { ...roomFacts, performances: [], before: stored })).toEqual({ record: room })
  const shared = { ...room, isOfProduction: true }
  const check = (performance: string) => {
    const other = { id: performance, record: { ...shared, performance, isWithdrawn: true } }
    return parseRecord('waiting-room', shared, { ...roomFacts, others: [other] })
  }
  expect(check('the-tempest-2')).toEqual({ faults: ['isOfProduction'] })
  expect(check('hamlet-1')).toEqual({ record: shared })
})

const flex = {
  ...{ name: 'Four plays', summary: 'Four tickets.', translations: {}, price: 80_00, vouchers: 4, position: 1 },
  ...{ saleFrom: null, saleUntil: null, validMonths: 12, validUntil: null },
  ...{ productions: ['the-tempest'], performances: ['the-tempest-1'], bands: ['a'], priceTypes: ['full'] },
  ...{ perPerformance: 2, perCustomer: null },
}
const flexFacts = { ...facts, performances, productions: ['the-tempest', 'hamlet'], priceTypes: ['full', 'under-26'] }

it.each([
  ['no validity', { validMonths: null }, ['validMonths']],
  ['two validities', { validUntil: '2031-12-31' }, ['validMonths']],
  ['a price of nothing', { price: 0 }, ['price']],
  ['no vouchers', { vouchers: 0 }, ['vouchers']],
  ['the end of its sale before its start', { saleFrom: '2031-05-02T10:00', saleUntil: '2031-05-02T10:00' }, ['saleUntil']],
  ['an unknown production', { productions: ['the-tempest', 'lear'] }, ['productions']],
  ['a performance of another production', { performances: ['hamlet-1'] }, ['performances']],
  ['an unknown price type', { priceTypes: ['child'] }, ['priceTypes']],
  ['an unknown band', { bands: ['z'] }, ['bands.0']],
])('refuses a flexible subscription with %s', (_what, change, faults) => {
  expect(parseRecord('flex-subscription', flex, flexFacts)).toEqual({ record: flex })
  expect(parseRecord('flex-subscription', { ...flex, ...change }, flexFacts)).toEqual({ faults })
})

it('keeps the performances of a stored flexible subscription that are over', () => {
  const before = { ...(flex as unknown as StoredRecord<'flex-subscription'>), performances: ['the-tempest-0'], isWithdrawn: false }
  const record = { ...flex, performances: ['the-tempest-0', 'the-tempest-1'] }
  expect(parseRecord('flex-subscription', record, { ...flexFacts, before })).toEqual({ record })
  expect(parseRecord('flex-subscription', record, flexFacts)).toEqual({ faults: ['performances'] })
})

it.each([
  ['another production', { productions: ['the-tempest'] }, { productions: ['the-tempest', 'hamlet'] }, false],
  ['every production', { productions: ['the-tempest'] }, { productions: [] }, false],
  ['fewer productions', { productions: ['the-tempest', 'hamlet'] }, { productions: ['hamlet'] }, true],
  ['some productions instead of every one', { productions: [] }, { productions: ['hamlet'] }, true],
  ['a lower limit for a performance', { perPerformance: 3 }, { perPerformance: 2 }, true],
  ['a first limit for a performance', { perPerformance: null }, { perPerformance: 2 }, true],
  ['no limit for a performance', { perPerformance: 2 }, { perPerformance: null }, false],
] as const)('knows whether vouchers pay for fewer tickets with %s', (_what, from, to, isNarrower) => {
  const copy = (rules: object) => JSON.parse(JSON.stringify(rules)) as object
  expect(narrowsFlex(copy(from), copy(to))).toBe(isNarrower)
})

it('describes a flexible subscription by its record without a loss', () => {
  const definition = {
    ...{ flex: 'four', price: money(80_00), vouchers: 4, saleFrom: null, saleUntil: null, validMonths: 12, validUntil: null },
    ...{ productions: [], performances: [], bands: [], priceTypes: [], perPerformance: null, perCustomer: 3 },
    name: { text: 'Four plays', translations: { sv: 'Fyra pjäser' } },
    summary: { text: 'Four tickets.', translations: { de: 'Vier Karten.' } },
  }
  expect(flexOfRecord('four', recordOfFlex(definition, 7))).toEqual(definition)
  const plain = { ...definition, name: { text: 'Four plays' }, summary: { text: 'Four tickets.' } }
  expect(flexOfRecord('four', recordOfFlex(plain, 7))).toEqual(plain)
})
