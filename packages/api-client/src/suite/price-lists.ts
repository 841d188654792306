import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { money } from '@playhouse/domain/money'
import type { PriceListEdit } from '@playhouse/domain/price-list-plan'
import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import type { PlannedPriceList } from '#contract'
import type { OpenMap } from './seating.ts'
import { code, value } from './visitor.ts'

type Parts = {
  readonly openMap: (instance: string) => Promise<OpenMap>
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly production: (id: string, title: string) => ProductionPlan
}

/** The price lists that staff plan. */
export function describePriceLists({ openMap, visitor, programmer: signIn, production }: Parts): void {
  it('changes prices for seats that are held from now on, and undoes that', async () => {
    const programmer = await signIn()
    const suffix = Date.now()
    const id = `copy-${suffix}`
    // A list without blocks of seats, so that one seat can be held.
    const template = await somePerformance(programmer)
    const copied = value(
      await programmer.priceLists.create({ body: { priceList: { id, name: 'Copy for the suite', copyOf: template.priceList } } }),
    )
    expect(copied).toMatchObject({ id, name: 'Copy for the suite', performances: [] })
    expect(value(await programmer.priceLists.all()).priceLists.find((list) => list.id === id)).toMatchObject({ performances: 0 })
    expect(code(await programmer.priceLists.create({ body: { priceList: { id, name: 'Again', copyOf: id } } }))).toBe('id-taken')

    // Years ahead, so that no performance of the season has the hall.
    const event = `priced-${suffix}`
    const year = new Date().getFullYear() + 4
    value(await programmer.planning.createProduction({ body: { production: production(event, 'Priced') } }))
    const { tickets: _tickets, inBaskets: _held, version: _version, state: _state, production: _model, ...fields } = template
    const add = (nth: number, day: string) =>
      programmer.planning.addPerformance({
        params: { event },
        body: {
          performance: {
            ...{ ...fields, id: `${event}-${nth}`, priceList: id, startsAt: `${year}-${day}T19:30`, generalSaleAt: '2026-01-10T10:00' },
            ...{ web: { isVisible: true, sale: 'on-sale' }, programme: null, members: null, priority: [], perCustomer: null, type: null },
          },
        },
      })
    value(await add(1, '05-01'))
    const { version } = value(await add(2, '05-02'))
    const published = value(await programmer.planning.publish({ params: { event }, body: { version } }))
    const instance = published.performances[0]!.id
    await expect.poll(async () => code(await visitor().catalogue.instance({ params: { instance } })), { timeout: longestWait }).toBe('ok')

    const [band, type] = [copied.seats[0]!.band, copied.priceTypes[0]!.id]
    const usual = copied.prices[band]![type]!
    const seats = await seatsOf(visitor(), instance, band)
    const priceOfNext = async (client: ApiClient, nth: number): Promise<number> => {
      const body = { instance, seats: [{ seat: seats[nth]!, priceType: type }] }
      return value(await client.basket.addTickets({ body })).tickets[0]!.price
    }
    const early = visitor()
    expect(await priceOfNext(early, 0)).toBe(usual.price)

    const map = await openMap(instance)
    const dearer = { price: money(usual.price + 3_00), fee: usual.fee }
    const edit = editOf(copied, { prices: { ...copied.prices, [band]: { ...copied.prices[band], [type]: dearer } } })
    const preview = value(await programmer.priceLists.preview({ params: { priceList: id }, body: { version: copied.version, edit } }))
    expect(preview.fields).toEqual([{ field: `price.${band}.${type}`, before: usual, after: dearer }])
    expect(preview.performances).toMatchObject([{ id: instance, event, title: 'Priced', inBaskets: 1 }, { inBaskets: 0 }])
    expect(preview.grossAfter - preview.grossBefore).toBe(copied.seats[0]!.seats * 3_00)
    const saved = value(await programmer.priceLists.edit({ params: { priceList: id }, body: { version: copied.version, edit } }))
    await map.expectChange()
    const stale = await programmer.priceLists.edit({ params: { priceList: id }, body: { version: copied.version, edit } })
    expect(code(stale)).toBe('changed-meanwhile')
    const late = visitor()
    expect(await priceOfNext(late, 1)).toBe(dearer.price)
    expect(value(await early.basket.read()).tickets[0]!.price).toBe(usual.price)
    value(await programmer.planning.undo({ params: { change: saved.changeSet! }, body: {} }))
    await map.expectChange()
    const last = visitor()
    expect(await priceOfNext(last, 2)).toBe(usual.price)
    expect(value(await late.basket.read()).tickets[0]!.price).toBe(dearer.price)
    for (const client of [early, late, last]) value(await client.basket.reset())

    const current = value(await programmer.priceLists.one({ params: { priceList: id } }))
    const levy = { name: { text: 'restoration levy', translations: { de: 'Restaurierungsabgabe' } }, basisPoints: 1_000 }
    const range = { least: money(1_00), most: money(usual.price + 20_00) }
    const proofAtDoor = { text: 'an invitation', translations: { de: 'eine Einladung' } }
    const guests = editOf(current, {
      priceTypes: [
        ...current.priceTypes,
        { id: 'guests', name: 'Guests of the suite', kind: 'concession', vatBasisPoints: 0, proofAtDoor, levy, payWhatYouCan: range },
      ],
      prices: { ...current.prices, [band]: { ...current.prices[band], guests: usual } },
    })
    const added = value(await programmer.priceLists.edit({ params: { priceList: id }, body: { version: current.version, edit: guests } }))
    const guest = visitor()
    const held = { instance, seats: [{ seat: seats[0]!, priceType: 'guests' }] }
    await expect.poll(async () => code(await guest.basket.addTickets({ body: held })), { timeout: longestWait }).toBe('ok')
    const { totals, tickets } = value(await guest.basket.read())
    const params = { id: tickets[0]!.id }
    const choose = (price: number, priceType = 'guests') => guest.basket.changeTicket({ params, body: { priceType, price: money(price) } })
    for (const price of [0, 99, -1_00, usual.price + 20_01])
      expect(await choose(price)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['price'] } } })
    expect(await choose(usual.price, type)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['price'] } } })
    const least = value(await choose(1_00))
    expect(least).toMatchObject({
      tickets: [{ price: 1_00, fee: Math.min(usual.fee, 1_00), payWhatYouCan: range }],
      totals: { subtotal: 1_00 },
    })
    expect(value(await choose(usual.price + 20_00)).tickets[0]!.price).toBe(usual.price + 20_00)
    // Without an amount it is the suggested price.
    expect(value(await guest.basket.changeTicket({ params, body: { priceType: 'guests' } })).tickets[0]!.price).toBe(usual.price)
    const within = { name: levy.name, amount: Math.round(usual.price / 10) }
    expect(tickets).toMatchObject([{ priceType: 'guests', price: usual.price, proofAtDoor, levy: within }])
    expect(totals).toMatchObject({ vat: 0, levies: [within], taxes: [{ vatBasisPoints: 0, net: totals.total, vat: 0 }] })
    const undoGuests = () => programmer.planning.undo({ params: { change: added.changeSet! }, body: {} })
    expect(await undoGuests()).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'basket', id, count: 1 }] } },
    })
    value(await guest.basket.reset())
    value(await undoGuests())

    const { changes } = value(await programmer.planning.changes({ query: { subject: 'price-list', id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['undo', 'edit-price-list', 'undo', 'edit-price-list', 'create-price-list'])
    const blocked = await programmer.planning.undo({ params: { change: changes[4]!.id }, body: {} })
    expect(blocked).toMatchObject({ error: { code: 'change-has-dependents' } })

    const second = value(await programmer.planning.production({ params: { event } })).performances[1]!
    const moved = await programmer.planning.editPerformances({
      body: {
        ...{ performances: [{ id: second.id, version: second.version }], change: { startsAt: `${year}-05-01T20:00` }, isPreview: false },
      },
    })
    expect(moved).toMatchObject({ error: { code: 'hall-in-use', params: { instance: second.id, other: instance, title: 'Priced' } } })
  })

  it('refuses prices that cannot be, and a price type that is removed', async () => {
    const programmer = await signIn()
    const { priceLists } = value(await programmer.priceLists.all())
    const list = value(await programmer.priceLists.one({ params: { priceList: priceLists[0]!.id } }))
    const preview = (change: Partial<PriceListEdit>) =>
      programmer.priceLists.preview({ params: { priceList: list.id }, body: { version: list.version, edit: editOf(list, change) } })
    const [{ band }, { id: type }] = [list.seats[0]!, list.priceTypes[0]!]
    const withPrice = (price: number, fee: number) => ({
      prices: { ...list.prices, [band]: { [type]: { price: money(price), fee: money(fee) } } },
    })
    expect(value(await preview({})).fields).toEqual([])
    const outOfRange = list.priceTypes.map((each) =>
      each.id === type ? { ...each, payWhatYouCan: { least: money(9_000_000), most: money(9_000_001) } } : each,
    )
    for (const change of [
      { priceTypes: outOfRange },
      withPrice(-1, -1),
      withPrice(1_00, 2_00),
      { name: ' ' },
      { priceTypes: list.priceTypes.slice(1) },
    ])
      expect(code(await preview(change))).toBe('invalid-input')
    expect(code(await programmer.priceLists.one({ params: { priceList: 'none' } }))).toBe('page-not-found')
  })

  it('schedules prices for a moment ahead, withdraws them, and undoes both', async () => {
    const programmer = await signIn()
    const id = `later-${Date.now()}`
    const { priceList: copyOf } = await somePerformance(programmer)
    const list = value(await programmer.priceLists.create({ body: { priceList: { id, name: 'Later prices', copyOf } } }))
    expect(list.scheduled).toEqual([])
    const [band, type] = [list.seats[0]!.band, list.priceTypes[0]!.id]
    const usual = list.prices[band]![type]!
    const dearer = { price: money(usual.price + 3_00), fee: usual.fee }
    const prices = { ...list.prices, [band]: { ...list.prices[band], [type]: dearer } }
    const params = { priceList: id }
    const year = new Date().getFullYear() + 4
    const schedule = (from: string, version = list.version, scheduled: PriceListEdit['prices'] = prices) =>
      programmer.priceLists.schedule({ params, body: { version, schedule: { from, prices: scheduled } } })
    for (const from of ['2026-01-01T00:00', `${year}-02-30T10:00`])
      expect(await schedule(from)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['schedule.from'] } } })
    expect(await schedule(`${year}-05-01T00:00`, list.version, list.prices)).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['schedule.prices'] } },
    })
    expect(code(await schedule(`${year}-05-01T00:00`, list.version + 1))).toBe('changed-meanwhile')
    const second = value(await schedule(`${year}-06-01T00:00`))
    const first = value(await schedule(`${year}-05-01T00:00`))
    const fields = [{ field: `price.${band}.${type}`, before: usual, after: dearer }]
    const expected = [
      { from: `${year}-05-01T00:00`, isRefused: false, fields },
      { from: `${year}-06-01T00:00`, isRefused: false, fields },
    ]
    expect(first.priceList).toMatchObject({ version: list.version, prices: list.prices, scheduled: expected })
    const withdrawn = value(
      await programmer.priceLists.withdrawSchedule({ params: { ...params, schedule: first.priceList.scheduled[0]!.id } }),
    )
    expect(withdrawn.priceList.scheduled).toMatchObject([expected[1]])
    expect(code(await programmer.priceLists.withdrawSchedule({ params: { ...params, schedule: first.priceList.scheduled[0]!.id } }))).toBe(
      'page-not-found',
    )
    value(await programmer.planning.undo({ params: { change: withdrawn.changeSet! }, body: {} }))
    value(await programmer.planning.undo({ params: { change: second.changeSet! }, body: {} }))
    expect(value(await programmer.priceLists.one({ params })).scheduled).toMatchObject([expected[0]])
    const { changes } = value(
      await programmer.planning.changes({ query: { subject: 'price-schedule', id: first.priceList.scheduled[0]!.id } }),
    )
    expect(changes.map(({ kind }) => kind)).toEqual(['undo', 'withdraw-prices', 'schedule-prices'])
  })
}

