import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { ApiClient } from '#client'
import { code, payFor, type PaymentSuite, value } from './visitor.ts'

type Parts = PaymentSuite & {
  readonly programmer: () => Promise<ApiClient>
}

/** The offers that staff plan. */
export function describeOffers({ visitor, programmer: signIn, ready, pay }: Parts): void {
  const plan: OfferPlan = {
    ...{ name: 'A quarter off', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null },
    rule: { discount: { kind: 'percent', percent: 25 }, opensPriority: false, opensPriceTypes: [] },
  }

  it('sells at the discount of a promo code that staff create, change, end and restore', async () => {
    const programmer = await signIn()
    const typed = `autumn ${Date.now()}`
    const created = value(await programmer.offers.create({ body: { code: typed, offer: plan } }))
    const { id } = created.offer
    expect(created.offer).toMatchObject({ id: typed.replace(' ', '').toUpperCase(), version: 1, state: 'active', used: 0, offer: plan })
    const params = { offer: id }
    expect(code(await programmer.offers.create({ body: { code: id, offer: plan } }))).toBe('id-taken')

    const client = visitor()
    const { events } = value(await client.catalogue.events())
    const { id: instance } = events.find(({ availability, next }) => availability === 'get-tickets' && next)!.next!
    const { basket } = value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } }))
    const { subtotal } = basket.totals
    const applied = value(await client.basket.applyPromo({ body: { code: typed.toLowerCase() } }))
    expect(applied.promo).toEqual({ code: id, name: 'A quarter off', discount: applied.totals.discount })
    expect(applied.totals.discount).toBeGreaterThan(0)

    const names = { de: 'Fünf günstiger', sv: 'Fem rabatt' }
    const half = { ...plan, name: 'Five off', names, rule: { ...plan.rule, discount: { kind: 'amount' as const, amount: money(5_00) } } }
    const edited = value(await programmer.offers.edit({ params, body: { version: 1, offer: half, reason: 'The board decided' } }))
    expect(edited.offer).toMatchObject({ version: 2, offer: half })
    const changed = value(await client.basket.read())
    expect(changed).toMatchObject({ promo: { name: 'Five off', names, discount: 10_00 }, totals: { subtotal, discount: 10_00 } })
    expect(changed.version).toBeGreaterThan(applied.version)
    expect(code(await programmer.offers.edit({ params, body: { version: 1, offer: plan } }))).toBe('changed-meanwhile')
    expect(changed.totals.discounts).toEqual([{ name: 'Five off', names, amount: 10_00 }])

    const ended = value(await programmer.offers.end({ params, body: { version: 2 } }))
    expect(ended.offer.state).toBe('ended')
    expect(value(await client.basket.read())).toMatchObject({ promo: null, totals: { discount: 0 } })
    expect(code(await visitor().basket.applyPromo({ body: { code: id } }))).toBe('promo-not-recognised')
    expect(value(await programmer.offers.end({ params, body: { version: ended.offer.version } })).changeSet).toBeNull()
    value(await programmer.planning.undo({ params: { change: ended.changeSet! }, body: {} }))
    expect(value(await programmer.offers.one({ params })).state).toBe('active')
    expect(value(await client.basket.read()).totals.discount).toBe(10_00)

    const { changes } = value(await programmer.planning.changes({ query: { subject: 'offer', id } }))
    expect(changes.map(({ kind }) => kind)).toEqual(['undo', 'end-offer', 'edit-offer', 'create-offer'])
    expect(changes[2]!.rows[0]!.fields).toContainEqual({ field: 'names', before: null, after: names })
    // The basket names the code.
    const undone = await programmer.planning.undo({ params: { change: created.changeSet! }, body: {} })
    expect(undone).toMatchObject({ error: { code: 'change-has-dependents' } })
    value(await client.basket.removePromo())
  })

  it('removes a promo code that no basket has had with the undo of its creation, and counts its limit', async () => {
    const programmer = await signIn()
    const once = { ...plan, maxUses: 1, startsAt: '2099-01-01T10:00', endsAt: '2099-02-01T10:00' }
    const { offer, changeSet } = value(await programmer.offers.create({ body: { code: `SOON-${Date.now()}`, offer: once } }))
    expect(offer).toMatchObject({ state: 'scheduled', offer: once })
    expect(code(await visitor().basket.applyPromo({ body: { code: offer.id } }))).toBe('promo-not-recognised')
    expect(value(await programmer.offers.all()).offers.map(({ id }) => id)).toContain(offer.id)
    value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.offers.one({ params: { offer: offer.id } }))).toBe('page-not-found')
  })

  it('tries an offer on tickets at a moment, with the discount of the sale or the reason without one', async () => {
    const programmer = await signIn()
    const rule = { ...plan.rule, mostTickets: 1 }
    const limited = { ...plan, rule, startsAt: '2031-01-01T10:00', endsAt: '2031-02-01T10:00' }
    const { offer } = value(await programmer.offers.create({ body: { code: `TRY-${Date.now()}`, offer: limited } }))
    const { events } = value(await visitor().catalogue.events())
    const { id: performance } = events.find(({ availability, next }) => availability === 'get-tickets' && next)!.next!
    const { prices } = value(await visitor().catalogue.prices({ params: { instance: performance } }))
    const [band, types] = Object.entries(prices)[0]!
    const [priceType, { price }] = Object.entries(types)[0]!
    const ticket = { performance, band: band as 'a', priceType, quantity: 2 }
    const test = (at: string | null, change: Partial<typeof ticket> = {}) =>
      programmer.offers.test({ params: { offer: offer.id }, body: { at, tickets: [{ ...ticket, ...change }] } })
    const off = Math.round(price / 4)
    expect(value(await test('2031-01-15T10:00'))).toEqual({
      ...{ state: 'active', code: null, subtotal: 2 * price, discount: off },
      tickets: [
        { price, off, reason: null },
        { price, off: 0, reason: 'mostTickets' },
      ],
      together: {
        ...{ discount: off, tickets: [offer.id, null].map((taken) => ({ code: taken, off: taken === null ? 0 : off })) },
      },
    })
    expect(value(await test(null))).toMatchObject({
      together: { discount: 0 },
      state: 'scheduled',
      discount: 0,
      tickets: [{ reason: 'state' }, { reason: 'state' }],
    })
    const fieldsOf = (result: Awaited<ReturnType<typeof test>>) => (result.ok ? [] : (result.error.params as { fields: string[] }).fields)
    expect(fieldsOf(await test('2031-02-31T10:00'))).toEqual(['at'])
    expect(fieldsOf(await test(null, { performance: 'none' }))).toEqual(['tickets.0.performance'])
    expect(fieldsOf(await test(null, { priceType: 'none' }))).toEqual(['tickets.0.priceType'])
    value(await programmer.offers.end({ params: { offer: offer.id }, body: { version: 1 } }))
  })

  it('takes automatic offers off without a code: one for each ticket, and those that take off most', async () => {
    const programmer = await signIn()
    const client = visitor()
    const { events } = value(await client.catalogue.events())
    const { id: instance } = events.find(({ availability, next }) => availability === 'get-tickets' && next)!.next!
    const membership = value(await client.catalogue.memberships()).memberships[0]!.membership
    const now = Date.now()
    const rule = { ...plan.rule, automatic: true as const, performances: [instance] }
    const { offer } = value(await programmer.offers.create({ body: { code: `AUTO-${now}`, offer: { ...plan, name: 'Autumn', rule } } }))
    const [weaker, stronger] = [10, 40].map((percent) => ({ code: `CODE-${percent}-${now}`, percent }))
    for (const { code: id, percent } of [weaker!, stronger!])
      value(
        await programmer.offers.create({
          body: { code: id, offer: { ...plan, name: id, rule: { ...plan.rule, discount: { kind: 'percent', percent } } } },
        }),
      )

    const { basket } = value(await client.seats.bestAvailable({ params: { instance }, body: { quantity: 2, together: true } }))
    const { subtotal, discount } = basket.totals
    expect(discount).toBeGreaterThan(0)
    expect(basket).toMatchObject({ promo: null, offers: [{ name: 'Autumn', discount }], totals: { total: subtotal - discount } })
    expect(basket.totals.discounts).toEqual([{ name: 'Autumn', amount: discount }])
    expect(value(await client.site.session()).basket.total).toBe(basket.totals.total)
    expect(code(await client.basket.applyPromo({ body: { code: offer.id } }))).toBe('promo-not-recognised')

    const outdone = value(await client.basket.applyPromo({ body: { code: weaker!.code } }))
    expect(outdone.promo).toEqual({ code: weaker!.code, name: weaker!.code, discount: 0, isOutdone: true })
    expect(outdone).toMatchObject({ offers: [{ name: 'Autumn', discount }], totals: { discount } })
    const better = value(await client.basket.applyPromo({ body: { code: stronger!.code } }))
    expect(better.promo).toEqual({ code: stronger!.code, name: stronger!.code, discount: better.totals.discount })
    expect(better.totals.discount).toBeGreaterThan(discount)
    expect(better.offers).toBeUndefined()
    expect(value(await client.basket.removePromo()).totals.discount).toBe(discount)

    const params = { offer: offer.id }
    const { prices } = value(await client.catalogue.prices({ params: { instance } }))
    const [band, types] = Object.entries(prices)[0]!
    const ticket = { performance: instance, band: band as 'a', priceType: Object.keys(types)[0]!, quantity: 1 }
    const both = value(await programmer.offers.test({ params: { offer: weaker!.code }, body: { at: null, tickets: [ticket] } }))
    expect(both.together).toEqual({ discount: both.together.discount, tickets: [{ code: offer.id, off: both.together.discount }] })
    expect(both.together.discount).toBeGreaterThan(both.discount)

    const ofMembers = { ...plan, rule: { ...rule, memberships: [membership] } }
    value(await programmer.offers.edit({ params, body: { version: 1, offer: ofMembers } }))
    const without = value(await client.basket.read())
    expect([without.totals.discount, without.offers]).toEqual([0, undefined])
    const reasonsFor = async (memberships: string[]) => {
      const tried = value(await programmer.offers.test({ params, body: { at: null, memberships, tickets: [ticket] } }))
      return tried.tickets.map(({ reason }) => reason)
    }
    expect([await reasonsFor([]), await reasonsFor([membership])]).toEqual([['memberships'], [null]])
    const early = { ...plan, rule: { ...rule, daysBefore: 1000 } }
    value(await programmer.offers.edit({ params, body: { version: 2, offer: early } }))
    expect(value(await client.basket.read()).totals.discount).toBe(0)
    expect(await reasonsFor([])).toEqual(['daysBefore'])

    const refused = await programmer.offers.edit({
      params,
      body: { version: 3, offer: { ...plan, usesPerCustomer: 1, rule: { ...rule, opensPriority: true, memberships: ['none'] } } },
    })
    expect(refused).toMatchObject({
      error: { params: { fields: ['offer.rule.automatic', 'offer.usesPerCustomer', 'offer.rule.memberships'] } },
    })
    value(await programmer.offers.end({ params, body: { version: 3 } }))
  })

  it('takes off tickets of a performance until the limit of all orders together', async () => {
    const programmer = await signIn()
    const [client, other] = [visitor(), visitor()]
    const basket = await ready(client, 78, 79)
    const { instance } = basket.tickets[0]!
    const rule = { ...plan.rule, automatic: true as const, performances: [instance], mostPerPerformance: 1 }
    const { offer } = value(
      await programmer.offers.create({ body: { code: `EACH-${Date.now()}`, offer: { ...plan, name: 'Each', rule } } }),
    )
    const params = { offer: offer.id }
    const { prices } = value(await visitor().catalogue.prices({ params: { instance } }))
    const [band, types] = Object.entries(prices)[0]!
    const tickets = [{ performance: instance, band: band as 'a', priceType: Object.keys(types)[0]!, quantity: 2 }]
    const reasons = async () =>
      value(await programmer.offers.test({ params, body: { at: null, tickets } })).tickets.map(({ reason }) => reason)
    expect(await reasons()).toEqual([null, 'mostPerPerformance'])

    const current = value(await client.basket.read())
    const cheapest = Math.min(...current.tickets.map(({ price }) => price))
    expect(current.totals.discount).toBeGreaterThanOrEqual(Math.round(cheapest / 4))
    expect(current.totals.discount).toBeLessThan(current.totals.subtotal / 4)
    await payFor(client, current, pay)
    expect(await reasons()).toEqual(['mostPerPerformance', 'mostPerPerformance'])
    value(await other.seats.bestAvailable({ params: { instance }, body: { quantity: 1, together: true } }))
    expect(value(await other.basket.read()).totals.discount).toBe(0)
    value(await other.basket.reset())
    const refused = await programmer.offers.edit({
      params,
      body: { version: 1, offer: { ...plan, rule: { ...rule, discount: { kind: 'multi-buy', buy: 2, free: 1 } } } },
    })
    expect(refused).toMatchObject({ error: { params: { fields: ['offer.rule.mostPerPerformance'] } } })
    value(await programmer.offers.end({ params, body: { version: 1 } }))
  })

  it('refuses an offer without effect, at times that do not exist, and for what the programme does not have', async () => {
    const programmer = await signIn()
    const refused = await programmer.offers.create({
      body: {
        code: 'REFUSED',
        offer: {
          ...{ ...plan, startsAt: '2031-02-31T10:00' },
          rule: {
            ...{ opensPriority: false, opensPriceTypes: ['none'], productions: ['none'], performances: ['none'], priceTypes: ['none'] },
            ...{ from: '2031-03-01', until: '2031-02-01' },
          },
        },
      },
    })
    expect(refused).toMatchObject({
      error: {
        code: 'invalid-input',
        params: {
          fields: ['startsAt', 'rule.productions', 'rule.performances', 'rule.priceTypes', 'rule.opensPriceTypes', 'rule.until'].map(
            (field) => `offer.${field}`,
          ),
        },
      },
    })
    const without = await programmer.offers.create({
      body: { code: 'REFUSED', offer: { ...plan, rule: { opensPriority: false, opensPriceTypes: [] } } },
    })
    expect(without).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['offer.rule.discount'] } } })
    for (const names of [{}, { de: ' ' }, { de: 'é'.repeat(81) }]) {
      const unnamed = await programmer.offers.create({ body: { code: 'REFUSED', offer: { ...plan, names } } })
      expect(code(unnamed)).toBe('invalid-input')
    }
    const badCode = await programmer.offers.create({ body: { code: 'é', offer: plan } })
    expect(badCode).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['code'] } } })
    expect(code(await visitor().offers.all())).toBe('not-allowed')
  })
}
