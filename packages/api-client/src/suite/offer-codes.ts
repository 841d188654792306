import { expect, it } from 'vitest'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { ApiClient } from '#client'
import { code, payFor, type PaymentSuite, value } from './visitor.ts'

type Parts = PaymentSuite & {
  readonly programmer: () => Promise<ApiClient>
  readonly finance: () => Promise<ApiClient>
}

/** The single-use codes of offers. */
export function describeOfferCodes({ visitor, programmer: signIn, finance: signInAsFinance, ready, pay }: Parts): void {
  const plan: OfferPlan = {
    ...{ name: 'For subscribers', startsAt: null, endsAt: null, maxUses: null, usesPerCustomer: null },
    rule: { discount: { kind: 'percent', percent: 25 }, singleUse: true, opensPriority: false, opensPriceTypes: [] },
  }

  it('sells once with each single-use code, and lists the codes with their orders', async () => {
    const programmer = await signIn()
    const { offer } = value(await programmer.offers.create({ body: { code: `ONCE-${Date.now()}`, offer: plan } }))
    const params = { offer: offer.id }
    const { codes, batch, changeSet } = value(
      await programmer.offerCodes.create({ params, body: { count: 2, prefix: 'sub', reason: 'A letter' } }),
    )
    expect(codes).toHaveLength(2)
    for (const each of codes) expect(each).toMatch(/^SUB-[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const [first, second] = codes as [string, string]
    const list = async () => value(await programmer.offerCodes.all({ params })).codes
    expect(await list()).toMatchObject(codes.map((each) => ({ code: each, batch, state: 'free', order: null })))

    const client = visitor()
    await ready(client, 70, 71)
    // Its own code is only its id.
    expect(code(await client.basket.applyPromo({ body: { code: offer.id } }))).toBe('promo-not-recognised')
    const applied = value(await client.basket.applyPromo({ body: { code: ` ${first.toLowerCase()} ` } }))
    expect(applied.promo).toEqual({ code: first, name: plan.name, discount: applied.totals.discount })
    expect(applied.totals.discount).toBeGreaterThan(0)
    const number = await payFor(client, applied, pay)
    const sold = value(await (await signInAsFinance()).afterSale.order({ params: { number } }))
    expect(sold.codes, 'the code is not shown').toEqual([{ kind: 'single-use', code: offer.id }])
    const stateOf = async (which: string) => (await list()).find((each) => each.code === which)
    expect(await stateOf(first)).toMatchObject({ state: 'used', order: number })
    expect(code(await visitor().basket.applyPromo({ body: { code: first } }))).toBe('promo-not-recognised')
    expect(value(await programmer.offers.one({ params })).used).toBe(1)
    const undone = await programmer.planning.undo({ params: { change: changeSet }, body: {} })
    expect(undone).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'single_use_code', count: 1 }] } },
    })
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'offer-codes', id: offer.id } }))
    expect(changes.map(({ kind, reason }) => [kind, reason])).toEqual([['create-offer-codes', 'A letter']])
    expect(JSON.stringify(changes)).not.toContain(second)
    value(await programmer.offers.end({ params, body: { version: offer.version } }))
  })

  it('takes withdrawn codes from open baskets, and undoes that and the codes themselves', async () => {
    const programmer = await signIn()
    const { offer } = value(await programmer.offers.create({ body: { code: `BACK-${Date.now()}`, offer: plan } }))
    const params = { offer: offer.id }
    const { codes, changeSet } = value(await programmer.offerCodes.create({ params, body: { count: 3, prefix: '' } }))
    const client = visitor()
    const before = await ready(client, 74, 75)
    const applied = value(await client.basket.applyPromo({ body: { code: codes[0]! } }))
    const listed = value(await programmer.offerCodes.all({ params })).codes
    const ids = listed.filter((each) => each.code !== codes[2]).map(({ id }) => id)
    const withdraw = (wanted: readonly string[]) => programmer.offerCodes.withdraw({ params, body: { codes: [...wanted] } })
    const withdrawn = value(await withdraw(ids))
    expect(withdrawn.withdrawn).toBe(2)
    expect(value(await withdraw(ids))).toEqual({ withdrawn: 0, changeSet: null })
    const without = value(await client.basket.read())
    expect(without).toMatchObject({ promo: null, totals: { total: before.totals.total } })
    expect(without.version).toBeGreaterThan(applied.version)
    expect(code(await visitor().basket.applyPromo({ body: { code: codes[1]! } }))).toBe('promo-not-recognised')
    expect(await withdraw([ids[0]!, crypto.randomUUID()])).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['codes.1'] } },
    })

    value(await programmer.planning.undo({ params: { change: withdrawn.changeSet! }, body: {} }))
    expect(value(await client.basket.read()).promo).toMatchObject({ code: codes[0] })
    const removed = value(await programmer.planning.undo({ params: { change: changeSet }, body: {} }))
    expect(value(await client.basket.read()).promo).toBeNull()
    expect(value(await programmer.offerCodes.all({ params })).codes).toEqual([])
    value(await programmer.planning.undo({ params: { change: removed.changeSet }, body: {} }))
    expect(value(await client.basket.read()).promo).toMatchObject({ code: codes[0] })
    value(await client.basket.removePromo())
    value(await programmer.offers.end({ params, body: { version: offer.version } }))
  })

  it('sells with several named codes of one offer, each with its limit and its sales', async () => {
    const programmer = await signIn()
    const now = Date.now()
    const [metro, timeOut, schools] = ['METRO', 'TIMEOUT', 'SCHOOLS'].map((name) => `${name}-${now}`) as [string, string, string]
    const { singleUse: _singleUse, ...open } = plan.rule
    const offered: OfferPlan = {
      ...plan,
      codes: [
        { code: metro.toLowerCase(), label: 'Advert in Metro', maxUses: 1, endsAt: null },
        { code: timeOut, maxUses: null, endsAt: '2031-01-01T10:00' },
      ],
      rule: open,
    }
    const stored = { ...offered, codes: [{ ...offered.codes![0]!, code: metro }, offered.codes![1]!] }
    const { offer } = value(await programmer.offers.create({ body: { code: `NAMED-${now}`, offer: offered } }))
    expect(offer).toMatchObject({ version: 1, offer: stored })
    const params = { offer: offer.id }
    const salesOf = async () => value(await programmer.offers.sales({ params })).codes
    expect((await salesOf()).map(({ code: each, label, state, used }) => [each, label, state, used])).toEqual([
      [offer.id, undefined, null, 0],
      [metro, 'Advert in Metro', 'active', 0],
      [timeOut, undefined, 'active', 0],
    ])

    const client = visitor()
    await ready(client, 80, 81)
    const applied = value(await client.basket.applyPromo({ body: { code: ` ${metro.toLowerCase()} ` } }))
    expect(applied.promo).toEqual({ code: metro, name: plan.name, discount: applied.totals.discount })
    expect(applied.totals.discount).toBeGreaterThan(0)
    const test = (typed: string, at: string | null = null) =>
      programmer.offers.test({ params, body: { at, code: typed, tickets: trialTickets } })
    const { instance } = applied.tickets[0]!
    const { prices } = value(await visitor().catalogue.prices({ params: { instance } }))
    const [band, types] = Object.entries(prices)[0]!
    const trialTickets = [{ performance: instance, band: band as 'a', priceType: Object.keys(types)[0]!, quantity: 1 }]
    expect(value(await test(metro))).toMatchObject({
      ...{ state: 'active', code: { code: metro, label: 'Advert in Metro', state: 'active' } },
      tickets: [{ reason: null }],
    })
    const number = await payFor(client, applied, pay)
    const finance = await signInAsFinance()
    const codesOf = async (order: string) => value(await finance.afterSale.order({ params: { number: order } })).codes
    expect(await codesOf(number)).toEqual([{ kind: 'named', code: metro, label: 'Advert in Metro' }])
    // The last use of one code leaves the others.
    expect(code(await visitor().basket.applyPromo({ body: { code: metro } }))).toBe('promo-not-recognised')
    expect(value(await visitor().basket.applyPromo({ body: { code: timeOut } })).promo).toMatchObject({ code: timeOut })
    expect((await salesOf())[1]).toEqual({
      ...{ kind: 'named', code: metro, label: 'Advert in Metro', state: 'used-up', maxUses: 1, used: 1, orders: 1, tickets: 2 },
      ...{ discount: applied.totals.discount, total: applied.totals.total },
    })
    expect(value(await test(metro))).toMatchObject({
      ...{ code: { state: 'used-up' }, discount: 0, tickets: [{ reason: 'code' }], together: { tickets: [{ code: null }] } },
    })
    expect(value(await test(timeOut, '2031-02-01T10:00'))).toMatchObject({ code: { code: timeOut, state: 'ended' }, discount: 0 })
    expect(value(await test(offer.id))).toMatchObject({ code: null, tickets: [{ reason: null }] })
    expect(await test('unknown')).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['code'] } } })

    const edit = (version: number, codes: OfferPlan['codes']) =>
      programmer.offers.edit({ params, body: { version, offer: { ...plan, rule: open, ...(codes && { codes }) } } })
    const second = { ...plan, codes: [{ code: schools, maxUses: null, endsAt: null }], rule: open }
    const other = value(await programmer.offers.create({ body: { code: `OTHER-${now}`, offer: second } })).offer
    const refused = await edit(1, [
      { code: schools, maxUses: null, endsAt: null },
      { code: metro, maxUses: null, endsAt: '2031-02-31T10:00' },
      { code: offer.id, maxUses: null, endsAt: null },
    ])
    expect(refused).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['offer.codes.0.code', 'offer.codes.1.endsAt', 'offer.codes.2.code'] } },
    })
    expect(code(await programmer.offers.create({ body: { code: metro, offer: plan } }))).toBe('id-taken')

    // A used code is withdrawn, an unused one is deleted and free for another offer.
    const waiting = visitor()
    value(await waiting.basket.applyPromo({ body: { code: timeOut } }))
    const removed = value(await edit(1, undefined))
    expect(removed.offer).toMatchObject({ version: 2, offer: { name: plan.name } })
    expect(removed.offer.offer.codes).toBeUndefined()
    expect(value(await waiting.basket.read()).promo).toBeNull()
    expect((await salesOf()).map((each) => [each.code, each.state, each.orders])).toEqual([
      [offer.id, null, 0],
      [metro, 'withdrawn', 1],
    ])
    expect(code(await programmer.offers.create({ body: { code: metro, offer: plan } }))).toBe('id-taken')
    const taken = { params: { offer: other.id }, body: { version: 1, offer: { ...second, codes: stored.codes.slice(1) } } }
    const moved = value(await programmer.offers.edit(taken))
    const undoRemoval = () => programmer.planning.undo({ params: { change: removed.changeSet! }, body: {} })
    expect(await undoRemoval()).toMatchObject({
      error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'named_code', count: 1 }] } },
    })
    value(await programmer.planning.undo({ params: { change: moved.changeSet! }, body: {} }))
    value(await undoRemoval())
    expect(value(await programmer.offers.one({ params })).offer).toEqual(stored)
    expect((await salesOf())[1]).toMatchObject({ code: metro, state: 'used-up', orders: 1 })
    expect(value(await waiting.basket.read()).promo).toMatchObject({ code: timeOut })
    value(await waiting.basket.removePromo())

    const raised = value(await edit(3, [{ code: metro, maxUses: 2, endsAt: null }]))
    expect(await edit(4, [{ code: metro, maxUses: null, endsAt: null }])).toMatchObject({ ok: true })
    const { changes } = value(await programmer.planning.changes({ query: { subject: 'offer', id: offer.id } }))
    expect(changes.find(({ id }) => id === raised.changeSet)!.rows[0]!.fields.map(({ field }) => field)).toEqual(['codes'])
    for (const [id, version] of [
      [offer.id, 5],
      [other.id, 3],
    ] as const)
      value(await programmer.offers.end({ params: { offer: id }, body: { version } }))
  })

  it('shows codes only to staff who may change offers, and refuses too many, and those of an offer without a code', async () => {
    const [programmer, finance] = [await signIn(), await signInAsFinance()]
    const rule: OfferPlan['rule'] = {
      discount: { kind: 'percent', percent: 25 },
      automatic: true,
      opensPriority: false,
      opensPriceTypes: [],
    }
    const times = { startsAt: '2099-01-01T10:00', endsAt: '2099-02-01T10:00' }
    const { offer } = value(await programmer.offers.create({ body: { code: `NONE-${Date.now()}`, offer: { ...plan, ...times, rule } } }))
    const params = { offer: offer.id }
    const create = (count: number, prefix = '') => programmer.offerCodes.create({ params, body: { count, prefix } })
    const refusal = (field: string) => ({ error: { code: 'invalid-input', params: { fields: [field] } } })
    expect(await create(1)).toMatchObject(refusal('count'))
    expect(await create(1001)).toMatchObject(refusal('count'))
    expect(await create(1, '-A')).toMatchObject(refusal('prefix'))
    expect(code(await programmer.offerCodes.all({ params: { offer: 'UNKNOWN' } }))).toBe('page-not-found')
    expect(code(await programmer.offerCodes.create({ params: { offer: 'UNKNOWN' }, body: { count: 1, prefix: '' } }))).toBe(
      'page-not-found',
    )
    expect(code(await finance.offerCodes.all({ params }))).toBe('not-allowed')
    expect(code(await visitor().offerCodes.all({ params }))).toBe('not-allowed')
    const both = await programmer.offers.edit({
      params,
      body: { version: 1, offer: { ...plan, ...times, rule: { ...rule, singleUse: true } } },
    })
    expect(both).toMatchObject(refusal('offer.rule.singleUse'))
    const named = await programmer.offers.edit({
      params,
      body: { version: 1, offer: { ...plan, ...times, rule, codes: [{ code: 'NEEDLESS', maxUses: null, endsAt: null }] } },
    })
    expect(named).toMatchObject(refusal('offer.codes'))
    expect(code(await visitor().offers.sales({ params }))).toBe('not-allowed')
  })
}
