import { readFileSync } from 'node:fs'
import { setupServer } from 'msw/node'
import { Secret, TOTP } from 'otpauth'
import { type Brand, brandSchema } from '@playhouse/domain/brand'
import { instantOf } from '@playhouse/domain/time'
import { accessCards, ballots, colleagues, giftVouchers, hall, people, promos, season, soldSeats } from '@playhouse/fixtures'
import type { StaffRole } from '@playhouse/domain/staff'
import { addDays } from '@playhouse/domain/membership-term'
import type { ApiClient } from '#client'
import {
  describeContract,
  describeItemKinds,
  describePackages,
  describeSubscriptions,
  offeredFood,
  offeredForm,
  offeredPackages,
  offeredSeries,
  productionOfSeries,
  offeredCard,
  offeredSubscriptions,
  offeredProducts,
  offeredTables,
  sellingBrand,
} from '#suite'
import { createHandlers, createMockShop, linkReservation, mockPaymentPage, payMock, reserve } from './index.ts'

const origin = 'http://mock.example'

/** A mock shop with the seeded season, behind a server at `origin`. */
function openShop(change: (brand: Brand) => Brand = (brand) => brand) {
  const seeded = brandSchema.parse(JSON.parse(readFileSync(new URL('../../../../brands/bridge/brand.json', import.meta.url), 'utf8')))
  const { productions, performances, priceLists } = season('bridge', Temporal.Now.plainDateISO('Europe/London').toString())
  const at = (plain: string, zone: string): number => instantOf(plain, zone).epochMilliseconds
  const inDays = (days: number): number => Date.now() + days * 86_400_000
  const datesOfSeries = performances
    .filter(({ production, sale }) => production === productionOfSeries && sale === 'on-sale')
    .slice(-3)
    .map(({ id }) => id)
  const shop = createMockShop({
    brand: change(seeded),
    productions,
    performances: performances.map((performance) => ({
      ...performance,
      startsAtInstant: at(performance.startsAt, performance.timeZone),
      generalSaleInstant: at(performance.generalSaleAt, performance.timeZone),
      priorityInstants: (performance.priority ?? []).map(({ from }) => at(from, performance.timeZone)),
    })),
    priceLists,
    products: offeredProducts,
    food: offeredFood,
    tables: offeredTables,
    packages: [...offeredPackages, offeredSeries(datesOfSeries)],
    flexSubscriptions: offeredSubscriptions,
    subscriptionCards: [{ number: offeredCard.replaceAll('-', ''), flex: 'two-plays' }],
    forms: [{ form: offeredForm, productions: productions.map(({ id }) => id) }],
    plan: hall,
    sold: soldSeats,
    now: Date.now,
    people: people('bridge'),
    accessCards,
    giftVouchers,
    promos: promos('bridge'),
    counter: {
      colleagues,
      isCode: (secret, code) => new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, window: 2 }) !== null,
    },
    ballots: ballots('bridge', performances).map(({ opens, closes, draws, ...ballot }) => ({
      ...ballot,
      opensAt: inDays(opens),
      closesAt: inDays(closes),
      drawsAt: inDays(draws),
    })),
  })
  const server = setupServer(...createHandlers(shop, origin))
  server.listen()
  return { shop, performances, server, inDays }
}

/** Signs a staff user of the fixtures in with both factors. */
async function signInStaff(client: ApiClient, role: StaffRole = 'manager'): Promise<void> {
  const { email, password, secret } = colleagues.find((each) => each.role === role)!
  await client.staff.signIn({ body: { email, password } })
  const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate()
  const proof = await client.staff.prove({ body: { code } })
  if (!proof.ok) throw new Error(proof.error.code)
}

describeContract('the mocks', async () => {
  const { shop, performances, server, inDays } = openShop()
  const performancesOfSameProduction = (performance: string): string[] => {
    const { production } = performances.find(({ id }) => id === performance)!
    return performances.filter((each) => each.production === production).map(({ id }) => id)
  }
  return {
    origin,
    pay: async (redirectUrl, { refusesRefunds } = {}) =>
      payMock(shop, redirectUrl.slice(mockPaymentPage.length), { refusesRefunds: refusesRefunds ?? false }),
    mailTo: async (address, saying) => shop.mails.findLast(({ to, text }) => to === address && saying.test(text))!.text,
    openWaitingRoom: async (performance, { gathersAt, opensAt, rate, isOfProduction }) =>
      shop.queue.open(performance, {
        gathersAt: gathersAt.getTime(),
        opensAt: opensAt.getTime(),
        rate,
        before: isOfProduction ? performancesOfSameProduction(performance) : [],
      }),
    reserveFor: async (email, instance, seats) => {
      const { plan } = shop.pricedPerformanceOf(instance)!
      const { customer } = shop.accounts.get(email)!
      const seatIndices = seats.map((seat) => plan.indexOf(seat)!)
      return reserve(shop, { customer: customer.id, instance, seats: seatIndices, heldUntil: inDays(1) }).number
    },
    winnerLinkToken: async (order) =>
      linkReservation(
        shop,
        shop.reservations.find(({ number }) => number === order)!,
      ),
    close: async () => server.close(),
  }
})

describeItemKinds('the mocks', async () => {
  const { shop, server } = openShop(sellingBrand)
  return {
    origin,
    voucher: giftVouchers[0]!,
    pay: async (redirectUrl) => payMock(shop, redirectUrl.slice(mockPaymentPage.length)),
    giftToken: async (email) =>
      shop.mails
        .findLast(({ to, text }) => to === email && text.startsWith('Gift membership'))!
        .text.split(' ')
        .at(-1)!,
    changeGift: async (email, change) => {
      for (const gift of shop.gifts.values().filter(({ item }) => item.detail.email === email)) {
        gift.claimUntil = addDays(new Date().toISOString().slice(0, 10), change === 'expire' ? -2 : 300)
        const { order } = shop.payments.values().find((payment) => payment.order?.items.some(({ id }) => id === gift.item.id))!
        order!.state = change === 'hold' ? 'on-hold' : 'confirmed'
      }
    },
    paymentLinkToken: async (email) =>
      shop.mails
        .findLast(({ to, text }) => to === email && text.startsWith('Payment link'))!
        .text.split(' ')
        .at(-1)!,
    signInStaff,
    signInProgrammer: async (client) => signInStaff(client, 'programmer'),
    close: async () => server.close(),
  }
})

describePackages('the mocks', async () => {
  const { shop, server } = openShop(sellingBrand)
  return {
    origin,
    pay: async (redirectUrl) => payMock(shop, redirectUrl.slice(mockPaymentPage.length)),
    signInProgrammer: async (client) => signInStaff(client, 'programmer'),
    close: async () => server.close(),
  }
})

describeSubscriptions('the mocks', async () => {
  const { shop, server } = openShop(sellingBrand)
  return {
    origin,
    pay: async (redirectUrl) => payMock(shop, redirectUrl.slice(mockPaymentPage.length)),
    signInStaff: async (client) => signInStaff(client),
    signInProgrammer: async (client) => signInStaff(client, 'programmer'),
    expireSubscriptions: async () => {
      for (const account of shop.accounts.values())
        account.subscriptions = account.subscriptions?.map((each) => ({ ...each, expiresOn: addDays(each.issuedOn, -2) })) ?? []
    },
    close: async () => server.close(),
  }
})
