import { afterAll, beforeAll, expect, test } from 'vitest'
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
