import { expect, it } from 'vitest'
import { isFundOpen } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { describeProductPerformances, openPerformances } from './product-performances.ts'
import { code, value } from './visitor.ts'

type Parts = {
  readonly visitor: () => ApiClient
  readonly programmer: () => Promise<ApiClient>
  readonly finance: () => Promise<ApiClient>
}

/** Records of the catalogue: levels of membership, and funds. */
export function describeRecords({ visitor, programmer: signIn, finance: signInFinance }: Parts): void {
  it('sells a level of membership that staff created until they withdraw it, and undoes both', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const id = `patron-${Date.now()}`
    const params = { kind: 'membership-level', id } as const
    const record = {
      ...{ name: 'Patron', summary: 'You pay for one performance a year.', gives: ['Your name in the foyer'], position: 5 },
      sold: { price: 250_00, months: 12, renewal: { days: 60, isAutomatic: true } },
    }
    const levels = async () => value(await anyone.site.site()).brand.memberships
    const levelOnSite = async () => (await levels()).find((level) => level.id === id)
    const before = (await levels()).map((level) => level.id)
    const created = value(await programmer.records.save({ params, body: { version: null, record } }))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    const { position: _, ...level } = record
    await expect.poll(levelOnSite, { timeout: longestWait }).toEqual({ id, ...level })
    // Lower positions come first.
    expect((await levels()).map((each) => each.id)).toEqual([id, ...before])
    expect(code(await programmer.records.save({ params, body: { version: null, record } }))).toBe('id-taken')
    expect(value(await programmer.records.one({ params }))).toEqual(created.record)
    expect(value(await programmer.records.all({ params })).records[0]).toEqual({ id, name: 'Patron', isWithdrawn: false, version: 1 })

    const raised = { ...record, sold: { ...record.sold, price: 300_00 } }
    const edited = value(await programmer.records.save({ params, body: { version: 1, record: raised, reason: 'From January' } }))
    expect(edited.record).toMatchObject({ version: 2, record: { sold: { price: 300_00 } } })
    const stale = await programmer.records.save({ params, body: { version: 1, record } })
    expect(stale).toMatchObject({ error: { code: 'changed-meanwhile', params: { version: 2 } } })
    const unchanged = value(await programmer.records.save({ params, body: { version: 2, record: raised } }))
    expect(unchanged).toEqual({ record: edited.record, changeSet: null })

    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    expect(withdrawn.record).toMatchObject({ version: 3, isWithdrawn: true, record: raised })
    await expect.poll(async () => (await levelOnSite())?.sold, { timeout: longestWait }).toBe(undefined)
    // Members keep the name.
    expect(await levelOnSite()).toMatchObject({ name: 'Patron' })

    const undo = (change: string | null) => programmer.planning.undo({ params: { change: change! }, body: {} })
    expect(code(await undo(created.changeSet))).toBe('change-has-dependents')
    for (const { changeSet } of [withdrawn, edited, created]) value(await undo(changeSet))
    await expect.poll(levelOnSite, { timeout: longestWait }).toBe(undefined)
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'membership-level', id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['undo', 'undo', 'undo', 'withdraw-record', 'edit-record', 'create-record'])
    expect(changes[4]!.rows[0]!.fields).toEqual([{ field: 'sold', before: record.sold, after: raised.sold }])
    expect(changes[4]!.reason).toBe('From January')
  })

  it('names every invalid field of a record, and refuses changes by a role that only reads', async () => {
    const programmer = await signIn()
    const faultsOf = async (params: { readonly kind: 'membership-level' | 'fund'; readonly id: string }, record: object) => {
      const reply = await programmer.records.save({ params, body: { version: null, record: { ...record } } })
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    const level = { kind: 'membership-level', id: `bronze-${Date.now()}` } as const
    expect(await faultsOf(level, { name: ' ', position: -1, sold: { price: 0, months: 12 }, extra: true })).toEqual([
      'record.name',
      'record.sold.price',
      'record.position',
      'record.',
    ])
    expect(await faultsOf(level, { name: 'Bronze', position: 1, link: 'claim' })).toEqual(['record.link'])
    const fund = { kind: 'fund', id: `roof-${Date.now()}` } as const
    const roof = {
      name: 'Roof',
      body: 'Repairs the roof.',
      presets: [5_00],
      least: 10_00,
      most: 5_00,
      recognitionFrom: 100_00,
      position: 1,
    }
    expect(await faultsOf(fund, roof)).toEqual(['record.most', 'record.presets'])
    expect(code(await programmer.records.one({ params: fund }))).toBe('page-not-found')

    const finance = await signInFinance()
    const kinds = value(await finance.records.kinds()).kinds
    expect(kinds.find(({ kind }) => kind === 'membership-level')!.offered).toBeGreaterThan(0)
    expect(code(await finance.records.save({ params: fund, body: { version: null, record: { ...roof } } }))).toBe('not-allowed')
  })

  it('opens a fund that staff created until they withdraw it', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const id = `organ-${Date.now()}`
    const params = { kind: 'fund', id } as const
    const record = {
      ...{ name: 'The Organ Fund', body: 'Repairs the organ.', presets: [10_00, 20_00], least: 1_00, most: 500_00, recognitionFrom: 50_00 },
      position: 900,
    }
    value(await programmer.records.save({ params, body: { version: null, record } }))
    const isOpen = async () => {
      const fund = value(await anyone.site.site()).brand.giving.find((each) => each.fund === id)
      return fund && isFundOpen(fund, '2031-05-01')
    }
    const gift = { fund: id, appeal: null, amount: money(20_00), recognitionName: null, isAnonymous: true, tributeName: null }
    const takesGifts = value(await anyone.site.site()).brand.features.donations
    const add = async (): Promise<string> => {
      const reply = await anyone.basket.addItem({ body: { kind: 'donation', ...gift } })
      return reply.ok ? 'added' : reply.error.code
    }
    await expect.poll(isOpen, { timeout: longestWait }).toBe(true)
    expect(await add()).toBe(takesGifts ? 'added' : 'page-not-found')
    value(await programmer.records.setSale({ params, body: { version: 1, isWithdrawn: true } }))
    await expect.poll(isOpen, { timeout: longestWait }).toBe(false)
    expect(await add()).toBe(takesGifts ? 'fund-closed' : 'page-not-found')
    expect(value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: false } })).record.isWithdrawn).toBe(false)
    await expect.poll(isOpen, { timeout: longestWait }).toBe(true)
  })

  it('plans maintenance at wall-clock times, ends it, and undoes both', async () => {
    const programmer = await signIn()
    const params = { kind: 'maintenance-window', id: `stage-${Date.now()}` } as const
    const record = { name: 'A new stage', from: '2040-05-01T01:00', until: '2040-05-02T06:00', position: 1 }
    const created = value(await programmer.records.save({ params, body: { version: null, record } }))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    for (const [change, field] of [
      [{ until: '2040-05-01T00:59' }, 'record.until'],
      [{ until: '2040-06-01T06:00' }, 'record.until'],
      [{ from: '2040-04-31T01:00' }, 'record.from'],
    ] as const) {
      const refused = await programmer.records.save({ params, body: { version: 1, record: { ...record, ...change } } })
      expect(refused).toMatchObject({ error: { code: 'invalid-input', params: { fields: [field] } } })
    }
    expect(value(await visitor().site.site()).underMaintenance).toBe(false)
    const ended = value(await programmer.records.setSale({ params, body: { version: 1, isWithdrawn: true } }))
    expect(ended.record.isWithdrawn).toBe(true)
    for (const { changeSet } of [ended, created]) value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })

  it('opens a waiting room that staff planned, changes and ends it, and undoes all', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const { id, record } = await plannedWaitingRoom(programmer)
    const params = { kind: 'waiting-room', id } as const
    const roomInShop = async () => value(await anyone.catalogue.instance({ params: { instance: id } })).waitingRoom
    const expectRoom = (is: boolean) => expect.poll(async () => (await roomInShop()) !== null, { timeout: longestWait }).toBe(is)
    await expectRoom(false)
    const created = value(await programmer.records.save({ params, body: { version: null, record } }))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    await expectRoom(true)
    expect(code(await programmer.records.save({ params, body: { version: null, record } }))).toBe('id-taken')
    expect(value(await programmer.records.all({ params })).records).toContainEqual({ id, name: id, isWithdrawn: false, version: 1 })
    const names = value(await programmer.records.names())
    const named = names.performances.find((each) => each.id === id)!
    expect(named).toMatchObject({ title: names.productions.find((each) => each.id === named.production)!.title, isOpen: true })
    expect(names.priceTypes.map((type) => type.id)).toEqual([...new Set(names.priceTypes.map((type) => type.id))].toSorted())
    const refused = await programmer.records.save({ params, body: { version: 1, record: { ...record, gathersAt: '2041-01-01T00:00' } } })
    expect(refused).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.gathersAt'] } } })
    const faster = { ...record, rate: 600, isPaused: true, opensAt: '2040-05-02T10:30' }
    const edited = value(await programmer.records.save({ params, body: { version: 1, record: faster } }))
    expect(edited.record).toEqual({ ...params, version: 2, isWithdrawn: false, record: faster })
    const opening = async () => Date.parse((await roomInShop())?.opensAt ?? '')
    const openingOf = Date.parse((await roomInShop())!.gathersAt) + 90 * 60_000
    await expect.poll(opening, { timeout: longestWait }).toBe(openingOf)
    const ended = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    expect(ended.record.isWithdrawn).toBe(true)
    await expectRoom(false)
    const again = value(await programmer.records.setSale({ params, body: { version: 3, isWithdrawn: false } }))
    await expectRoom(true)
    const undo = (change: string | null) => programmer.planning.undo({ params: { change: change! }, body: {} })
    expect(code(await undo(created.changeSet))).toBe('change-has-dependents')
    for (const { changeSet } of [again, ended, edited, created]) value(await undo(changeSet))
    await expectRoom(false)
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })

  it('sells a flexible subscription that staff created, keeps its rules for who bought it, and undoes what was not sold', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const id = `four-plays-${Date.now()}`
    const params = { kind: 'flex-subscription', id } as const
    const event = value(await programmer.planning.productions()).productions[0]!.id
    const record = {
      ...{ name: 'Four plays', summary: 'Four tickets.', translations: { sv: { name: 'Fyra pjäser', summary: '' } }, price: 80_00 },
      ...{ vouchers: 4, position: 3, saleFrom: null, saleUntil: null, validMonths: 12, validUntil: null },
      ...{ productions: [event], performances: [], bands: ['a'], priceTypes: [], perPerformance: 2, perCustomer: null },
    }
    const hasSubscriptions = value(await anyone.site.site()).brand.flexSubscriptions !== undefined
    const created = value(await programmer.records.save({ params, body: { version: null, record } }))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    const shown = async () => {
      const reply = await anyone.subscriptions.flex({ params: { flex: id } })
      return reply.ok ? reply.value.name.text : reply.error.code
    }
    const onSite = hasSubscriptions ? 'Four plays' : 'page-not-found'
    await expect.poll(shown, { timeout: longestWait }).toBe(onSite)
    const refused = await programmer.records.save({ params, body: { version: 1, record: { ...record, validUntil: '2040-01-01' } } })
    expect(refused).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.validMonths'] } } })
    // Without a sale its vouchers may pay for fewer tickets.
    const narrower = { ...record, perPerformance: 1 }
    const edited = value(await programmer.records.save({ params, body: { version: 1, record: narrower } }))
    expect(edited.record).toEqual({ ...params, version: 2, isWithdrawn: false, record: narrower })
    if (hasSubscriptions) {
      value(await anyone.basket.addItem({ body: { kind: 'flex-subscription', flex: id, quantity: 1 } }))
      const inBasket = {
        error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
      }
      const none = { ...narrower, bands: ['b'] }
      expect(await programmer.records.save({ params, body: { version: 2, record: none } })).toMatchObject(inBasket)
      const wider = { ...narrower, bands: ['a', 'b'], price: 90_00 }
      const widened = value(await programmer.records.save({ params, body: { version: 2, record: wider } }))
      expect(widened.record).toMatchObject({ version: 3, record: wider })
      value(await programmer.records.setSale({ params, body: { version: 3, isWithdrawn: true } }))
      await expect.poll(shown, { timeout: longestWait }).toBe('page-not-found')
      return
    }
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    const undo = (change: string | null) => programmer.planning.undo({ params: { change: change! }, body: {} })
    for (const { changeSet } of [withdrawn, edited, created]) value(await undo(changeSet))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })

  it('changes a product with its variants, options and translations, and undoes that', async () => {
    const programmer = await signIn()
    const { productTypes } = value(await visitor().site.site()).brand
    const id = `tea-towel-${Date.now()}`
    const params = { kind: 'product', id } as const
    const record = {
      // A shop without types of products has dishes.
      ...{ type: productTypes?.[0]?.type ?? 'dish', name: 'Tea towel', summary: 'Linen.', limit: 6, position: 3, vatBasisPoints: null },
      variants: [
        { variant: 'red', name: 'Red', names: { sv: 'Röd' }, price: 12_00, fee: 0 },
        { variant: 'blue', name: 'Blue', price: 13_00, fee: 1_00 },
      ],
      options: [{ option: 'box', name: 'Box', choices: [{ choice: 'none', name: 'None', price: 0 }] }],
      images: [{ path: '/brand/product/poster.svg', alt: 'A red tea towel', width: 480, height: 640 }],
      ...{ delivery: ['collect', 'post'], postage: 3_95, allergens: [], diets: [], needsPerformance: false, isReservation: false },
      translations: { sv: { name: 'Kökshandduk', summary: 'Linne.' } },
    }
    const created = value(await programmer.records.save({ params, body: { version: null, record } }))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    const unchanged = value(await programmer.records.save({ params, body: { version: 1, record } }))
    expect(unchanged).toEqual({ record: created.record, changeSet: null })
    const [red] = record.variants
    const changed = {
      ...record,
      variants: [{ ...red!, price: 14_00 }],
      options: [],
      translations: {},
      delivery: ['collect'],
      postage: null,
    }
    const edited = value(await programmer.records.save({ params, body: { version: 1, record: changed } }))
    expect(edited.record.record).toEqual(changed)
    expect(edited.record.version).toBe(2)
    expect(value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } })).record.isWithdrawn).toBe(true)

    const faultsOf = async (change: object) => {
      const reply = await programmer.records.save({ params, body: { version: 3, record: { ...record, ...change } } })
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ type: 'puppets' })).toEqual(['record.type'])
    expect(await faultsOf({ variants: [red, red] })).toEqual(['record.variants'])
    expect(await faultsOf({ variants: [{ ...red, fee: 99_00 }] })).toEqual(['record.variants.0.fee'])
    expect(await faultsOf({ variants: [] })).toEqual(['record.variants'])
    expect(await faultsOf({ postage: null })).toEqual(['record.postage'])
    expect(await faultsOf({ delivery: ['at-performance'], postage: null })).toEqual(['record.delivery'])
    expect(await faultsOf({ isReservation: true })).toEqual(['record.isReservation'])
    expect(await faultsOf({ images: [{ ...record.images[0], path: 'javascript:alert(1)' }] })).toEqual(['record.images.0.path'])

    const stock = (key: string, delta: number) =>
      programmer.productStocks.change({ params: { product: id }, body: { key, delta, reason: 'A delivery' } })
    const [none] = value(await programmer.productStocks.read({ params: { product: id } })).stocks
    expect(none).toEqual({ key: `${id}/red`, name: 'Red', performance: null, total: null, sold: 0, held: 0 })
    const counted = value(await stock(`${id}/red`, 20))
    expect(counted.stocks[0]!.total).toBe(20)
    const fewer = value(await stock(`${id}/red`, -3))
    expect(fewer.stocks[0]!.total).toBe(17)
    expect(await stock(`${id}/red`, -18)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['delta'] } } })
    expect(await stock(`${id}/blue`, 5)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['key'] } } })
    expect(code(await programmer.productStocks.read({ params: { product: 'none' } }))).toBe('page-not-found')
    const history = value(await programmer.planning.changes({ query: { subject: 'product-stock', id } })).changes
    expect(history.map(({ kind, reason, rows }) => [kind, reason, rows[0]!.fields[0]!.after])).toEqual([
      ['change-stock', 'A delivery', 17],
      ['change-stock', 'A delivery', 20],
    ])
    for (const { id: change } of history) value(await programmer.planning.undo({ params: { change }, body: {} }))
    expect(value(await programmer.productStocks.read({ params: { product: id } })).stocks[0]!.total).toBe(null)

    await describeProductPerformances(programmer, id)

    const { changes } = value(await programmer.planning.changes({ query: { subject: 'product', id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['withdraw-record', 'edit-record', 'create-record'])
    for (const { id: change } of changes) value(await programmer.planning.undo({ params: { change }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })
}

/** A waiting room that opens in a few years, for a performance that has none. */
async function plannedWaitingRoom(programmer: ApiClient) {
  const { records } = value(await programmer.records.all({ params: { kind: 'waiting-room' } }))
  const { id } = (await openPerformances(programmer)).find((each) => records.every((record) => record.id !== each.id))!
  const record = {
    ...{ performance: id, gathersAt: '2040-05-02T09:00', opensAt: '2040-05-02T10:00', rate: 120, patienceMinutes: 15 },
    ...{ isOfProduction: false, isPaused: false },
  }
  return { id, record }
}
