import { expect, it } from 'vitest'
import { type CalendarEvent, readPretix, readSources, type Source, type SourceContext } from './index.ts'

const context: SourceContext = {
  ...{ defaults: {}, timeZone: 'Europe/London', currency: 'GBP', language: 'en' },
  ...{ seatsOf: (hall) => (hall === 'main' ? 320 : undefined), priceLists: new Map(), uploads: new Map() },
}
const read = (sources: readonly Source[], more: Partial<SourceContext> = {}) => {
  const { file, notes, locate } = readSources(sources, { ...context, ...more }, () => null)
  return { ...file, notes, problems: file.problems.map(locate) }
}
const faults = ({ problems }: ReturnType<typeof read>) =>
  problems.map(({ sheet, row, column, value, fault }) => [sheet, row, column, value, fault])

const event = {
  ...{ name: { en: 'The Tempest', de: 'Der Sturm', fr: 'La Tempête' }, slug: 'tempest', live: true, currency: 'GBP' },
  ...{ date_from: '2031-02-03T19:30:00+00:00', date_to: '2031-02-03T21:45:00+00:00', location: { en: 'Main\nHigh Street' } },
  ...{ presale_start: '2031-01-10T10:00:00Z', has_subevents: true, timezone: 'Europe/London', seating_plan: 7, meta_data: {} },
}
const subevents = [
  {
    ...{ id: 11, event: 'tempest', name: event.name, active: true, date_from: '2031-07-03T18:30:00Z', date_to: null },
    ...{ presale_start: '2031-01-10T10:00:00Z', item_price_overrides: [], variation_price_overrides: [] },
  },
  {
    ...{ id: 12, event: 'tempest', name: event.name, active: true, date_from: '2031-07-04T18:30:00Z', date_to: null },
    ...{ presale_start: null, item_price_overrides: [{ item: 1, price: '50.00', disabled: false }], variation_price_overrides: [] },
  },
]
const item = { admission: true, active: true, default_price: '45.00', variations: [], max_per_order: null, tax_rate: '0.00', tax_rule: 3 }
const items = [
  { ...item, id: 2, position: 1, name: { en: 'Concession' }, default_price: '30.00', max_per_order: 4 },
  { ...item, id: 1, position: 0, name: { en: 'Full' } },
  { ...item, id: 3, name: { en: 'T-shirt' }, admission: false },
  { ...item, id: 4, name: { en: 'Press' }, require_voucher: true },
]
const pretix = (json: unknown): Source => ({ kind: 'pretix', file: 'tempest.json', content: readPretix(json)! })
const page = (results: readonly unknown[], next: string | null = null) => ({ count: results.length, next, previous: null, results })

it('reads an event of pretix as a production, performances on the wall clock, and a price list for each set of prices', () => {
  const { rows, problems, notes } = read([pretix(event), pretix(page(subevents)), pretix(items)], {
    defaults: { generalSale: '2031-01-12 10:00' },
  })
  expect(problems).toEqual([])
  const blank = { translations: undefined } as never
  expect(rows.productions.map(({ key, edit }) => [key, edit(blank)])).toEqual([
    [
      ['tempest'],
      expect.objectContaining({
        ...{ title: 'The Tempest', copyLanguage: 'en', venue: 'Main, High Street', runningTime: 135 },
        translations: { de: { title: 'Der Sturm' } },
      }),
    ],
  ])
  const performance = { startsAt: '', web: {}, counter: {} } as never
  expect(rows.performances.map(({ key, edit }) => [key[0], edit(performance)])).toEqual([
    [
      'tempest-11',
      expect.objectContaining({ startsAt: '2031-07-03T19:30', hall: 'main', priceList: 'tempest', generalSaleAt: '2031-01-10T10:00' }),
    ],
    ['tempest-12', expect.objectContaining({ startsAt: '2031-07-04T19:30', priceList: 'tempest-12', generalSaleAt: '2031-01-12T10:00' })],
  ])
  expect(rows['price lists'].map(({ key, edit }) => [key[0], edit({} as never)])).toEqual([
    ['tempest', expect.objectContaining({ hall: 'main', seatBands: [[2, 320]] })],
    ['tempest-12', expect.objectContaining({ hall: 'main', seatBands: [[2, 320]] })],
  ])
  expect(rows['price types'].map(({ key, edit }) => [key, edit({} as never)])).toEqual(
    ['tempest', 'tempest-12'].flatMap((list) => [
      [[list, 'item-1'], expect.objectContaining({ name: 'Full', kind: 'full' })],
      [[list, 'item-2'], expect.objectContaining({ name: 'Concession', limit: 4 })],
    ]),
  )
  expect(rows.prices.map(({ key, edit }) => [...key, edit({} as never).price])).toEqual([
    ['tempest', 'a', 'item-1', 45_00],
    ['tempest', 'a', 'item-2', 30_00],
    ['tempest-12', 'a', 'item-1', 50_00],
    ['tempest-12', 'a', 'item-2', 30_00],
  ])
  expect(notes.map(({ field, value, note }) => [field, value, note])).toEqual([
    ['items', 'T-shirt', 'no-ticket'],
    ['items', 'Press', 'not-for-everyone'],
    ['events live', '1', 'not-read'],
    ['events seating_plan', '1', 'not-read'],
    ['subevents active', '2', 'not-read'],
    ['items tax_rule', '2', 'not-read'],
    ['event name (fr)', 'La Tempête', 'not-read'],
  ])
})

