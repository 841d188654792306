import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { readPlan } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import type { OpenMap } from './seating.ts'
import { code, value } from './visitor.ts'

type Parts = {
  readonly openMap: (instance: string) => Promise<OpenMap>
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

type Seat = { readonly seat_number: string; readonly category: string; readonly position: { readonly x: number; readonly y: number } }

/** A pretix plan in Base64: rows of ten seats, the first row in another category. */
function pretixFile(rows: number, change: (seat: Seat, row: number, place: number) => Partial<Seat> = () => ({})): string {
  const seatAt = (row: number, place: number): Seat => {
    const seat = { seat_number: String(place + 1), category: row === 0 ? 'Best' : 'Usual', position: { x: place * 20, y: 0 } }
    return { ...seat, ...change(seat, row, place) }
  }
  const plan = {
    name: 'Barn',
    size: { width: 400, height: 400 },
    categories: [
      { name: 'Best', color: '#a00' },
      { name: 'Usual', color: '#00a' },
    ],
    zones: [
      {
        ...{ name: 'Stalls', position: { x: 20, y: 60 } },
        rows: Array.from({ length: rows }, (_, row) => ({
          ...{ row_number: 'ABCDEFGH'[row], position: { x: 0, y: row * 25 } },
          seats: Array.from({ length: 10 }, (_each, place) => seatAt(row, place)),
        })),
      },
    ],
  }
  return btoa(JSON.stringify(plan))
}

/** Halls and plans that staff add. */
export function describeHalls({ openMap, visitor, programmer: signIn, production }: Parts): void {
  const bodyOf = (id: string, file: string) => ({
    ...{ name: 'The Barn', file, isPreview: true },
    priceList: { id: `${id}-prices`, name: 'Barn prices', basedOn: null, fullPrice: 'Full price' },
  })

  it('adds a hall from a pretix plan, sells in it, and refuses to undo it then', async () => {
    const programmer = await signIn()
    const hall = `barn-${Date.now()}`
    const body = bodyOf(hall, pretixFile(3))
    const preview = value(await programmer.halls.create({ body: { ...body, hall } }))
    expect(preview).toMatchObject({
      ...{ planVersion: null, changeSet: null },
      report: {
        ...{ format: 'pretix', isSellable: true, seats: 30, rows: 3, areas: [{ name: 'Stalls', seats: 30 }] },
        types: [{ type: 'standard', seats: 30 }],
        bands: [
          { band: 'a', seats: 10, categories: ['Best'] },
          { band: 'b', seats: 20, categories: ['Usual'] },
        ],
      },
    })
    expect(code(await programmer.halls.one({ params: { hall } }))).toBe('page-not-found')
    const added = value(await programmer.halls.create({ body: { ...body, hall, isPreview: false } }))
    const planVersion = added.planVersion!
    expect(code(await programmer.halls.create({ body: { ...body, hall } }))).toBe('id-taken')
    expect(value(await programmer.halls.all()).halls.find((each) => each.hall === hall)).toEqual({
      ...{ hall, name: 'The Barn', planVersion, seats: 30, plans: 1, priceLists: 1, performances: 0 },
    })
    const drawn = value(await visitor().catalogue.plan({ params: { venue: hall, version: planVersion } }))
    expect([drawn.hall, drawn.version, drawn.name, readPlan(drawn).seatCount]).toEqual([hall, planVersion, 'The Barn', 30])
    // Undone and brought back: an undo is a change set too.
    const undone = value(await programmer.planning.undo({ params: { change: added.changeSet! }, body: {} }))
    expect(code(await programmer.halls.one({ params: { hall } }))).toBe('page-not-found')
    expect(value(await programmer.planning.options()).halls.filter((each) => each.hall === hall)).toEqual([])
    value(await programmer.planning.undo({ params: { change: undone.changeSet }, body: {} }))
    expect(value(await programmer.halls.one({ params: { hall } }))).toMatchObject({
      plans: [{ planVersion, seats: 30, performances: 0 }],
      priceLists: [{ id: body.priceList.id, planVersion }],
    })

    const list = value(await programmer.priceLists.one({ params: { priceList: body.priceList.id } }))
    const price = { full: { price: money(20_00), fee: money(0) } }
    const edit = { name: list.name, priceTypes: list.priceTypes, prices: { a: price, b: price } }
    value(await programmer.priceLists.edit({ params: { priceList: list.id }, body: { version: list.version, edit } }))
    const { event, instance } = await publishIn(programmer, { hall, planVersion, priceList: list.id })
    await expect.poll(async () => code(await visitor().catalogue.instance({ params: { instance } })), { timeout: longestWait }).toBe('ok')
    const buyer = visitor()
    const seat = readPlan(drawn).idOf(4)
    const held = value(await buyer.basket.addTickets({ body: { instance, seats: [{ seat, priceType: 'full' }] } }))
    expect(held.tickets).toMatchObject([{ price: 20_00 }])
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'hall-plan' } }))
    const blocked = await programmer.planning.undo({ params: { change: changes[0]!.id }, body: {} })
    expect(blocked).toMatchObject({ error: { code: 'change-has-dependents' } })

    // Painted on the map: seats in baskets keep their price, bands without a price are refused.
    const one = { priceList: list.id }
    const { seatBands, ...painted } = value(await programmer.priceLists.bands({ params: one }))
    expect([seatBands, painted.planVersion]).toEqual([
      [
        [bands.indexOf('a'), 10],
        [bands.indexOf('b'), 20],
      ],
      planVersion,
    ])
    const paintAs = (front: Band, seats = 30) => ({
      version: painted.version,
      painting: {
        seatBands: [
          [bands.indexOf(front), 10],
          [bands.indexOf('b'), seats - 10],
        ] as [number, number][],
      },
    })
    expect(code(await programmer.priceLists.paintBands({ params: one, body: paintAs('c') }))).toBe('invalid-input')
    expect(code(await programmer.priceLists.paintBands({ params: one, body: paintAs('b', 31) }))).toBe('invalid-input')
    const cheaper = { a: price, b: { full: { price: money(15_00), fee: money(0) } } }
    const { version } = value(
      await programmer.priceLists.edit({ params: one, body: { version: painted.version, edit: { ...edit, prices: cheaper } } }),
    ).priceList
    const repainting = { ...paintAs('b'), version }
    expect(value(await programmer.priceLists.previewBands({ params: one, body: repainting }))).toMatchObject({
      ...{ changed: 10, seats: [{ band: 'b', seats: 30 }], performances: [{ id: instance, inBaskets: 1 }] },
      ...{ grossBefore: 10 * 20_00 + 20 * 15_00, grossAfter: 30 * 15_00 },
    })
    const paintedNow = value(await programmer.priceLists.paintBands({ params: one, body: repainting }))
    expect(value(await buyer.basket.read()).tickets[0]!.price).toBe(20_00)
    const later = visitor()
    const cheap = await later.basket.addTickets({ body: { instance, seats: [{ seat: readPlan(drawn).idOf(6), priceType: 'full' }] } })
    expect(value(cheap).tickets[0]!.price).toBe(15_00)
    value(await programmer.planning.undo({ params: { change: paintedNow.changeSet! }, body: {} }))
    expect(value(await programmer.priceLists.bands({ params: one })).seatBands).toEqual(seatBands)
    for (const client of [buyer, later]) value(await client.basket.reset())

    // A newer plan with one row more: bands follow the seats, and the performance keeps its plan.
    const newer = value(
      await programmer.halls.addPlan({
        params: { hall },
        body: {
          ...{ ...body, file: pretixFile(4), isPreview: false },
          priceList: { ...body.priceList, id: `${hall}-new`, basedOn: list.id },
        },
      }),
    )
    expect(newer.report.bands).toMatchObject([
      { band: 'a', seats: 10 },
      { band: 'b', seats: 30 },
    ])
    expect(value(await programmer.halls.one({ params: { hall } })).plans).toMatchObject([
      { planVersion: newer.planVersion, seats: 40, performances: 0 },
      { planVersion, seats: 30, performances: 1 },
    ])
    expect(value(await visitor().catalogue.instance({ params: { instance } })).planVersion).toBe(planVersion)
    const copied = value(await programmer.priceLists.one({ params: { priceList: `${hall}-new` } }))
    expect(copied.prices).toEqual(cheaper)
    // The former list is for the former plan.
    const mixed = await publishProblem(programmer, { hall, planVersion: newer.planVersion!, priceList: list.id })
    expect(mixed).toContain('price-list-other-plan')
    value(await programmer.planning.withdraw({ params: { event }, body: { version: await versionOf(programmer, event) } }))
  })

  it('compares another plan with that of a performance: lost seats, and a seat for each taken one', async () => {
    const programmer = await signIn()
    const hall = `shed-${Date.now()}`
    const body = { ...bodyOf(hall, pretixFile(3)), isPreview: false }
    const planVersion = value(await programmer.halls.create({ body: { ...body, hall } })).planVersion!
    const list = value(await programmer.priceLists.one({ params: { priceList: body.priceList.id } }))
    const price = { full: { price: money(20_00), fee: money(0) } }
    const edit = { name: list.name, priceTypes: list.priceTypes, prices: { a: price, b: price } }
    value(await programmer.priceLists.edit({ params: { priceList: list.id }, body: { version: list.version, edit } }))
    const { event, instance } = await publishIn(programmer, { hall, planVersion, priceList: list.id })
    await expect.poll(async () => code(await visitor().catalogue.instance({ params: { instance } })), { timeout: longestWait }).toBe('ok')
    const plan = readPlan(value(await visitor().catalogue.plan({ params: { venue: hall, version: planVersion } })))
    const buyer = visitor()
    // Two seats of the third row, which the other plan lacks.
    const seats = [24, 25].map((seat) => ({ seat: plan.idOf(seat), priceType: 'full' }))
    value(await buyer.basket.addTickets({ body: { instance, seats } }))
    const lock = { type: 'house' as const, note: '', release: null }
    const locked = { version: 0, also: [], painting: [{ lock, seats: [plan.idOf(0), plan.idOf(29)] }] }
    value(await programmer.seatLocks.paint({ params: { instance }, body: locked }))
    const smaller = value(
      await programmer.halls.addPlan({
        params: { hall },
        body: { ...body, file: pretixFile(2), priceList: { ...body.priceList, id: `${hall}-new`, basedOn: list.id } },
      }),
    ).planVersion!
    const other = { planVersion: smaller, priceList: `${hall}-new`, byHand: [] }
    const preview = (change: object = {}) => programmer.replans.preview({ params: { instance }, body: { ...other, ...change } })
    const result = value(await preview())
    expect(result).toMatchObject({ same: 20, added: 0, kept: 1, gone: { held: seats.map(({ seat }) => seat), sold: [plan.idOf(29)] } })
    expect(result.gone.free).toHaveLength(7)
    expect(result.moves).toMatchObject([
      { from: { row: 'C', number: '5' }, to: { row: 'B', number: '5' }, kind: 'as-good', holder: 'held', party: 0, order: null },
      { from: { row: 'C', number: '6' }, to: { row: 'B', number: '6' }, kind: 'as-good', holder: 'held', party: 0, order: null },
      { from: { row: 'C', number: '10' }, to: { row: 'B', number: '10' }, kind: 'as-good', holder: 'locked', party: 1, order: null },
    ])
    const byHand = [{ from: plan.idOf(24), to: plan.idOf(5) }]
    expect(value(await preview({ byHand })).moves[0]).toMatchObject({ to: { id: plan.idOf(5) }, kind: 'by-hand' })
    expect(await preview({ byHand: [...byHand, { from: plan.idOf(25), to: plan.idOf(5) }] })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['byHand'] } },
    })
    expect(code(await preview({ byHand: [{ from: plan.idOf(24), to: 'none' }] }))).toBe('seat-unknown')
    for (const [field, change] of [
      ['planVersion', { planVersion }],
      ['planVersion', { planVersion: 'none' }],
      ['priceList', { priceList: list.id }],
    ] as const)
      expect(await preview(change)).toMatchObject({ error: { code: 'invalid-input', params: { fields: [field] } } })
    expect(code(await programmer.replans.preview({ params: { instance: 'none' }, body: other }))).toBe('instance-unavailable')
    // Nothing has changed.
    expect(value(await buyer.basket.read()).tickets.map(({ seat }) => seat)).toEqual(seats.map(({ seat }) => seat))
    // The plan does not change with moves that the staff user has not seen, nor with seats in baskets that have no seat of the plan.
    const versionNow = async () => value(await programmer.planning.production({ params: { event } })).performances[0]!.version
    const apply = async (moves: readonly { from: { id: string }; to: { id: string } | null }[], change: object = {}) =>
      programmer.replans.apply({
        params: { instance },
        body: {
          ...{ ...other, version: await versionNow(), reason: 'Thrust stage', ...change },
          moves: moves.map(({ from, to }) => ({ from: from.id, to: to!.id })),
        },
      })
    const { moves } = result
    const elsewhere = moves.map(({ from }) => ({ from, to: { id: plan.idOf(9) } }))
    for (const unseen of [[], elsewhere]) expect(value(await apply(unseen))).toMatchObject({ changeSet: null, replan: { moves } })
    expect(code(await apply(moves, { version: (await versionNow()) + 1 }))).toBe('changed-meanwhile')
    const inBasket = value(await buyer.basket.read())
    const map = await openMap(instance)
    // Seats in baskets move too, and need no confirmation: visitors come and go.
    const { changeSet } = value(await apply(moves.filter(({ holder }) => holder === 'locked')))
    await expect
      .poll(async () => value(await visitor().catalogue.instance({ params: { instance } })).planVersion, { timeout: longestWait })
      .toBe(smaller)
    await map.expectChange()
    const locks = value(await programmer.seatLocks.one({ params: { instance } }))
    const lockedSeats = [plan.idOf(0), moves[2]!.to!.id]
    expect(locks).toMatchObject({ planVersion: smaller, locks: [{ seats: lockedSeats }] })
    // The basket has its other seats at the price that it was held at, and a new version, so that they are seen before they are paid for.
    const after = value(await buyer.basket.read())
    expect(after.tickets).toMatchObject([
      { id: inBasket.tickets[0]!.id, seat: moves[0]!.to!.id, row: 'B', number: '5', price: 20_00 },
      { id: inBasket.tickets[1]!.id, seat: moves[1]!.to!.id, row: 'B', number: '6', price: 20_00 },
    ])
    expect(after).toMatchObject({ state: 'open', deadline: inBasket.deadline, totals: inBasket.totals })
    expect(after.version).toBeGreaterThan(inBasket.version)
    const taken = await visitor().basket.addTickets({ body: { instance, seats: [{ seat: moves[0]!.to!.id, priceType: 'full' }] } })
    expect(code(taken)).toBe('seats-taken')
    value(await buyer.basket.reset())
    // A seat of the other plan is sold with its prices.
    value(await buyer.basket.addTickets({ body: { instance, seats: [{ seat: plan.idOf(5), priceType: 'full' }] } }))
    value(await buyer.basket.reset())
    expect(code(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))).toBe('change-has-dependents')
    value(
      await programmer.seatLocks.paint({
        params: { instance },
        body: { version: locks.version, also: [], painting: [{ lock: null, seats: lockedSeats }] },
      }),
    )
    value(await programmer.planning.withdraw({ params: { event }, body: { version: await versionOf(programmer, event) } }))
  })

  it('refuses files that are no plan, and plans with errors', async () => {
    const programmer = await signIn()
    const hall = `hut-${Date.now()}`
    const refusalOf = async (file: string, isPreview = true) => {
      const refused = await programmer.halls.create({ body: { ...bodyOf(hall, file), hall, isPreview } })
      return refused.ok ? undefined : refused.error
    }
    const svg = btoa(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    for (const [file, reason] of [
      [svg, 'drawing-without-seats'],
      [btoa('{"zones": [{"rows": [{"seats": [{"x": 1'), 'cut-off'],
      [btoa('[]'), 'unknown-format'],
      [btoa(' '), 'empty-file'],
      [pretixFile(0), 'empty-plan'],
    ] as const)
      expect(await refusalOf(file)).toMatchObject({ code: 'plan-refused', params: { reason } })
    const doubled = pretixFile(1, (seat, _row, place) => (place === 1 ? { position: { ...seat.position, x: 0 } } : {}))
    expect(await refusalOf(doubled)).toBeUndefined()
    expect(await refusalOf(doubled, false)).toMatchObject({ code: 'plan-refused', params: { reason: 'has-errors' } })
    expect(code(await programmer.halls.one({ params: { hall } }))).toBe('page-not-found')
    const unknown = { ...bodyOf(hall, pretixFile(1)), priceList: { ...bodyOf(hall, '').priceList, basedOn: 'none' } }
    expect(await programmer.halls.create({ body: { ...unknown, hall } })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['priceList.basedOn'] } },
    })
    expect(code(await programmer.halls.addPlan({ params: { hall }, body: bodyOf(hall, pretixFile(1)) }))).toBe('page-not-found')
  })

  /** Creates a production with a performance years ahead. */
  async function draftIn(programmer: ApiClient, place: { hall: string; planVersion: string; priceList: string }) {
    const event = `in-${place.hall}-${place.planVersion}`
    value(await programmer.planning.createProduction({ body: { production: production(event, 'In the barn') } }))
    const { timeZone } = value(await programmer.planning.options())
    const instance = `${event}-1`
    const { version } = value(
      await programmer.planning.addPerformance({
        params: { event },
        body: {
          performance: {
            ...{ ...place, id: instance, timeZone, type: null, startsAt: `${new Date().getFullYear() + 5}-05-01T19:30` },
            ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true } },
            ...{ generalSaleAt: '2026-01-10T10:00', priority: [], programme: null, members: null, perCustomer: null, accessTags: [] },
          },
        },
      }),
    )
    return { event, instance, version }
  }
  const publishIn: typeof draftIn = async (programmer, place) => {
    const draft = await draftIn(programmer, place)
    value(await programmer.planning.publish({ params: { event: draft.event }, body: { version: draft.version } }))
    return draft
  }
  const versionOf = async (programmer: ApiClient, event: string): Promise<number> =>
    value(await programmer.planning.production({ params: { event } })).version
  const publishProblem = async (programmer: ApiClient, place: Parameters<typeof draftIn>[1]): Promise<readonly string[]> => {
    const { event, version } = await draftIn(programmer, place)
    const refused = await programmer.planning.publish({ params: { event }, body: { version } })
    return !refused.ok && refused.error.code === 'production-incomplete' ? refused.error.params.missing : []
  }
}
