import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isClash, partsOf } from '@playhouse/domain/package-choice'
import type { ChosenPerformance, PackageView } from '@playhouse/domain/package'
import { expandRuns, hasFlag, type Plan, readPlan } from '@playhouse/domain/plan'
import { needsOfHall, seatNeeds } from '@playhouse/domain/plan/best'
import { bands } from '@playhouse/domain/pricing'
import { bookable } from '@playhouse/domain/season'
import { seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { timeLimit } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import type { Basket, BasketTicket, PackageRequest } from '#contract'
import { describePackageRecords } from './package-records.ts'
import { billing, code, newAddress, value, visitorOf } from './visitor.ts'

/** An implementation of the contract with `sellingBrand` and `offeredPackages`. */
type PackageSuiteHost = {
  readonly origin: string
  /** Pays on the payment page. */
  pay(redirectUrl: string): Promise<void>
  /** Signs a programmer in with both factors. */
  signInProgrammer(client: ApiClient): Promise<void>
  close(): Promise<void>
}

/** Packages: what can be chosen, holds, shares of the price, whole packages, and orders. */
export function describePackages(name: string, open: () => Promise<PackageSuiteHost>): void {
  describe(`packages over ${name}`, () => {
    let host: PackageSuiteHost
    beforeAll(async () => {
      host = await open()
    }, timeLimit(120_000))
    afterAll(() => host.close())
    const visitor = (): ApiClient => visitorOf(host)
    const readPackage = async (client: ApiClient, id: string): Promise<PackageView> =>
      value(await client.packages.package({ params: { package: id } }))

    /** Bookable performances of some parts that do not overlap, the latest of each part first. */
    const choose = (view: PackageView, parts: readonly string[], inner: string | null = null): ChosenPerformance[] => {
      const chosen: (ChosenPerformance & { startsAt: string; endsAt: string })[] = []
      for (const id of parts) {
        const { part } = partsOf(view).find((each) => each.inner === inner && each.part.part === id)!
        const free = part.performances
          .toReversed()
          .find((each) => bookable(each.availability) && chosen.every((other) => !isClash(each, other)))
        chosen.push({ ...free!, package: inner, part: id })
      }
      return chosen.map(({ package: within, part, instance }) => ({ package: within, part, instance }))
    }
    const earnest = 'the-importance-of-being-earnest'
    const choir = 'salt-water-choir'
    const sum = (tickets: readonly Pick<BasketTicket, 'price'>[]): number => tickets.reduce((total, { price }) => total + price, 0)
    const couple = [
      { priceType: 'full', quantity: 1 },
      { priceType: 'under-26', quantity: 1 },
    ]
    const hold = async (client: ApiClient, change: object = {}) => {
      const performances = choose(await readPackage(client, 'play-and-song'), [earnest, choir])
      return client.packages.hold({ body: { package: 'play-and-song', party: couple, performances, ...change } })
    }
    const tidy = async (client: ApiClient): Promise<void> => void value(await client.basket.reset())

    it('lists all performances by date, the same as their productions have', async () => {
      const client = visitor()
      const { productions, performances } = value(await client.listings.performances())
      const ids: string[] = []
      for (const { id, title } of productions) {
        const event = value(await client.catalogue.event({ params: { event: id } }))
        expect(event.title).toBe(title)
        ids.push(...event.instances.filter(({ availability }) => availability !== 'passed').map((instance) => instance.id))
      }
      expect(performances.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      const starts = performances.map(({ startsAt }) => Date.parse(startsAt))
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    })

    it('lists packages with their extent, and shows each with the performances that can be chosen', async () => {
      const client = visitor()
      const { packages } = value(await client.packages.list())
      expect(packages.map(({ package: id, kind, isOnSale, least, most }) => [id, kind, isOnSale, least, most])).toEqual([
        ['play-and-song', 'fixed', true, 2, 2],
        ['pick', 'flexible', true, 1, 3],
        ['everything', 'super', true, 1, 5],
        ['later', 'fixed', false, 1, 1],
        ['three-nights', 'series', true, 2, 3],
      ])
      const view = await readPackage(client, 'everything')
      expect(view.groups[0]!.packages.map((inner) => [inner.package, inner.groups.map(({ parts }) => parts.length)])).toEqual([
        ['play-and-song', [2]],
        ['pick', [2, 1]],
      ])
      const [first] = partsOf(view)
      expect(first).toMatchObject({ inner: 'play-and-song', part: { part: earnest, event: earnest } })
      for (const { startsAt, endsAt } of first!.part.performances) expect(Date.parse(endsAt)).toBeGreaterThan(Date.parse(startsAt))
      expect(code(await client.packages.package({ params: { package: 'unknown' } }))).toBe('page-not-found')
    })

    it('holds a package as one, at penny-exact shares of its price for each price type, once for each key', async () => {
      const client = visitor()
      const held = value(await hold(client, { once: 'one press of the button' }))
      expect(held.packages).toMatchObject([
        {
          id: held.held,
          package: 'play-and-song',
          kind: 'fixed',
          name: { text: 'A play and songs', translations: { sv: 'En pjäs och sånger' } },
        },
      ])
      const [sold] = held.packages!
      expect(held.tickets).toHaveLength(4)
      expect(new Set(sold!.tickets)).toEqual(new Set(held.tickets.map(({ id }) => id)))
      const ofType = (type: string) => sum(held.tickets.filter(({ priceType }) => priceType === type))
      expect([ofType('full'), ofType('under-26')]).toEqual([25_01, 20_00])
      expect([sold!.amount, held.totals.total]).toEqual([45_01, 45_01])
      expect(sold!.saved).toBeGreaterThan(0)
      for (const { choices, fee, price } of held.tickets) {
        expect(choices).toEqual([])
        expect(fee).toBeLessThanOrEqual(price)
      }
      const again = value(await hold(client, { once: 'one press of the button' }))
      expect([again.held, again.tickets.length, again.deadline]).toEqual([held.held, 4, held.deadline])
      await tidy(client)
    })

    it('sells flexible packages with a discount by count, and super packages at one price over the packages within', async () => {
      const client = visitor()
      const pick = await readPackage(client, 'pick')
      const performances = choose(pick, [earnest, choir])
      const party = [{ priceType: 'full', quantity: 2 }]
      const two = value(await client.packages.hold({ body: { package: 'pick', party, performances, wish: { together: false } } }))
      const single = two.packages![0]!.amount + two.packages![0]!.saved
      expect(two.packages![0]!.amount).toBe(single - Math.round(single / 10))
      const three = choose(pick, [earnest, 'the-railway-children', choir])
      const replacement = { package: 'pick', party, performances: three, replaces: two.held, once: 'one press to replace' }
      const replaced = value(await client.packages.hold({ body: replacement }))
      expect(replaced.packages).toHaveLength(1)
      expect(replaced.tickets).toHaveLength(6)
      expect(replaced.packages![0]!.saved).toBe(
        Math.round(((replaced.packages![0]!.amount + replaced.packages![0]!.saved) * 1_500) / 10_000),
      )
      const again = value(await client.packages.hold({ body: replacement }))
      expect([again.held, again.tickets.length]).toEqual([replaced.held, 6])
      // A package that is gone is replaced by none, whatever else the basket holds.
      const late = await client.packages.hold({ body: { ...replacement, once: 'a press too late' } })
      expect(code(late)).toBe('basket-line-unknown')
      const everything = await readPackage(client, 'everything')
      const inner = choose(everything, [earnest, choir], 'play-and-song')
      const whole = value(await client.packages.hold({ body: { package: 'everything', party, performances: inner } }))
      const sold = whole.packages!.find(({ id }) => id === whole.held)!
      expect(sold).toMatchObject({ kind: 'super', choice: inner })
      expect(sold.saved).toBe(Math.round(((sold.amount + sold.saved) * 2_000) / 10_000))
      await tidy(client)
    })

    it('finds the best seats of each performance in the band that was chosen for it', async () => {
      const client = visitor()
      const view = await readPackage(client, 'pick')
      const [first, second] = choose(view, [earnest, choir])
      const { prices } = value(await client.catalogue.prices({ params: { instance: first!.instance } }))
      const sold = bands.filter((band) => prices[band]?.['full'])
      const [best, last] = [sold[0]!, sold.at(-1)!]
      expect(best).not.toBe(last)
      const party = [{ priceType: 'full', quantity: 1 }]
      const held = value(
        await client.packages.hold({
          body: { package: 'pick', party, performances: [{ ...first!, band: last }, second!], wish: { together: true } },
        }),
      )
      const bandOf = (instance: string) => held.tickets.find((ticket) => ticket.instance === instance)!.band
      expect(bandOf(first!.instance)).toBe(last)
      await tidy(client)
    })

    it('finds seats for the needs that a hall has seats for, and leaves the other needs out there', async () => {
      const client = visitor()
      const performances = choose(await readPackage(client, 'play-and-song'), [earnest, choir])
      const plans = new Map<string, Plan>()
      for (const { instance } of performances) {
        const { hall, planVersion } = value(await client.catalogue.commonAvailability({ query: { instances: instance } }))
        plans.set(instance, readPlan(value(await client.catalogue.plan({ params: { venue: hall, version: planVersion } }))))
      }
      const halls = [...plans.values()].map(needsOfHall)
      const absent = seatNeeds.filter((need) => need !== 'companion' && halls.every((present) => !present.includes(need)))
      const isPresent = halls.every((present) => present.includes('end-of-row'))
      const needs = [...absent, ...(isPresent ? ['end-of-row'] : [])]
      const held = value(await hold(client, { wish: { needs, together: true } }))
      for (const [instance, plan] of plans) {
        const seats = held.tickets.filter((ticket) => ticket.instance === instance).map(({ seat }) => plan.indexOf(seat)!)
        expect(seats).toHaveLength(2)
        if (isPresent) expect(seats.some((seat) => hasFlag(plan, seat, 'endOfRow'))).toBe(true)
      }
      await tidy(client)
    })

    it('sells a fixed series: the same seats on each of its dates, at a discount by their number', async () => {
      const client = visitor()
      const view = await readPackage(client, 'three-nights')
      const dates = view.groups[0]!.parts.map(({ part, performances: [date] }) => ({ package: null, part, instance: date!.instance }))
      expect(dates).toHaveLength(3)
      const instances = dates.map(({ instance }) => instance)
      const common = value(await client.catalogue.commonAvailability({ query: { instances: instances.join(',') } }))
      const plan = readPlan(value(await client.catalogue.plan({ params: { venue: common.hall, version: common.planVersion } })))
      const { prices, seatBands } = value(await client.catalogue.prices({ params: { instance: instances[0]! } }))
      const bandOf = expandRuns(seatBands, new Uint8Array(plan.seatCount))
      const seatValues = unpackAvailability(common.seats, plan.seatCount)
      const free = Array.from({ length: plan.seatCount }, (_, seat) => seat).filter(
        (seat) => seatValues[seat] === seatAvailability.free && prices[bands[bandOf[seat]!]!]?.['full'],
      )
      const seatsFrom = (nth: number) => free.slice(nth, nth + 2).map((seat) => ({ seat: plan.idOf(seat), priceType: 'full' }))
      const party = [{ priceType: 'full', quantity: 2 }]
      const ask = (performances: PackageRequest['performances']) =>
        client.packages.hold({ body: { package: 'three-nights', party, performances } })
      const [first, ...others] = dates.map((date) => ({ ...date, seats: seatsFrom(0) }))
      expect(code(await ask([{ ...first!, seats: seatsFrom(2) }, ...others]))).toBe('invalid-input')
      expect(code(await ask(dates))).toBe('invalid-input')
      expect(code(await ask([first!]))).toBe('package-incomplete')
      expect(value(await client.basket.read()).tickets).toEqual([])
      const held = value(await ask([first!, ...others]))
      expect(held.tickets).toHaveLength(6)
      expect(new Set(held.tickets.map(({ seat }) => seat))).toEqual(new Set(seatsFrom(0).map(({ seat }) => seat)))
      const [sold] = held.packages!
      expect(sold).toMatchObject({ package: 'three-nights', kind: 'series' })
      expect(sold!.saved).toBe(Math.round((sold!.amount + sold!.saved) / 10))
      await tidy(client)
    })

    it('turns single tickets for chosen seats into tickets of the package', async () => {
      const client = visitor()
      const first = value(await hold(client, { party: [{ priceType: 'full', quantity: 1 }] }))
      const seats = first.packages![0]!.choice.map((chosen) => ({
        ...chosen,
        seats: first.tickets.filter(({ instance }) => instance === chosen.instance).map(({ seat, priceType }) => ({ seat, priceType })),
      }))
      value(await client.packages.remove({ params: { id: first.held } }))
      const [one] = seats
      value(await client.basket.addTickets({ body: { instance: one!.instance, seats: one!.seats } }))
      const held = value(
        await client.packages.hold({
          body: { package: 'play-and-song', party: [{ priceType: 'full', quantity: 1 }], performances: seats },
        }),
      )
      expect(held.tickets).toHaveLength(2)
      expect(held.totals.total).toBe(25_01)
      await tidy(client)
    })

    it('rejects packages that are not on sale, not complete or with seats for another party, and changes nothing', async () => {
      const client = visitor()
      const view = await readPackage(client, 'play-and-song')
      const [play] = choose(view, [earnest])
      expect(await hold(client, { performances: [play] })).toMatchObject({
        ok: false,
        error: { code: 'package-incomplete', params: { missing: [{ package: null, group: 'all', count: 1 }] } },
      })
      expect(code(await hold(client, { performances: [play, { ...play!, part: choir }] }))).toBe('invalid-input')
      expect(code(await hold(client, { performances: [play, { ...play!, part: choir, instance: 'elsewhere' }] }))).toBe(
        'package-incomplete',
      )
      expect(code(await hold(client, { party: [{ priceType: 'student', quantity: 1 }] }))).toMatch(
        /^(price-type-unavailable|performances-unavailable)$/,
      )
      expect(code(await hold(client, { party: [{ priceType: 'full', quantity: 50 }] }))).toMatch(/^max-tickets-per-performance$/)
      expect(code(await hold(client, { party: [] }))).toBe('invalid-input')
      expect(code(await hold(client, { replaces: crypto.randomUUID() }))).toBe('basket-line-unknown')
      const seats = [{ seat: 'A-1', priceType: 'full' }]
      expect(code(await hold(client, { performances: [{ ...play, seats }, ...choose(view, [earnest, choir]).slice(1)] }))).toBe(
        'invalid-input',
      )
      const [train] = choose(await readPackage(client, 'later'), ['the-railway-children'])
      expect(code(await client.packages.hold({ body: { package: 'later', party: couple, performances: [train!] } }))).toBe(
        'package-off-sale',
      )
      expect(code(await client.packages.hold({ body: { package: 'unknown', party: couple, performances: [train!] } }))).toBe(
        'page-not-found',
      )
      expect(value(await client.basket.read()).tickets).toEqual([])
    })

    it('keeps the rest unsold where seats of one date are taken, and names that date', async () => {
      const [mine, theirs] = [visitor(), visitor()]
      const held = value(await hold(theirs, { party: [{ priceType: 'full', quantity: 1 }] }))
      const performances = held.packages![0]!.choice.map((chosen) => ({
        ...chosen,
        seats: held.tickets.filter(({ instance }) => instance === chosen.instance).map(({ seat, priceType }) => ({ seat, priceType })),
      }))
      value(await theirs.packages.remove({ params: { id: held.held } }))
      const [taken] = performances
      value(await theirs.basket.addTickets({ body: { instance: taken!.instance, seats: taken!.seats } }))
      const refusal = await hold(mine, { party: [{ priceType: 'full', quantity: 1 }], performances })
      expect(refusal).toMatchObject({
        ok: false,
        error: { code: 'performances-unavailable', params: { performances: [{ instance: taken!.instance, code: 'seats-taken' }] } },
      })
      expect(value(await mine.basket.read()).tickets).toEqual([])
      await tidy(theirs)
    })

    it('removes and changes tickets only with the whole package, and gives them no promo code and no other price', async () => {
      const client = visitor()
      const held = value(await hold(client))
      const whole = { code: 'package-whole', params: { package: held.held, name: 'A play and songs' } }
      const { id, instance, seat } = held.tickets[0]!
      expect(await client.basket.removeTicket({ params: { id } })).toMatchObject({ ok: false, error: whole })
      expect(await client.basket.changeTicket({ params: { id }, body: { priceType: 'under-26' } })).toMatchObject({
        ok: false,
        error: whole,
      })
      const away = { quantity: 1, together: true, giveBack: [seat] }
      expect(await client.seats.bestAvailable({ params: { instance }, body: away })).toMatchObject({ ok: false, error: whole })
      expect(code(await client.packages.remove({ params: { id: crypto.randomUUID() } }))).toBe('basket-line-unknown')
      const empty = value(await client.packages.remove({ params: { id: held.held } }))
      expect(empty).toMatchObject({ tickets: [], deadline: null })
      expect(empty.packages).toBeUndefined()
    })

    it('shows the package in the order that it becomes, with returned tickets too', async () => {
      const client = visitor()
      const held: Basket = value(await hold(client))
      value(await client.auth.guest({ body: { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' } }))
      value(await client.basket.setNotes({ body: { order: '', access: '', termsAccepted: true } }))
      const { version } = value(await client.basket.setBilling({ body: billing }))
      const { payment, redirectUrl } = value(await client.checkout.start({ body: { version } }))
      await host.pay(redirectUrl!)
      const { number } = value(await client.checkout.status({ params: { payment } })).order!
      const order = value(await client.me.order({ params: { number } }))
      const { choice, saved } = held.packages![0]!
      expect(order.packages).toMatchObject([{ package: 'play-and-song', choice, saved, amount: 45_01 }])
      expect(new Set(order.packages![0]!.tickets)).toEqual(new Set(order.tickets.map(({ id }) => id)))
      expect(order.totals.total).toBe(45_01)
    })

    describePackageRecords({
      visitor,
      programmer: async () => {
        const client = visitor()
        await host.signInProgrammer(client)
        return client
      },
    })
  })
}
