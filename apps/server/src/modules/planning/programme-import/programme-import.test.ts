import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ApiClient } from '@playhouse/api-client/client'
import { type Cell, type RawSheet, readProgramme } from '@playhouse/domain/programme-file'
import type { ImportReport } from '@playhouse/domain/programme-import'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { closest } from '#modules/spreadsheet'
import { expectInvariants, fullPriceSeats, openTestTheatre } from '#testing'
import { startTestServer, type TestServer } from '../../../proof/test-server.ts'
import { daysAhead, problemIn, staffClientOf, value } from '../testing/staff-client.ts'
import { exportProgramme, importProgramme } from './index.ts'

let server: TestServer
let programmer: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
})
afterAll(async () => {
  await expectInvariants(server.theatre)
  await server.close()
})

const planner = { staff: null, actor: { name: 'operator' } }
type Options = { readonly isPreview?: boolean; readonly theatre?: Pick<TestServer['theatre'], 'db' | 'catalogue' | 'brand'> }
const run = (sheets: readonly RawSheet[], { isPreview = false, theatre = server.theatre }: Options = {}): Promise<ImportReport> =>
  importProgramme(
    { ...theatre, timeZone: theatre.brand.timeZone, memberships: theatre.brand.memberships.map(({ id }) => id) },
    planner,
    readProgramme(sheets, closest),
    { isPreview },
  )
const sheet = (name: string, ...rows: Cell[][]): RawSheet => ({ name, rows })
const problemsOf = ({ problems }: ImportReport) =>
  problems.map(({ sheet: name, row, column, fault, suggestion }) => [name, row, column, fault, suggestion])

const playHeaders = ['production', 'title', 'running time', 'language', 'synopsis', 'title (de)', 'state']
const play = (id: string, state = 'draft'): Cell[] => [id, `The ${id}`, 120, 'en', 'A play.', `Das ${id}`, state]
const nightHeaders = ['performance', 'production', 'date', 'time', 'hall', 'price list', 'general sale', 'state', 'priority']
const night = (id: string, production: string, days: number, more: Partial<Record<string, Cell>> = {}): Cell[] => {
  const [hall, list] = ['small', 'small-week']
  const cells: Record<string, Cell> = {
    date: daysAhead(days),
    time: '19:30',
    hall,
    'price list': list,
    'general sale': '2026-01-05 10:00',
    state: 'draft',
    priority: '',
  }
  return [id, production, ...nightHeaders.slice(2).map((header) => more[header] ?? cells[header]!)]
}
const schedule = (...rows: Cell[][]): RawSheet =>
  sheet('scheduled prices', ['price list', 'from', 'band', 'price type', 'price', 'fee'], ...rows)
const plays = (...rows: Cell[][]): RawSheet => sheet('productions', playHeaders, ...rows)
const nights = (...rows: Cell[][]): RawSheet => sheet('performances', nightHeaders, ...rows)

it('creates productions, performances and prices as one change set, which staff can undo', async () => {
  const file = [
    sheet('price lists', ['price list', 'name', 'hall', 'bands of seats'], ['gala', 'Gala', 'small', 'a 10, b 30']),
    sheet('price types', ['price list', 'price type', 'name', 'kind'], ['gala', 'full', 'Full price', 'full']),
    sheet(
      'prices',
      ['price list', 'band', 'price type', 'price', 'fee'],
      ['gala', 'a', 'full', '80,00', 2.5],
      ['gala', 'b', 'full', 60, null],
    ),
    plays(play('medea', 'published')),
    nights(
      night('medea-1', 'medea', 300, { 'price list': 'gala', state: 'published' }),
      night('medea-2', 'medea', 301, { 'price list': 'gala' }),
    ),
  ]
  const before = await exportProgramme(server.theatre.db)
  const preview = await run(file, { isPreview: true })
  expect(preview).toMatchObject({ problems: [], unchanged: 0, changeSet: null })
  expect(preview.things.map(({ subject, id, effect }) => `${subject} ${id} ${effect}`)).toEqual([
    'price-list gala created',
    'production medea created',
    'performance medea-1 created',
    'performance medea-2 created',
  ])
  expect(await exportProgramme(server.theatre.db)).toEqual(before)
  const { changeSet } = await run(file)
  const planned = value(await programmer.planning.production({ params: { event: 'medea' } }))
  expect(planned.production).toMatchObject({ title: 'The medea', state: 'published', translations: { de: { title: 'Das medea' } } })
  expect(planned.performances.map(({ id, state, planVersion, timeZone }) => [id, state, planVersion, timeZone])).toEqual([
    ['medea-1', 'published', '1', 'Europe/London'],
    ['medea-2', 'draft', '1', 'Europe/London'],
  ])
  const list = value(await programmer.priceLists.one({ params: { priceList: 'gala' } }))
  expect(list.prices).toEqual({ a: { full: { price: 8_000, fee: 250 } }, b: { full: { price: 6_000, fee: 0 } } })
  expect(await run(file)).toEqual({ problems: [], things: [], unchanged: 4, changeSet: null })
  const [newest] = value(await programmer.planning.changes({ query: {} })).changes
  expect(newest).toMatchObject({ id: changeSet, kind: 'import-programme', by: 'operator' })
  value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
  expect(await exportProgramme(server.theatre.db)).toEqual(before)
})

