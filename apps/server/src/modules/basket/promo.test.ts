import { describe, expect, it } from 'vitest'
import { giveMembership } from '#modules/membership'
import { announcePromo, confirmPromo, releasePromo, reservePromo } from '#modules/promo'
import { transact } from '#db'
import { createGuest } from '#modules/auth'
import { fullPriceSeats, seatsAt, customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { applyPromo, changeTicket, openBasket, readBasket, removePromo, removeTicket, resetBasket } from './index.ts'
import { addTickets } from '#modules/hold'

const actor = { name: 'guest' }
const opensNothing = { opensPriority: false, opensPriceTypes: [] }
type Announced = Parameters<typeof announcePromo>[1]
const announce = ({ db }: TestTheatre, promo: Partial<Announced> & Pick<Announced, 'rule'>) =>
  announcePromo(db, { code: 'CODE', name: 'A code', ...promo }, { name: 'test' })
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)

describe('a promo code', () => {
  it('takes a percentage off each ticket and off the total', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule: { ...opensNothing, discount: { kind: 'percent', percent: 10 } } })
    const basket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1', 'C.2'))
    expect(await applyPromo(theatre, basket, actor, ' co de ')).toMatchObject({ ok: true })
    const { totals, promo } = await readBasket(theatre, basket)
    expect(promo).toEqual({ code: 'CODE', name: 'A code', discount: 7_50 })
    expect(totals).toMatchObject({ subtotal: 75_00, discount: 7_50, total: 67_50, leftToPay: 67_50 })
    await removePromo(theatre, basket, actor)
    expect(await readBasket(theatre, basket)).toMatchObject({ promo: null, totals: { discount: 0, total: 75_00 } })
  })

  it('is rejected with the same problem whether it is unknown, over or used up', async () => {
    await using theatre = await openTestTheatre()
    const rule = { ...opensNothing, discount: { kind: 'percent' as const, percent: 10 } }
    await announce(theatre, { code: 'OVER', rule, endsAt: new Date(Date.now() - 60_000) })
    await announce(theatre, { code: 'TOCOME', rule, startsAt: new Date(Date.now() + 60_000) })
    await announce(theatre, { code: 'GONE', rule, maxUses: 0 })
    const basket = await openBasket(theatre.db, theatre.brand)
    for (const typed of ['OVER', 'TOCOME', 'GONE', 'NEVER-WAS', "' or 1=1 --"])
      expect(codeOf(await applyPromo(theatre, basket, actor, typed)), typed).toBe('promo-not-recognised')
  })

  it('is rejected if it has no effect on the basket', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule: { ...opensNothing, discount: { kind: 'percent', percent: 10 }, performances: ['tomorrow'] } })
    const basket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1'))
    expect(codeOf(await applyPromo(theatre, basket, actor, 'CODE'))).toBe('promo-not-valid')
  })

  it('opens a price type, and can’t be removed while a ticket needs it', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule: { opensPriority: false, opensPriceTypes: ['neighbour'] } })
    await announce(theatre, { code: 'OTHER', rule: { ...opensNothing, discount: { kind: 'percent', percent: 5 } } })
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, basket, actor, 'tonight', seatsAt('neighbour', 'A.1')))).toBe('price-type-unavailable')
    await applyPromo(theatre, basket, actor, 'CODE')
    expect(codeOf(await addTickets(theatre, basket, actor, 'tonight', seatsAt('neighbour', 'A.1')))).toBe('ok')
    const [ticket] = (await readBasket(theatre, basket)).tickets
    expect(ticket).toMatchObject({ price: 15_00, priceTypeName: 'Neighbour' })
    expect(ticket!.choices.map((choice) => choice.priceType)).toEqual(['full', 'under-26', 'neighbour'])
    expect(codeOf(await removePromo(theatre, basket, actor))).toBe('promo-update-failed')
    expect(codeOf(await applyPromo(theatre, basket, actor, 'OTHER'))).toBe('promo-update-failed')
    await changeTicket(theatre, basket, actor, ticket!.id, { priceType: 'full' })
    expect(codeOf(await removePromo(theatre, basket, actor))).toBe('ok')
  })

  it('admits its holder before general sale, as a membership does, and stays on the basket', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule: { opensPriority: true, opensPriceTypes: [] } })
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, basket, actor, 'members-first', fullPriceSeats('A.1')))).toBe('instance-priority')
    await applyPromo(theatre, basket, actor, 'CODE')
    expect(codeOf(await addTickets(theatre, basket, actor, 'members-first', fullPriceSeats('A.1')))).toBe('ok')
    expect(codeOf(await removePromo(theatre, basket, actor))).toBe('promo-update-failed')
    await removeTicket(theatre, basket, actor, (await readBasket(theatre, basket)).tickets[0]!.id)
    const next = await resetBasket(theatre, basket, actor)
    expect((await readBasket(theatre, next.ok ? next.value : undefined)).promo?.code).toBe('CODE')

    const member = await customerOf(theatre)
    const theirs = await openBasket(theatre.db, theatre.brand, { customer_id: member.id })
    expect(codeOf(await addTickets(theatre, theirs, actor, 'members-first', fullPriceSeats('A.2')))).toBe('instance-priority')
    await transact(theatre.db, (trx) =>
      giveMembership(trx, member.id, { membership: 'priority', startsOn: '2020-01-01', expiresOn: '2999-01-01' }, 'test'),
    )
    expect(codeOf(await addTickets(theatre, theirs, actor, 'members-first', seatsAt('member', 'A.2')))).toBe('ok')
  })
})

