import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBrand } from '@playhouse/domain/brand'
import { voucherPathOf } from '@playhouse/domain/voucher-path'
import { createPaymentProvider } from '#adapters/payment'
import { openWaitingRooms, type WaitingRooms } from '#modules/queue'
import { createSeatAvailability, type SeatAvailability } from '#modules/seating'
import { createThrottle } from '#modules/throttle'
import { openTestTheatre, type TestTheatre } from '#testing'
import { describePage } from './page-metadata.ts'
import type { AppContext } from '../app-context.ts'

let small: TestTheatre
let availability: SeatAvailability
let queue: WaitingRooms
let theatre: AppContext
beforeAll(async () => {
  small = await openTestTheatre()
  availability = createSeatAvailability(small.db)
  queue = await openWaitingRooms(small.db, { sessionIdleSeconds: small.brand.limits.sessionIdleSeconds })
  const provider = createPaymentProvider({ url: 'http://localhost:1', secret: 'secret of a provider never called' })
  theatre = { ...small, availability, provider, origin: 'http://localhost', throttle: createThrottle(small.db), queue }
})
afterAll(async () => {
  await queue.close()
  await availability.close()
  await small.database.drop()
})

const statusOf = async (path: string): Promise<number> => (await describePage(theatre, path)).status

test.each([
  '/',
  '/reset-password',
  '/terms',
  '/checkout/delivery',
  '/account/your-orders/T123',
  '/order/direct-debits/verify',
  '/order/direct-debits/confirmed',
  '/order/direct-debits/failed',
  '/smart/book/tonight',
  '/basket',
  '/events/the-tempest',
  '/events/the-tempest/tonight',
  '/events/the-tempest/tonight/syos',
  '/events/the-tempest/tonight/syos/house',
  '/events/the-tempest/tonight/syos/Balcony%20%C3%A9',
  '/events/the-tempest/tonight/price-selection',
  '/events/the-tempest/tonight/priority-booking',
])('%s is a page', async (path) => {
  expect(await statusOf(path)).toBe(200)
})

test.each([
  '/nowhere',
  '/error',
  '/order/direct-debits/unknown',
  '/account/custom/unknown',
  '/events/macbeth',
  '/events/the-tempest/never',
  '/events/macbeth/tonight',
  '/events/the-tempest/tonight/syos/house/more',
  '/wp-login.php',
])('%s is not a page', async (path) => {
  expect(await statusOf(path)).toBe(404)
})

test('describes a performance for clients that run no scripts', async () => {
  const { title, data } = await describePage(theatre, '/events/the-tempest/tonight')
  expect(title).toMatch(/^The Tempest, .+ – /)
  expect(data).toMatchObject([{ '@type': 'TheaterEvent', name: 'The Tempest', offers: { availability: 'https://schema.org/InStock' } }])
})

test('offers no tickets for a performance that another seller sells', async () => {
  await using otherTheatre = await openTestTheatre()
  await otherTheatre.db.updateTable('performance').set({ sale: 'book-elsewhere' }).where('id', '=', 'tonight').execute()
  const { data } = await describePage({ ...theatre, ...otherTheatre }, '/events/the-tempest/tonight')
  expect(data).toMatchObject([{ '@type': 'TheaterEvent', name: 'The Tempest' }])
  expect(data[0]).not.toHaveProperty('offers')
})

/** Answers of the pages of items by brand: a page, none, or the path of the same page in the brand's word. */
const yes = [200, 200, 200] as const
const itemPages: Readonly<Record<string, readonly [bridge: number | string, brooklyn: number | string, kingston: number | string]>> = {
  '/gift-vouchers': [200, '/gift-certificates', 200],
  '/gift-vouchers/purchase': [200, '/gift-certificates/purchase', 200],
  '/gift-vouchers/balance': [200, '/gift-certificates/balance', 200],
  '/gift-certificates': ['/gift-vouchers', 200, '/gift-vouchers'],
  '/gift-certificates/purchase': ['/gift-vouchers/purchase', 200, '/gift-vouchers/purchase'],
  '/gift-certificates/balance': ['/gift-vouchers/balance', 200, '/gift-vouchers/balance'],
  '/redeem-gift-voucher': yes,
  '/contributions/memberships': yes,
  '/contributions/memberships/Priority': [200, 404, 404],
  '/contributions/memberships/Advance': [200, 404, 404],
  '/contributions/memberships/YoungBridge': [200, 404, 404],
  '/contributions/memberships/youngbridge': [404, 404, 404],
  '/contributions/memberships/Friend': [404, 200, 200],
  '/contributions/memberships/claim': yes,
  '/aux/merchandise': [404, 200, 200],
  '/aux/merchandise/nothing': [404, 404, 404],
  '/food-and-drink/nothing': [404, 404, 404],
  '/food-and-drink/the-tempest/tonight': [404, 200, 200],
  '/food-and-drink/macbeth/tonight': [404, 404, 404],
  '/aux/merchandise/tonight': [404, 200, 200],
  '/aux/cakes': [404, 404, 404],
  '/listings': [404, 200, 200],
  '/listings-packages': [404, 200, 200],
  '/packages/nothing/tonight': [404, 404, 404],
  '/contributions/donations': [404, 200, 200],
  '/contributions/donations/next-stage': [404, 404, 200],
  '/contributions/donations/nothing': [404, 404, 404],
  '/account/memberships': yes,
  '/account/account-credit': yes,
  '/account/payment-cards': yes,
  '/account/giving-history': yes,
  '/account/gift-voucher-balance': [404, 200, 200],
  '/account/gift-aid': [404, 404, 200],
  '/checkout/memberships': yes,
  '/checkout/add-ons': yes,
  '/checkout/gift-aid': yes,
  '/checkout/booking-protect': yes,
  '/order/direct-debits/verify': yes,
  '/order/direct-debits/confirmed': yes,
  '/order/direct-debits/failed': yes,
  '/smart/add-to-cart/donations/next-stage': yes,
  '/smart/add-to-cart/memberships/advance': yes,
  '/smart/add-to-cart/gift-vouchers': yes,
  '/smart/sell': yes,
  '/smart/takings': yes,
  '/smart/vouchers': yes,
}
test.each(['bridge', 'brooklyn', 'kingston'].map((name, nth) => ({ name, nth })))(
  'answers each page of items as the brand $name sells them',
  async ({ name, nth }) => {
    const brand = parseBrand(readFileSync(new URL(`../../../../../brands/${name}/brand.json`, import.meta.url), 'utf8'), name)
    const answers = await Promise.all(
      Object.keys(itemPages).map(async (path) => {
        const inWord = voucherPathOf(brand, path)
        const isElsewhere = typeof inWord === 'string' && inWord !== path
        return [path, isElsewhere ? inWord : (await describePage({ ...theatre, brand }, path)).status]
      }),
    )
    expect(answers).toEqual(Object.entries(itemPages).map(([path, expected]) => [path, expected[nth]]))
  },
)
