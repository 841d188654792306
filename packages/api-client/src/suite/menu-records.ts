import { expect, it } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { supper } from './offered-food.ts'
import type { ItemSuiteHost } from './item-kinds.ts'
import { code, value, visitorOf } from './visitor.ts'

/** Menus, dishes and collection points as records of the catalogue, in a shop that sells food. @param signIn signs a programmer in */
export function describeMenuRecords(host: () => ItemSuiteHost, signIn: () => Promise<ApiClient>): void {
  const visitor = (): ApiClient => visitorOf(host())

  it('sells a menu that staff created at a collection point, keeps what is in baskets, and undoes what was not sold', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const { instance } = supper
    const suffix = String(Date.now())
    const [menu, point, dish] = [`brunch-${suffix}`, `terrace-${suffix}`, `pancakes-${suffix}`]
    const save = (kind: 'menu' | 'collection-point' | 'product', id: string, version: number | null, record: object) =>
      programmer.records.save({ params: { kind, id }, body: { version, record: { ...record } } })
    const setSale = async (kind: 'menu' | 'collection-point' | 'product', id: string, version: number, isWithdrawn: boolean) =>
      value(await programmer.records.setSale({ params: { kind, id }, body: { version, isWithdrawn } }))
    const fieldsOf = (reply: Awaited<ReturnType<typeof save>>) =>
      reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    const dishRecord = {
      ...{ type: 'dish', name: 'Pancakes', summary: 'With syrup.', translations: { sv: { name: 'Pannkakor', summary: '' } } },
      ...{
        variants: [{ variant: 'one', name: '', price: 0, fee: 0 }],
        options: [],
        images: [],
        allergens: ['milk'],
        diets: ['vegetarian'],
      },
      ...{
        limit: 1,
        delivery: ['collect'],
        postage: null,
        needsPerformance: false,
        isReservation: false,
        vatBasisPoints: null,
        position: 900,
      },
    }
    const pointRecord = { name: 'Roof terrace', names: { sv: 'Takterrassen' }, opensBefore: 120, position: 900 }
    const serving = { point, productions: [], performances: [instance], guests: 8, closesBefore: 180, servedBefore: 60 }
    const course = { course: '', name: 'Plate', names: { sv: 'Tallrik' }, dishes: [{ product: dish, supplement: 1_50 }] }
    const menuRecord = {
      ...{ name: 'Brunch', summary: 'A plate.', translations: { sv: { name: 'Brunch', summary: 'En tallrik.' } }, position: 900 },
      ...{ price: 12_00, fee: 50, vatBasisPoints: 500, courses: [course], servings: [serving] },
    }
    expect(fieldsOf(await save('menu', menu, null, menuRecord))).toEqual(['record.courses.0.dishes.0.product', 'record.servings.0.point'])
    const createdDish = value(await save('product', dish, null, dishRecord))
    const createdPoint = value(await save('collection-point', point, null, pointRecord))
    expect(createdPoint.record).toEqual({ kind: 'collection-point', id: point, version: 1, isWithdrawn: false, record: pointRecord })
    const names = value(await programmer.records.names())
    expect(names.dishes).toContainEqual({ id: dish, name: 'Pancakes', isOffered: true })
    expect(names.collectionPoints).toContainEqual({ id: point, name: 'Roof terrace', isOffered: true })
    expect(names.halls.length).toBeGreaterThan(0)
    expect(fieldsOf(await save('collection-point', point, 1, { ...pointRecord, hall: 'nowhere' }))).toEqual(['record.hall'])

    const created = value(await save('menu', menu, null, menuRecord))
    const stored = { ...menuRecord, courses: [{ ...course, course: 'course' }] }
    expect(created.record).toEqual({ kind: 'menu', id: menu, version: 1, isWithdrawn: false, record: stored })
    const shown = async () => value(await anyone.food.instance({ params: { instance } })).menus.find((each) => each.menu === menu)
    const isShown = async () => (await shown()) !== undefined
    await expect.poll(isShown, { timeout: longestWait }).toBe(true)
    expect(await shown()).toMatchObject({
      ...{ name: 'Brunch', price: 12_00, fee: 50, vatBasisPoints: 500, translations: { sv: { summary: 'En tallrik.' } } },
      courses: [
        {
          ...{ course: 'course', name: 'Plate', translations: { sv: { name: 'Tallrik' } } },
          dishes: [{ product: dish, name: 'Pancakes', supplement: 1_50, allergens: ['milk'], translations: { sv: { name: 'Pannkakor' } } }],
        },
      ],
      servings: [
        { point, name: 'Roof terrace', translations: { sv: { name: 'Takterrassen' } }, placesLeft: 8, closesBefore: 180, servedBefore: 60 },
      ],
    })
    expect(fieldsOf(await save('menu', menu, 1, { ...stored, fee: 12_01 }))).toEqual(['record.fee'])
    expect(fieldsOf(await save('menu', menu, 1, { ...stored, servings: [{ ...serving, servedBefore: 150 }] }))).toEqual([
      'record.servings.0.servedBefore',
    ])
    // The menu is served an hour before the start.
    expect(fieldsOf(await save('collection-point', point, 1, { ...pointRecord, opensBefore: 45 }))).toEqual(['record.opensBefore'])

    const order = {
      ...{ kind: 'food' as const, instance, menu, guests: 3, point, note: '' },
      choices: [{ course: 'course', product: dish, count: 3 }],
    }
    expect(value(await anyone.basket.addItem({ body: order })).items).toMatchObject([{ name: 'Brunch', amount: 40_50, quantity: 3 }])
    const inBasket = { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 3 }] } }
    expect(await save('menu', menu, 1, { ...stored, servings: [] })).toMatchObject({ error: inBasket })
    expect(await save('menu', menu, 1, { ...stored, servings: [{ ...serving, guests: 2 }] })).toMatchObject({ error: inBasket })
    expect(await programmer.planning.undo({ params: { change: created.changeSet! }, body: {} })).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
    })
    // A new price is for later baskets; other guests find the room that is left.
    const dearer = value(await save('menu', menu, 1, { ...stored, price: 14_00, servings: [{ ...serving, guests: 4 }] }))
    expect(await save('menu', menu, 1, { ...stored, price: 15_00 })).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(value(await anyone.basket.read()).items).toMatchObject([{ amount: 40_50 }])
    const left = async () =>
      value(await visitor().food.instance({ params: { instance } })).menus.find((each) => each.menu === menu)?.servings
    expect(await left()).toMatchObject([{ placesLeft: 1 }])
    value(await anyone.basket.reset())

    // A dish, a collection point and a menu that are withdrawn end the sale, each alone.
    const sales = [
      await setSale('product', dish, 1, true),
      await setSale('product', dish, 2, false),
      await setSale('collection-point', point, 1, true),
      await setSale('collection-point', point, 2, false),
      await setSale('menu', menu, 2, true),
    ]
    await expect.poll(isShown, { timeout: longestWait }).toBe(false)
    expect(code(await anyone.basket.addItem({ body: order }))).toBe('food-not-found')
    for (const { changeSet } of [...sales.toReversed(), dearer, created, createdPoint, createdDish])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params: { kind: 'menu', id: menu } }))).toBe('page-not-found')
    expect(code(await programmer.records.one({ params: { kind: 'collection-point', id: point } }))).toBe('page-not-found')
  })

  it('takes a withdrawn dish off its menus, and a closed collection point off the list', async () => {
    const programmer = await signIn()
    const { instance } = supper
    const offered = async () =>
      value(await visitor().food.instance({ params: { instance } })).menus.find(({ menu }) => menu === supper.menu)
    const before = (await offered())!
    const bar = { kind: 'collection-point', id: 'bar' } as const
    const { version } = value(await programmer.records.one({ params: bar }))
    const closed = value(await programmer.records.setSale({ params: bar, body: { version, isWithdrawn: true } }))
    await expect.poll(async () => (await offered())?.servings.map(({ point }) => point), { timeout: longestWait }).toEqual(['restaurant'])
    expect(code(await visitor().basket.addItem({ body: { ...supper } }))).toBe('food-not-found')
    value(await programmer.planning.undo({ params: { change: closed.changeSet! }, body: {} }))
    await expect.poll(offered, { timeout: longestWait }).toEqual(before)
  })
}