const editOf = ({ name, priceTypes, prices }: PlannedPriceList, change: Partial<PriceListEdit>): PriceListEdit => ({
  ...{ name, priceTypes, prices },
  ...change,
})

/** A performance whose seats are sold one by one. */
async function somePerformance(programmer: ApiClient) {
  const { productions } = value(await programmer.planning.productions())
  for (const { id } of productions) {
    const planned = value(await programmer.planning.production({ params: { event: id } }))
    for (const performance of planned.performances) {
      if (performance.web.sale !== 'on-sale' || performance.state !== 'published') continue
      const prices = await programmer.catalogue.prices({ params: { instance: performance.id } })
      if (prices.ok && !prices.value.seatBlocks) return performance
    }
  }
  throw new Error('no performance sells single seats')
}

/** The ids of the seats of a band, from the middle of the plan, where no seat is kept for others. */
async function seatsOf(client: ApiClient, instance: string, band: PlannedPriceList['seats'][number]['band']): Promise<string[]> {
  const { hall, planVersion } = value(await client.catalogue.instance({ params: { instance } }))
  const plan = readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } })))
  const { seatBands } = value(await client.catalogue.prices({ params: { instance } }))
  const bandOf = seatBands.flatMap(([index, seats]) => Array.from({ length: seats }, () => bands[index]!))
  const row = plan.rows.find(
    ({ firstSeat, seatCount }) =>
      Array.from({ length: seatCount }, (_, nth) => bandOf[firstSeat + nth]).every((each) => each === band) && seatCount > 8,
  )!
  return [0, 4, 7].map((nth) => plan.idOf(row.firstSeat + nth))
}