describe('scheduled prices', () => {
  const from = `${daysAhead(30)} 10:00`
  const exported = async () => (await exportProgramme(server.theatre.db)).find(({ name }) => name === 'scheduled prices')!.rows
  const scheduledOf = async () => value(await programmer.priceLists.one({ params: { priceList: 'small-week' } })).scheduled

  it('are added and changed by their list and moment, are exported, and an undo withdraws them', async () => {
    const file = [schedule(['small-week', from, 'a', 'full', 45.5, 1.5], ['small-week', from, 'b', 'full', 20, null])]
    const added = await run(file)
    expect(added).toMatchObject({ problems: [], things: [{ subject: 'price-schedule', id: `small-week, ${from}`, effect: 'created' }] })
    expect(await run(file)).toEqual({ problems: [], things: [], unchanged: 1, changeSet: null })
    expect((await exported()).slice(1)).toEqual([
      ['small-week', from, 'a', 'full', 45.5, 1.5],
      ['small-week', from, 'b', 'full', 20, null],
    ])
    const [id] = (await scheduledOf()).map((each) => each.id)
    const changed = await run([
      sheet('scheduled prices', ['price list', 'from', 'band', 'price type', 'price'], ['small-week', from, 'A', 'full', 50]),
    ])
    expect(changed.things).toEqual([{ subject: 'price-schedule', id: `small-week, ${from}`, effect: 'changed', fields: ['price.a.full'] }])
    const [scheduled] = await scheduledOf()
    expect(scheduled).toMatchObject({
      id,
      fields: [
        { field: 'price.a.full', after: { price: 50_00, fee: 1_50 } },
        { field: 'price.b.full', after: { price: 20_00 } },
      ],
    })
    const undo = async (change: string | null) => value(await programmer.planning.undo({ params: { change: change! }, body: {} }))
    await undo(changed.changeSet)
    expect((await exported())[1]).toEqual(['small-week', from, 'a', 'full', 45.5, 1.5])
    await undo(added.changeSet)
    expect(await scheduledOf()).toEqual([])
  })

  it('name every fault with its row, and are not exported once their moment has passed', async () => {
    const past = '2026-01-10 10:00'
    const report = await run([
      schedule(
        ['small-week', past, 'a', 'full', 45, null],
        ['small-weak', from, 'a', 'full', 45, null],
        ['small-week', from, 'a', 'fool', 45, null],
        ['small-week', from, 'a', 'full', 45, 46],
        ['small-week', from, 'b', 'full', 45, null],
        ['small-week', from.replace(' ', 'T'), 'B', 'full', 46, null],
        ['small-week', '2031-03-30 01:30', 'a', 'full', 45, null],
        ['small-week', 'soon', 'a', 'full', 45, null],
      ),
    ])
    expect(problemsOf(report).map(([, ...problem]) => problem)).toEqual([
      [2, 'from', 'moment-passed', null],
      [3, 'price list', 'unknown-reference', 'small-week'],
      [4, 'price type', 'unknown-reference', 'full'],
      [5, 'fee', 'fee-over-price', '45'],
      [7, 'price type', 'repeated-key', '6'],
      [8, 'from', 'skipped-time', null],
      [9, 'from', 'not-a-date', '2031-02-03 10:00'],
    ])
    await run([schedule(['small-week', from, 'a', 'full', 45, null])])
    await server.theatre.db
      .updateTable('price_schedule')
      .set({ starts_at: sql<Date>`now() - interval '1 minute'` })
      .execute()
    expect(await exported()).toHaveLength(1)
    await server.theatre.database.owner.deleteFrom('price_schedule').execute()
  })

  it('are undone with a list that the file creates, and with those of another list and of a performance that moved to the new one', async () => {
    await run([plays(play('troilus')), nights(night('troilus-1', 'troilus', 395))])
    const before = await exportProgramme(server.theatre.db)
    const { problems, changeSet } = await run([
      sheet('price lists', ['price list', 'name', 'hall', 'bands of seats'], ['fresh', 'Fresh', 'small', 'a 10, b 30']),
      sheet('price types', ['price list', 'price type', 'name', 'kind'], ['fresh', 'full', 'Full price', 'full']),
      sheet('prices', ['price list', 'band', 'price type', 'price', 'fee'], ['fresh', 'a', 'full', 80, 0], ['fresh', 'b', 'full', 60, 0]),
      schedule(['fresh', from, 'a', 'full', 85, null], ['small-week', from, 'a', 'full', 45, null]),
      nights(night('troilus-1', 'troilus', 395, { 'price list': 'fresh' })),
    ])
    expect(problems).toEqual([])
    const undone = value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(await exportProgramme(server.theatre.db)).toEqual(before)
    const redone = value(await programmer.planning.undo({ params: { change: undone.changeSet }, body: {} }))
    expect(await scheduledOf()).toHaveLength(1)
    value(await programmer.planning.undo({ params: { change: redone.changeSet }, body: {} }))
  })

  it('leave no band of a list on sale without a price', async () => {
    const live = { state: 'published' }
    await run([plays(play('coriolanus', 'published')), nights(night('coriolanus-1', 'coriolanus', 350, live))])
    const { prices } = value(await programmer.priceLists.one({ params: { priceList: 'small-week' } }))
    const rows = Object.keys(prices.a!).map((type): Cell[] => ['small-week', from, 'a', type, null, null])
    expect(problemsOf(await run([schedule(...rows)]))).toEqual([['scheduled prices', 2, 'band', 'band-without-price', null]])
  })
})