it('makes a band of each item that a category of seats belongs to, with its variations as price types', () => {
  const variations = [
    { id: 21, value: { en: 'Adult' }, price: '40.00', active: true, position: 0 },
    { id: 22, value: { en: 'Child' }, price: '20.00', active: true, position: 1 },
  ]
  const dates = [
    { ...subevents[0]!, seat_category_mapping: { Stalls: 1, Balcony: 2 }, variation_price_overrides: [{ variation: 22, disabled: true }] },
  ]
  const mapped = [
    { ...item, id: 1, position: 0, name: 'Stalls', variations },
    { ...item, id: 2, position: 1, name: 'Balcony', variations: variations.map((each) => ({ ...each, id: each.id + 10, price: '25.00' })) },
  ]
  const { rows, notes } = read([
    pretix({ event, subevents: dates, items: mapped, quotas: [{ id: 1, size: 5, items: [], variations: [] }] }),
  ])
  expect(rows.prices.map(({ key: [, band, type], edit }) => [band, type, edit({} as never).price])).toEqual([
    ['a', 'adult', 40_00],
    ['a', 'child', null],
    ['b', 'adult', 25_00],
    ['b', 'child', 25_00],
  ])
  expect(notes).toContainEqual(expect.objectContaining({ field: 'band b', value: 'Balcony', note: 'paint-band' }))
  expect(notes).toContainEqual(expect.objectContaining({ field: 'quotas', value: '1' }))
})

it('keeps bands and kinds of a price list that exists, and takes no prices where a price list is given', () => {
  const priceTypes = [{ id: 'item-2', name: 'Concession', kind: 'concession' as const }]
  const again = read([pretix({ event, subevents: subevents.slice(0, 1), items })], { priceLists: new Map([['tempest', { priceTypes }]]) })
  expect(again.rows['price lists']).toEqual([])
  expect(again.rows['price types'].map(({ edit }) => edit({} as never).kind)).toEqual(['full', 'concession'])
  const given = read([pretix({ event, subevents, items })], { defaults: { priceList: 'week', hall: 'small' } })
  expect(given.rows.prices).toEqual([])
  expect(given.notes.filter(({ note }) => note === 'prices-kept').map(({ value }) => value)).toEqual(['Full', 'Concession'])
})

it.each([
  ['the first of several pages', [pretix(page([event], 'https://example.org/?page=2'))], ['next', '', 'page-of-many']],
  ['two events', [pretix([event, { ...event, slug: 'hamlet' }])], ['event', 'tempest, hamlet', 'one-event']],
  ['another currency', [pretix({ ...event, currency: 'EUR' })], ['currency', 'EUR', 'other-currency']],
  ['an unknown time zone', [pretix({ ...event, timezone: 'Europe/Lodnon' })], ['timezone', 'Europe/Lodnon', 'unknown-zone']],
  ['items without an event', [pretix(items)], ['event', '', 'missing']],
])('refuses %s', (_what, sources, [column, value, fault]) => {
  expect(faults(read(sources))).toEqual([['tempest.json', null, column, value, fault]])
})

