import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bands } from '../../pricing/band.ts'
import type { StoredPerformance } from '../performance-plan.ts'
import type { StoredProduction } from '../production-plan.ts'
import type { Cell } from './cell.ts'
import { readProgramme, type ReadProgramme, writeProgramme } from './programme-file.ts'
import type { FindClosest, RawSheet } from './read-sheet.ts'
import type { SaleWindowRow } from './sale-windows-sheet.ts'
import type { PictureRow } from './pictures-sheet.ts'
import type { HallRow } from './halls-sheet.ts'
import type { PriceListRow, PriceRow, ScheduledPriceRow } from './price-sheets.ts'
import type { PriceTypeRow } from './price-types-sheet.ts'
import { newThings, type ProgrammeThings, type SheetName, sheetNames } from './sheets.ts'

const none = Object.fromEntries(sheetNames.map((name) => [name, []]))

const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/)
/** Texts as staff type them: without line breaks, and without spaces at the ends. */
const line = fc.stringMatching(/^[A-Za-zäöüéåñ0-9#’'&.-][A-Za-zäöüéåñ0-9 ,;:()#’'&.-]{0,40}$/).map((text) => text.trim())
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const moment = fc
  .tuple(day, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([on, hour, minute]) => `${on}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const lines = fc.array(line, { maxLength: 3 })
const synopsis: fc.Arbitrary<StoredProduction['synopsis']> = fc.array(
  fc.oneof(
    line.filter((text) => !/^(# |- )/.test(text)).map((text) => ({ kind: 'paragraph' as const, text })),
    line.map((text) => ({ kind: 'heading' as const, text })),
    fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => ({ kind: 'list' as const, items })),
  ),
  { maxLength: 4 },
)
const production: fc.Arbitrary<StoredProduction> = fc
  .record({
    ...{ id: slug, title: line, credit: line, tagline: line, synopsis, runningTime: fc.integer({ min: 1, max: 300 }) },
    ...{ intervals: fc.integer({ min: 0, max: 3 }), ageGuidance: fc.integer({ min: 0, max: 18 }), warnings: lines, venue: line },
    ...{ copyLanguage: fc.constantFrom('en-GB', 'de', 'ht'), streaming: fc.option(line, { nil: undefined }) },
    slug: fc.option(fc.stringMatching(/^[a-z0-9]{30}$/), { nil: undefined }),
    performers: fc.option(
      fc.array(fc.record({ kind: fc.constantFrom('person', 'group'), name: fc.stringMatching(/^[A-Z][a-z ]{0,9}[a-z]$/) }), {
        minLength: 1,
        maxLength: 3,
      }),
      { nil: undefined },
    ),
    poster: fc.record({ hue: fc.integer({ min: 0, max: 359 }), motif: fc.constantFrom('arcs', 'waves', 'blocks') }),
    state: fc.constantFrom('draft', 'published', 'archived'),
    translations: fc.option(fc.record({ de: fc.record({ title: line, synopsis: synopsis.filter((parts) => parts.length > 0) }) }), {
      nil: undefined,
    }),
  })
  .map(withoutUndefined) as fc.Arbitrary<StoredProduction>

const performance: fc.Arbitrary<StoredPerformance> = fc.record({
  ...{ id: slug, production: slug, hall: slug, planVersion: fc.constantFrom('1', '2026-07'), priceList: slug },
  ...{ type: fc.option(slug), startsAt: moment, timeZone: fc.constantFrom('Europe/London', 'Europe/Stockholm') },
  web: fc.record({ isVisible: fc.boolean(), sale: fc.constantFrom('on-sale', 'not-on-sale', 'book-elsewhere', 'cancelled') }),
  counter: fc.record({ isVisible: fc.boolean(), isOnSale: fc.boolean() }),
  generalSaleAt: moment,
  priority: fc.array(fc.record({ from: moment, memberships: fc.array(slug, { minLength: 1, maxLength: 3 }) }), { maxLength: 3 }),
  ...{ programme: fc.option(slug), members: fc.option(fc.array(slug, { minLength: 1, maxLength: 3 })) },
  perCustomer: fc.option(fc.integer({ min: 1, max: 500 })),
  accessTags: fc.uniqueArray(fc.constantFrom('captioned', 'audio-described', 'bsl', 'relaxed')),
  state: fc.constantFrom('draft', 'published'),
})

const hall: fc.Arbitrary<HallRow> = fc.record({ hall: slug, planFile: slug.map((name) => `${name}.json`), name: line })
const priceList: fc.Arbitrary<PriceListRow> = fc.record({
  planVersion: fc.option(fc.constantFrom('1', '2-0a1b2c3d')),
  ...{ id: slug, name: line, hall: slug },
  seatBands: fc.array(fc.tuple(fc.integer({ min: 0, max: bands.length - 1 }), fc.integer({ min: 1, max: 900 })), {
    minLength: 1,
    maxLength: 9,
  }),
  seatBlocks: fc.option(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 2, max: 8 })), { minLength: 1, maxLength: 4 }),
  ),
})
const priceType = fc
  .record({
    ...{ priceList: slug, id: slug, name: line, kind: fc.constantFrom('full', 'member', 'staff') },
    limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    accompanied: fc.option(fc.constant(true), { nil: undefined }),
    vatBasisPoints: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
    proofAtDoor: fc.option(
      fc.tuple(line, fc.option(line)).map(([text, german]) => ({ text, ...(german !== null && { translations: { de: german } }) })),
      { nil: undefined },
    ),
    payWhatYouCan: fc.option(
      fc.tuple(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 })).map(([least, more]) => ({ least, most: least + more })),
      { nil: undefined },
    ),
    levy: fc.option(
      fc.tuple(line, fc.option(line), fc.integer({ min: 1, max: 10_000 }), fc.boolean()).map(([text, german, size, isPart]) => ({
        ...{ name: { text, ...(german !== null && { translations: { de: german } }) } },
        ...(isPart ? { basisPoints: size } : { amount: size }),
      })),
      { nil: undefined },
    ),
    memberships: fc.option(fc.array(slug, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  })
  .map(withoutUndefined) as fc.Arbitrary<PriceTypeRow>
const amount = fc.integer({ min: 0, max: 100_000_00 }) as unknown as fc.Arbitrary<PriceRow['fee']>
const price: fc.Arbitrary<PriceRow> = fc.record({
  ...{ priceList: slug, band: fc.constantFrom(...bands), priceType: slug, price: fc.option(amount), fee: amount },
})
const scheduledPrice: fc.Arbitrary<ScheduledPriceRow> = fc
  .tuple(price, fc.constantFrom('2031-01-10T10:00', '2032-02-29T00:00'))
  .map(([each, from]) => ({ ...each, from }))

const type: fc.Arbitrary<ProgrammeThings['performance types']> = fc.record({
  ...{ id: slug, name: line, priceList: slug, perCustomer: fc.option(fc.integer({ min: 1, max: 500 })) },
  accessTags: fc.uniqueArray(fc.constantFrom('captioned', 'audio-described', 'bsl', 'relaxed')),
})
const saleMoment: fc.Arbitrary<SaleWindowRow['from']> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), at: fc.constantFrom('2031-01-10T10:00', '2032-02-29T00:00') }),
  fc.record({
    kind: fc.constant('days-before' as const),
    days: fc.integer({ min: 0, max: 1_000 }),
    time: fc.constantFrom('00:00', '10:00', '23:59'),
  }),
  fc.record({ kind: fc.constant('minutes-before' as const), minutes: fc.integer({ min: 0, max: 20_160 }) }),
)
const saleWindow: fc.Arbitrary<SaleWindowRow> = fc.record({
  ...{ production: slug, window: fc.integer({ min: 1, max: 20 }), channel: fc.constantFrom('web', 'counter') },
  memberships: fc.option(fc.array(slug, { minLength: 1, maxLength: 2 })),
  ...{ from: saleMoment, until: fc.option(saleMoment), limit: fc.option(fc.integer({ min: 1, max: 500 })) },
})

const pixels = fc.integer({ min: 1, max: 99_999 })
const percent = fc.integer({ min: 0, max: 100 })
const picture: fc.Arbitrary<PictureRow> = fc.record({
  ...{ production: slug, picture: fc.integer({ min: 1, max: 24 }) },
  image: fc.record({
    ...{ id: fc.stringMatching(/^[0-9a-f]{32}$/), width: pixels, height: pixels, focus: fc.record({ x: percent, y: percent }) },
    alt: fc.oneof(fc.record({ text: line }), fc.record({ text: line, translations: fc.record({ de: line, ht: line }) })),
  }),
})

function withoutUndefined<Value extends object>(value: Value): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
}

/** The things that the rows of a file make where none exists. */
const made = (rows: ReadProgramme['rows']): { [Name in SheetName]: ProgrammeThings[Name][] } => ({
  halls: rows.halls.map(({ edit }) => edit(newThings.halls())),
  'price lists': rows['price lists'].map(({ edit }) => edit(newThings['price lists']())),
  'price types': rows['price types'].map(({ edit }) => edit(newThings['price types']())),
  prices: rows.prices.map(({ edit }) => edit(newThings.prices())),
  'scheduled prices': rows['scheduled prices'].map(({ edit }) => edit(newThings['scheduled prices']())),
  'performance types': rows['performance types'].map(({ edit }) => edit(newThings['performance types']())),
  productions: rows.productions.map(({ edit }) => edit(newThings.productions())),
  pictures: rows.pictures.map(({ edit }) => edit(newThings.pictures())),
  performances: rows.performances.map(({ edit }) => edit(newThings.performances('Europe/London'))),
  'on-sale windows': rows['on-sale windows'].map(({ edit }) => edit(newThings['on-sale windows']())),
})

it('reads what it writes, of any programme, also as texts alone', () => {
  const unique = <Thing>(of: fc.Arbitrary<Thing>, key: (thing: Thing) => string) => fc.uniqueArray(of, { selector: key, maxLength: 4 })
  const programme = fc.record({
    halls: unique(hall, ({ hall: id, planFile }) => `${id} ${planFile}`),
    'price lists': unique(priceList, ({ id }) => id),
    'price types': unique(priceType, ({ priceList: list, id }) => `${list} ${id}`),
    prices: unique(price, ({ priceList: list, band, priceType: type }) => `${list} ${band} ${type}`),
    'scheduled prices': unique(scheduledPrice, ({ priceList: list, from, band, priceType: type }) => `${list} ${from} ${band} ${type}`),
    productions: unique(production, ({ id }) => id),
    pictures: unique(picture, ({ production: owner, picture: nth }) => `${owner} ${nth}`),
    performances: unique(performance, ({ id }) => id),
    'performance types': unique(type, ({ id }) => id),
    'on-sale windows': unique(saleWindow, ({ production: owner, window }) => `${owner} ${window}`),
  })
  fc.assert(
    fc.property(programme, fc.boolean(), (things, isText) => {
      const sheets = writeProgramme(things)
      const asTexts = sheets.map(({ name, rows }) => ({
        name,
        rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
      }))
      const { rows, problems } = readProgramme(isText ? asTexts : sheets, closest)
      expect(problems).toEqual([])
      expect(made(rows)).toEqual(things)
    }),
  )
})

/** The first word with all letters of the other one. */
const closest: FindClosest = (word, words) => words.find((each) => [...word].every((letter) => each.includes(letter))) ?? null

const performances = (...rows: Cell[][]): RawSheet => ({ name: 'performances', rows })
const problemsOf = (...sheets: RawSheet[]) =>
  readProgramme(sheets, closest).problems.map(({ row, column, fault, suggestion }) => [row, column, fault, suggestion])

describe('a file with faults', () => {
  it.each<[string, string, Cell, string, string | null]>([
    ['date', '31 February', '2031-02-31', 'no-such-time', null],
    ['date', 'a serial number', 46_000, 'not-a-date', '2025-12-09'],
    ['date', 'a day that only can be the first', '27/11/2031', 'not-a-date', '2031-11-27'],
    ['date', 'a date that could be two', '03/04/2031', 'not-a-date', 'YYYY-MM-DD'],
    ['time', 'an hour too many', '24:30', 'not-a-time', '19:30'],
    ['general sale', 'no time', '2031-02-03', 'not-a-time', '2031-02-03 10:00'],
    ['tickets per customer', 'a fraction', '2.5', 'not-a-number', null],
    ['tickets per customer', 'none at all', 0, 'out-of-range', '1–500'],
    ['online sale', 'a word that it has not', 'open', 'unknown-choice', 'on-sale, not-on-sale, cancelled, book-elsewhere'],
    ['performance', 'a title', 'The Tempest, 3 May', 'not-a-key', 'the-tempest-3-may'],
    ['hall', 'a failed formula', '#REF!', 'formula-error', null],
    ['hall', 'nothing', '  ', 'missing', null],
    ['visible online', 'neither yes nor no', 'perhaps', 'not-yes-or-no', 'yes, no'],
    ['priority', 'levels without a time', 'friends', 'not-a-date', '2031-02-03 10:00 friends, patrons'],
  ])('names the cell of %s with %s, and what to write', (column, _what, cell, fault, suggestion) => {
    const headers = [...new Set(['performance', column])]
    const row = headers.map((header) => (header === column ? cell : 'tempest-1'))
    expect(problemsOf(performances(headers, row))).toEqual([[2, column, fault, suggestion]])
  })

  it.each<[string, Cell, number | string | null]>([
    ['pounds and pence', '45.50', 4_550],
    ['a comma for a point', '45,5', 4_550],
    ['a currency and thousands', '£1,250.00', 125_000],
    ['a number', 45.1, 4_510],
    ['what could be thousands or a fraction', '1,250', '1250'],
    ['thousandths of a pound', 4.505, '4.51'],
    ['less than nothing', '-3', '0–100000'],
    ['a word', 'free', '45.00'],
  ])('reads or refuses an amount: %s', (_what, cell, expected) => {
    const { rows, problems } = readProgramme(
      [
        {
          name: 'prices',
          rows: [
            ['price list', 'band', 'price type', 'price'],
            ['main', 'a', 'full', cell],
          ],
        },
      ],
      closest,
    )
    const [row] = made(rows).prices
    expect(row ? row.price : problems[0]!.suggestion).toBe(expected)
  })

  it('names unknown sheets and columns with those that were meant, and repeated ones', () => {
    expect(
      problemsOf(
        { name: 'Prodution', rows: [] },
        { name: 'notes of the manager', rows: [] },
        performances(['performance', 'tme', 'hall', 'Hall', null]),
        performances(['performance']),
      ),
    ).toEqual([
      [null, null, 'unknown-sheet', 'productions'],
      [null, null, 'unknown-sheet', null],
      [null, null, 'repeated-sheet', null],
      [1, 'tme', 'unknown-column', 'time'],
      [1, 'hall', 'repeated-column', null],
    ])
  })

  it('refuses a key the second time, and a sheet without its key column', () => {
    const rows = [
      ['performance', 'hall'],
      ['first', 'main'],
      ['second', 'main'],
      [null, ''],
      ['first', 'studio'],
    ]
    expect(problemsOf(performances(...rows))).toEqual([[5, 'performance', 'repeated-key', '2']])
    expect(problemsOf(performances(['hall'], ['main']))).toEqual([[1, 'performance', 'missing', null]])
  })

  it('tells every problem at once', () => {
    const rows = [
      ['performance', 'date', 'time'],
      ['first', '31/02/2031', '25:00'],
      ['Second', '', '19.30'],
    ]
    expect(problemsOf(performances(...rows)).map(([row, column]) => `${row} ${column}`)).toEqual([
      '2 date',
      '2 time',
      '3 performance',
      '3 date',
    ])
  })
})

it('keeps the fields of a thing that the sheet has no column for, and names those that a new one lacks', () => {
  const { rows } = readProgramme([performances(['Performance', 'Tickets_per customer'], ['tempest-1', '4'])], closest)
  const [row] = rows.performances
  const stored = { id: 'tempest-1', hall: 'main', perCustomer: null } as StoredPerformance
  expect(row!.edit(stored)).toEqual({ ...stored, perCustomer: 4 })
  expect(row!.lacking).toEqual(['production', 'date', 'time', 'hall', 'price list', 'general sale'])
  expect(readProgramme([], closest).rows).toEqual(none)
})

it('reads columns in any order', () => {
  const headers = ['time', 'general sale', 'date', 'performance']
  const cells = ['19:30', '2031-01-10 10:00', '2031-02-03', 'lear-1']
  const { rows, problems } = readProgramme([{ name: 'performances', rows: [headers, cells] }], () => null)
  expect(problems).toEqual([])
  expect(rows.performances[0]!.edit(newThings.performances('Europe/London'))).toMatchObject({ id: 'lear-1', startsAt: '2031-02-03T19:30' })
})
