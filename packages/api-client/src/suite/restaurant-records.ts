import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { earlyTable } from './offered-tables.ts'
import { code, value, visitorOf } from './visitor.ts'

/** Restaurants with their sittings as records of the catalogue, in a shop that sells tables. @param signIn signs a programmer in */
export function describeRestaurantRecords(host: () => ItemSuiteHost, signIn: () => Promise<ApiClient>): void {
  const visitor = (): ApiClient => visitorOf(host())

  it('takes bookings at a sitting that staff created, keeps what is in baskets, and undoes what was not booked', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const { instance } = earlyTable
    const id = `gallery-${Date.now()}`
    const params = { kind: 'restaurant' as const, id }
    const save = (version: number | null, record: object) => programmer.records.save({ params, body: { version, record: { ...record } } })
    const fieldsOf = (reply: Awaited<ReturnType<typeof save>>) =>
      reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    const sitting = {
      ...{ sitting: '', startsBefore: 150, minutes: 100, closesBefore: 240, price: 8_00, vatBasisPoints: 500, covers: 6 },
      tables: [
        { size: 2, tables: 1, least: 1 },
        { size: 6, tables: 1, least: 3 },
      ],
      ...{ productions: [], performances: [instance], fromHour: null, beforeHour: null },
    }
    const record = {
      ...{ name: 'The gallery', summary: 'Under the roof.', access: 'By the lift.', position: 900, sittings: [sitting] },
      translations: { sv: { name: 'Galleriet', summary: 'Under taket.', access: 'Med hiss.' } },
    }
    expect(fieldsOf(await save(null, { ...record, hall: 'nowhere', sittings: [{ ...sitting, closesBefore: 100 }] }))).toEqual([
      'record.hall',
      'record.sittings.0.closesBefore',
      'record.sittings.0.performances',
    ])
    expect(fieldsOf(await save(null, { ...record, sittings: [{ ...sitting, sitting: 'early' }] }))).toEqual(['record.sittings.0.sitting'])
    const created = value(await save(null, record))
    const named = { ...sitting, sitting: 'sitting' }
    const stored = { ...record, sittings: [named] }
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record: stored })
    const shown = async () =>
      value(await visitor().tables.sittings({ params: { instance } })).sittings.find((each) => each.sitting === 'sitting')
    expect(await shown()).toEqual({
      ...{ sitting: 'sitting', startsBefore: 150, minutes: 100, closesBefore: 240, price: 8_00, vatBasisPoints: 500, coversLeft: 6 },
      restaurant: {
        restaurant: id,
        name: 'The gallery',
        summary: 'Under the roof.',
        access: 'By the lift.',
        translations: record.translations,
      },
      tables: [
        { size: 2, least: 1, free: 1 },
        { size: 6, least: 3, free: 1 },
      ],
    })

    const booking = { kind: 'table' as const, instance, sitting: 'sitting', party: 3, note: '' }
    expect(value(await anyone.basket.addItem({ body: booking })).items).toMatchObject([{ name: 'The gallery', amount: 24_00, quantity: 3 }])
    const inBasket = { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 3 }] } }
    for (const taken of [[], [{ ...named, startsBefore: 140 }], [{ ...named, covers: 2 }], [{ ...named, tables: [sitting.tables[0]] }]])
      expect(await save(1, { ...record, sittings: taken })).toMatchObject({ error: inBasket })
    const { changeSet } = value(await save(1, { ...record, sittings: [{ ...named, price: 9_00, covers: 4 }] }))
    expect(await save(1, { ...stored, name: 'The attic' })).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(value(await anyone.basket.read()).items).toMatchObject([{ amount: 24_00, detail: { table: 6, startsBefore: 150 } }])
    expect(await shown()).toMatchObject({ price: 9_00, coversLeft: 1 })
    value(await anyone.basket.reset())

    const closed = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    expect(await shown()).toBe(undefined)
    expect(code(await anyone.basket.addItem({ body: booking }))).toBe('table-not-found')
    for (const change of [closed.changeSet, changeSet, created.changeSet])
      value(await programmer.planning.undo({ params: { change: change! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
    expect(await shown()).toBe(undefined)
  })

  it('lists the restaurant that the shop began with, and refuses those who may not change it', async () => {
    const programmer = await signIn()
    const params = { kind: 'restaurant' as const, id: 'foyer' }
    const { records } = value(await programmer.records.all({ params: { kind: 'restaurant' } }))
    expect(records).toContainEqual({ id: 'foyer', name: 'The foyer', isWithdrawn: false, version: expect.any(Number) })
    const { record, version } = value(await programmer.records.one({ params }))
    expect(record).toMatchObject({
      name: 'The foyer',
      access: 'The way in has no steps.',
      sittings: [{ sitting: 'early', covers: 7 }, {}, {}],
    })
    expect(code(await visitor().records.save({ params, body: { version, record } }))).toBe('not-allowed')
  })
}