it('exports a programme that another database imports to the same', async () => {
  await run([schedule(['small-week', `${daysAhead(40)} 00:00`, 'a', 'full', 45.5, 1.5])])
  const sheets = await exportProgramme(server.theatre.db)
  const theatre = await openTestTheatre()
  try {
    for (const table of ['performance', 'sale_windows', 'production', 'performance_type', 'price_schedule', 'price_list'] as const)
      await theatre.database.owner.deleteFrom(table).execute()
    const report = await run(sheets, { theatre })
    const halls = sheets.find(({ name }) => name === 'halls')!.rows.length - 1
    expect(report).toMatchObject({ problems: [], unchanged: halls })
    expect(await exportProgramme(theatre.db)).toEqual(sheets)
  } finally {
    await theatre.database.drop()
  }
})

it('changes only the columns that the file has', async () => {
  await run([plays(play('othello')), nights(night('othello-1', 'othello', 310))])
  const { things } = await run([
    sheet('performances', ['performance', 'tickets per customer', 'access'], ['othello-1', 4, 'captioned, relaxed']),
  ])
  expect(things).toEqual([{ subject: 'performance', id: 'othello-1', effect: 'changed', fields: ['perCustomer', 'accessTags'] }])
  const [performance] = value(await programmer.planning.production({ params: { event: 'othello' } })).performances
  expect(performance).toMatchObject({ id: 'othello-1', perCustomer: 4, startsAt: `${daysAhead(310)}T19:30` })
})