it('reads a date that is no instant as a problem of its file', () => {
  const read31 = read([pretix({ event: { ...event, has_subevents: false, date_from: '2031-02-31T19:30:00Z' } })])
  expect(faults(read31)).toEqual([['tempest.json', null, 'performances, date', '2031-02-31', 'no-such-time']])
})

it.each([null, 3, 'text', [], {}, [{}], { results: 1 }, { event: 1 }, { productions: [{ production: 'lear' }] }, [event, items[0]]])(
  'does not take other JSON for pretix: %j',
  (json) => {
    const content = readPretix(json)
    expect(content === undefined || content.events.length + content.items.length === 0).toBe(true)
  },
)

const dated = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ line: 4, uid: 'tempest-1@example.org', recurrence: null, summary: 'The Tempest', location: 'Main', isCancelled: false },
  ...{ start: '2031-02-03T19:30', zone: null, ...more },
})
const calendar = (...events: CalendarEvent[]): Source => ({ kind: 'calendar', file: 'dates.ics', events, problems: [], notes: [] })
const datesOf = ({ rows }: ReturnType<typeof read>) =>
  rows.performances.map(({ key: [key], edit }) => {
    const { startsAt, timeZone, production, hall } = edit({ startsAt: '', timeZone: 'the theatre’s' } as never)
    return [key, startsAt, timeZone, production, hall]
  })

it('reads dates of a calendar: without a zone, in UTC, in a zone, and recurring ones', () => {
  const found = read([
    calendar(
      dated(),
      dated({ uid: 'b@x', zone: 'UTC', start: '2031-07-03T18:30' }),
      dated({ uid: 'C d!@x', zone: 'Europe/Berlin' }),
      dated({ uid: 'run@x', recurrence: '2031-02-05T19:30', start: '2031-02-05T20:00' }),
    ),
  ])
  expect(found.problems).toEqual([])
  expect(datesOf(found)).toEqual([
    ['tempest-1', '2031-02-03T19:30', '', 'the-tempest', 'main'],
    ['b', '2031-07-03T19:30', '', 'the-tempest', 'main'],
    ['c-d', '2031-02-03T19:30', 'Europe/Berlin', 'the-tempest', 'main'],
    ['run-203102051930', '2031-02-05T20:00', '', 'the-tempest', 'main'],
  ])
})

it('keeps long UIDs apart, and short names of the defaults', () => {
  const long = 'x'.repeat(120)
  const found = read([calendar(dated({ uid: `${long}1` }), dated({ uid: `${long}2` }))], {
    defaults: { production: 'tempest', hall: 'small' },
  })
  expect(new Set(datesOf(found).map(([key]) => key)).size).toBe(2)
  expect(datesOf(found).every(([key, , , production, hall]) => key!.length <= 80 && production === 'tempest' && hall === 'small')).toBe(
    true,
  )
})

it('returns every fault of a calendar with its line, and cancelled dates as notes', () => {
  const found = read([
    calendar(
      dated({ start: '2031-02-31T19:30' }),
      dated({ line: 9, uid: 'b', start: '2031-03-30T01:30', zone: 'Europe/London' }),
      dated({ line: 14, uid: 'c', zone: 'GMT Standard Time' }),
      dated({ line: 19, uid: 'd', start: '2031-02-03' }),
      dated({ line: 24, uid: '@@' }),
      dated({ line: 29, uid: 'e', isCancelled: true }),
      dated({ line: 34, uid: 'f', summary: '東京' }),
      dated({ line: 39, uid: 'g' }),
      dated({ line: 44, uid: 'g@other' }),
    ),
  ])
  expect(faults(found)).toEqual([
    ['dates.ics', 4, 'DTSTART', '2031-02-31T19:30', 'no-such-time'],
    ['dates.ics', 9, 'DTSTART', '2031-03-30T01:30 Europe/London', 'skipped-time'],
    ['dates.ics', 14, 'DTSTART', '2031-02-03T19:30 GMT Standard Time', 'unknown-zone'],
    ['dates.ics', 19, 'DTSTART', '2031-02-03', 'not-a-time'],
    ['dates.ics', 24, 'UID', '@@', 'missing'],
    ['dates.ics', 34, 'performances, production', 'f', 'missing'],
    ['dates.ics', 44, 'performances, performance', 'g', 'repeated-key'],
  ])
  expect(found.notes).toEqual([{ file: 'dates.ics', line: 29, field: 'STATUS', value: 'e', note: 'cancelled' }])
})