describe('the uses of a promo code', () => {
  const rule = { ...opensNothing, discount: { kind: 'percent' as const, percent: 10 } }

  it('never exceed the maximum under concurrent payments, and a failed payment frees its use', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule, maxUses: 5 })
    const buyers = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const customer = (await customerOf(theatre)).id
        return { customer, basket: await openBasket(theatre.db, theatre.brand, { customer_id: customer }) }
      }),
    )
    const reserve = (buyer: (typeof buyers)[number]) => transact(theatre.db, (trx) => reservePromo(trx, 'CODE', buyer, actor))
    const holders = (await Promise.all(buyers.map(reserve))).flatMap((isHad, at) => (isHad ? [buyers[at]!] : []))
    expect(holders).toHaveLength(5)
    expect(await reserve(holders[0]!)).toBe(true)
    await expectInvariants(theatre)

    await Promise.all(holders.slice(0, 2).map((buyer) => transact(theatre.db, (trx) => releasePromo(trx, buyer.basket, actor))))
    await transact(theatre.db, (trx) => releasePromo(trx, holders[0]!.basket, actor))
    const otherBuyers = buyers.filter((buyer) => !holders.includes(buyer))
    expect((await Promise.all(otherBuyers.map(reserve))).filter(Boolean)).toHaveLength(2)
    // A late payment for a freed use arrives when none is left: the money is refunded.
    expect(await transact(theatre.db, (trx) => confirmPromo(trx, { code: 'CODE' }, holders[0]!, crypto.randomUUID(), actor))).toBe(false)
    expect(await transact(theatre.db, (trx) => confirmPromo(trx, { code: 'CODE' }, holders[4]!, crypto.randomUUID(), actor))).toBe(true)
    await expectInvariants(theatre)
  })

  it('are limited per customer, over all of their baskets', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule, perCustomer: 1 })
    const customer = (await customerOf(theatre)).id
    const baskets = await Promise.all(Array.from({ length: 8 }, () => openBasket(theatre.db, theatre.brand, { customer_id: customer })))
    const wereReserved = await Promise.all(
      baskets.map((basket) => transact(theatre.db, (trx) => reservePromo(trx, 'CODE', { basket, customer }, actor))),
    )
    expect(wereReserved.filter(Boolean)).toHaveLength(1)
    const secondResult = await openBasket(theatre.db, theatre.brand, { customer_id: customer })
    expect(codeOf(await applyPromo(theatre, secondResult, actor, 'CODE'))).toBe('promo-not-valid')
    await expectInvariants(theatre)
  })

  it('are limited per person, who buys as a new guest each time', async () => {
    await using theatre = await openTestTheatre()
    await announce(theatre, { rule, perCustomer: 1 })
    const guest = async (email: string) => {
      const person = { email, firstName: 'Ada', lastName: 'Quill', phone: '' }
      const customer = await createGuest(theatre.db, person, { requestId: 'r', locale: 'en' })
      return { customer, basket: await openBasket(theatre.db, theatre.brand, { customer_id: customer }) }
    }
    const baskets = await Promise.all(Array.from({ length: 4 }, () => guest('ada@example.org')))
    const wereReserved = await Promise.all(baskets.map((buyer) => transact(theatre.db, (trx) => reservePromo(trx, 'CODE', buyer, actor))))
    expect(wereReserved.filter(Boolean)).toHaveLength(1)
    const [sameGuest, otherGuest] = [await guest('ada@example.org'), await guest('bea@example.org')]
    expect(codeOf(await applyPromo(theatre, sameGuest.basket, actor, 'CODE'))).toBe('promo-not-valid')
    expect(codeOf(await applyPromo(theatre, otherGuest.basket, actor, 'CODE'))).toBe('ok')
    await expectInvariants(theatre)
  })
})