describe('a file with faults', () => {
  it('tells all of them at once, and changes nothing', async () => {
    const before = await exportProgramme(server.theatre.db)
    const report = await run([
      plays(play('timon'), play('othello', 'archived'), ['Lear', 'King Lear', 0, 'en', '', '', 'draft']),
      nights(
        night('timon-1', 'tymon', 320, { hall: 'smal' }),
        night('timon-2', 'timon', 321, { 'price list': 'small-weak' }),
        night('timon-3', 'timon', 322, { date: '2031-03-30', time: '01:30' }),
        night('timon-4', 'timon', 323, { date: '2031-02-31' }),
        night('timon-5', 'timon', 324, { priority: '2026-01-06 10:00 priority' }),
      ),
      sheet('performances of 2031'),
      sheet(
        'prices',
        ['price list', 'band', 'price type', 'price', 'fee'],
        ['small-week', 'a', 'full', 10, 12],
        ['small-week', 'a', 'fool', 10, 1],
        ['none', 'a', 'full', 10, 1],
      ),
    ])
    expect(problemsOf(report)).toEqual([
      ['performances of 2031', null, null, 'unknown-sheet', null],
      ['prices', 2, 'fee', 'fee-over-price', '10'],
      ['prices', 3, 'price type', 'unknown-reference', 'full'],
      ['prices', 4, 'price list', 'unknown-reference', null],
      ['productions', 3, 'state', 'state-kept', 'draft'],
      ['productions', 4, 'production', 'not-a-key', 'lear'],
      ['productions', 4, 'running time', 'out-of-range', '1–1440'],
      ['performances', 2, 'hall', 'unknown-reference', 'small'],
      ['performances', 2, 'production', 'unknown-reference', 'timon'],
      ['performances', 3, 'price list', 'unknown-reference', 'small-week'],
      ['performances', 4, 'time', 'skipped-time', null],
      ['performances', 5, 'date', 'no-such-time', null],
      ['performances', 6, 'priority', 'after-general-sale', '2026-01-05 10:00'],
    ])
    expect(await exportProgramme(server.theatre.db)).toEqual(before)
  })

  it('takes no address that another production has or had, in the programme or in the file', async () => {
    const addressed = (...rows: Cell[][]): RawSheet =>
      sheet('productions', ['production', 'title', 'running time', 'language', 'address'], ...rows)
    const withAddress = (id: string, address: Cell): Cell[] => [id, id, 100, 'en', address]
    await run([addressed(withAddress('winter', 'a-tale'))])
    await run([addressed(withAddress('winter', 'the-tale'))])
    const report = await run([
      addressed(
        withAddress('a-tale', null),
        withAddress('summer', 'the-tale'),
        withAddress('spring', 'season'),
        withAddress('autumn', 'season'),
      ),
    ])
    expect(problemsOf(report)).toEqual([
      ['productions', 2, 'production', 'address-taken', 'winter'],
      ['productions', 3, 'address', 'address-taken', 'winter'],
      ['productions', 5, 'address', 'address-taken', 'spring'],
    ])
    const [{ rows }] = (await exportProgramme(server.theatre.db)).filter(({ name }) => name === 'productions') as [RawSheet]
    expect(rows.find(([id]) => id === 'winter')).toContain('the-tale')
  })

  it('does not move a performance whose seats are taken', async () => {
    await run([plays(play('hamlet2', 'published')), nights(night('hamlet2-1', 'hamlet2', 330, { state: 'published' }))])
    const { theatre } = server
    await theatre.catalogue.refresh()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect((await addTickets(theatre, basket, { name: 'guest' }, 'hamlet2-1', fullPriceSeats('A.1'))).ok).toBe(true)
    const moved = await run([sheet('performances', ['performance', 'time'], ['hamlet2-1', '20:00'])])
    expect(problemsOf(moved)).toEqual([['performances', 2, 'time', 'fixed-while-on-sale', `${daysAhead(330)} 19:30`]])
  })

  it('publishes nothing that is incomplete, also where two performances clash in the file', async () => {
    const published = { state: 'published' }
    const report = await run([
      plays(play('pericles', 'published'), play('cymbeline', 'published')),
      nights(night('pericles-1', 'pericles', 340, published), night('pericles-2', 'pericles', 340, { ...published, time: '20:00' })),
    ])
    expect(problemsOf(report)).toEqual([
      ['productions', 3, 'state', 'incomplete', 'no-performance'],
      ['performances', 2, 'state', 'incomplete', 'hall-clash: The pericles'],
      ['performances', 3, 'state', 'incomplete', 'hall-clash: The pericles'],
    ])
    const unknown = await programmer.planning.production({ params: { event: 'pericles' } })
    expect(problemIn(unknown).code).toBe('event-unavailable')
  })
})
