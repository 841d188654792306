import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import { transact } from '#db'
import { openBasket } from '#modules/basket'
import { announcePromo, releasePromo, reservePromo } from '#modules/promo'
import { customerOf, expectInvariants } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
})
afterAll(() => server.close())

const plan: OfferPlan = {
  ...{ name: 'Ten off', startsAt: null, endsAt: null, maxUses: 1, usesPerCustomer: null },
  rule: { discount: { kind: 'percent', percent: 10 }, opensPriority: false, opensPriceTypes: [] },
}
const actor = { name: 'guest' }

/** Reserves a use of a code for a new basket. @returns the basket; undefined where no use is left */
async function use(code: string): Promise<string | undefined> {
  const { theatre } = server
  const customer = (await customerOf(theatre)).id
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer })
  return (await transact(theatre.db, (trx) => reservePromo(trx, code, { basket, customer }, actor))) ? basket : undefined
}

it('changes an offer while customers use it, and does not undo a higher limit that they have used', async () => {
  const { offer } = value(await programmer.offers.create({ body: { code: 'TEN', offer: plan } }))
  const params = { offer: offer.id }
  const first = await use('TEN')
  expect(first).toBeDefined()
  expect(await use('TEN')).toBeUndefined()
  expect(value(await programmer.offers.one({ params }))).toMatchObject({ state: 'used-up', used: 1, version: 1 })

  const more = value(await programmer.offers.edit({ params, body: { version: 1, offer: { ...plan, maxUses: 2 } } }))
  const second = await use('TEN')
  expect(second).toBeDefined()
  expect(problemIn(await programmer.offers.edit({ params, body: { version: 2, offer: plan } }))).toMatchObject({
    ...{ code: 'invalid-input', params: { fields: ['offer.maxUses'] } },
  })
  expect(problemIn(await programmer.planning.undo({ params: { change: more.changeSet! }, body: {} }))).toMatchObject({
    ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'promo_use', count: 2 }] } },
  })
  await transact(server.theatre.db, (trx) => releasePromo(trx, second!, actor))
  value(await programmer.planning.undo({ params: { change: more.changeSet! }, body: {} }))
  expect(value(await programmer.offers.one({ params }))).toMatchObject({ state: 'used-up', used: 1, version: 3, offer: { maxUses: 1 } })
  await expectInvariants(server.theatre)
})

it('shows times on the wall clock of the theatre, also of a code that the seed announced', async () => {
  const startsAt = new Date('2031-07-01T09:00:00Z')
  await announcePromo(server.theatre.db, { code: 'SUMMER', name: 'Summer', rule: plan.rule, startsAt }, actor)
  const { offers, timeZone } = value(await programmer.offers.all())
  expect(timeZone).toBe('Europe/London')
  expect(offers.find(({ id }) => id === 'SUMMER')).toMatchObject({
    state: 'scheduled',
    offer: { startsAt: '2031-07-01T10:00', endsAt: null },
  })
  const params = { offer: 'SUMMER' }
  value(await programmer.offers.edit({ params, body: { version: 1, offer: { ...plan, maxUses: null, startsAt: '2031-07-01T11:00' } } }))
  const { starts_at } = await server.theatre.db
    .selectFrom('promo')
    .select('starts_at')
    .where('code', '=', 'SUMMER')
    .executeTakeFirstOrThrow()
  expect(starts_at?.toISOString()).toBe('2031-07-01T10:00:00.000Z')
})

it('of two staff users who create the same code at once, refuses the second', async () => {
  const other = await staffClientOf(server, 'administrator')
  const results = await Promise.all([programmer, other].map((client) => client.offers.create({ body: { code: 'same', offer: plan } })))
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code)).toSorted()).toEqual(['id-taken', 'ok'])
})
