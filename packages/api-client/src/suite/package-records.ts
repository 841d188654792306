import { expect, it } from 'vitest'
import { bookable } from '@playhouse/domain/season'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = { readonly visitor: () => ApiClient; readonly programmer: () => Promise<ApiClient> }

/** Packages as records of the catalogue, in a shop that sells packages. */
export function describePackageRecords({ visitor, programmer: signIn }: Parts): void {
  it('sells a package that staff created, keeps its kind while it is in a basket, and undoes what was not sold', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const id = `one-play-${Date.now()}`
    const params = { kind: 'package', id } as const
    const production = 'the-importance-of-being-earnest'
    const part = { production, performances: [], part: '' }
    const group = { id: '', name: 'Plays', names: { sv: 'Pjäser' }, least: 1, most: 1, parts: [part], packages: [] }
    const record = {
      ...{ kind: 'fixed', name: 'One play', summary: 'A play.', translations: { sv: { name: 'En pjäs', summary: '' } }, position: 900 },
      ...{ saleFrom: null, saleUntil: null, groups: [group], prices: [{ priceType: 'full', price: 9_00 }], steps: [], bands: [] },
    }
    const save = (version: number | null, change: object = {}) =>
      programmer.records.save({ params, body: { version, record: { ...record, ...change } } })
    const named = { ...group, id: 'group', parts: [{ ...part, part: production }] }
    const created = value(await save(null))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record: { ...record, groups: [named] } })
    const shown = async () => {
      const reply = await anyone.packages.package({ params: { package: id } })
      return reply.ok ? reply.value.name : reply.error.code
    }
    await expect.poll(shown, { timeout: longestWait }).toEqual({ text: 'One play', translations: { sv: 'En pjäs' } })
    expect(value(await programmer.records.names()).packages).toContainEqual({ id, name: 'One play', isOffered: true })

    const faultsOf = async (change: object) => {
      const reply = await save(1, change)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ groups: [{ ...group, parts: [{ ...part, production: 'lear' }] }] })).toEqual([
      'record.groups.0.parts.0.production',
    ])
    expect(await faultsOf({ groups: [{ ...group, most: 2 }] })).toEqual(['record.groups.0.most'])
    expect(await faultsOf({ prices: [] })).toEqual(['record.prices'])
    expect(await faultsOf({ prices: [{ priceType: 'none', price: 1_00 }] })).toEqual(['record.prices.0.priceType'])

    const view = value(await anyone.packages.package({ params: { package: id } }))
    const { instance } = view.groups[0]!.parts[0]!.performances.findLast(({ availability }) => bookable(availability))!
    const performances = [{ package: null, part: production, instance }]
    const party = [{ priceType: 'full', quantity: 1 }]
    const held = value(await anyone.packages.hold({ body: { package: id, party, performances } }))
    expect(held.packages).toMatchObject([{ package: id, amount: 9_00 }])
    const inBasket = { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_package', count: 1 }] } }
    expect(await save(1, { kind: 'flexible' })).toMatchObject({ error: inBasket })
    // A new price is for later baskets.
    const dearer = value(await save(1, { prices: [{ priceType: 'full', price: 10_00 }] }))
    expect(dearer.record.version).toBe(2)
    expect(value(await anyone.basket.read()).packages).toMatchObject([{ package: id, amount: 9_00 }])
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    await expect.poll(shown, { timeout: longestWait }).toBe('page-not-found')
    value(await anyone.basket.reset())
    for (const { changeSet } of [withdrawn, dearer, created])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })
}
