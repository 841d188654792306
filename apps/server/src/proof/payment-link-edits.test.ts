import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract, type Endpoint } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { readBasket } from '#modules/basket'
import { createPaymentLink } from '#modules/payment-link'
import { addStaff, beginStaffSession, resumeStaffSession, staffActor, verifyStaffSession } from '#modules/staff'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants } from '#testing'
import { gift, selling } from '../modules/payment/testing/item-buyer.ts'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
let staff: string
let cookie: string
let basket: string
let code: string
beforeAll(async () => {
  front = await startTestServer({ change: (brand) => ({ ...selling(brand), limits: { ...brand.limits, paymentLinkHours: 24 } }) })
  const { theatre } = front
  await addStaff(theatre.db, { email: 'ann@house.example', name: 'Ann', role: 'manager', password: 'never-typed-by-anyone' }, 'test')
  staff = (await theatre.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()).id
  const session = (await resumeStaffSession(theatre.db, await beginStaffSession(theatre.db, staff)))!
  cookie = `staff=${await verifyStaffSession(theatre.db, session)}`
  const { id: customer } = await customerOf(theatre)
  code = await issueVoucher(theatre.db, { amount: money(10_00) }, { name: 'test' })
  await request('POST', '/staff/acting-customer', { customer })
  await request('POST', '/staff/instances/tonight/holds', { seats: [{ seat: 'stalls.A.1', priceType: 'full' }] })
  basket = (await theatre.db.selectFrom('staff_session').select('basket_id').executeTakeFirstOrThrow()).basket_id!
  const { version } = await readBasket(theatre, basket)
  const created = await createPaymentLink(theatre, basket, { staff, version }, { name: staffActor({ id: staff }) })
  if (!created.ok) throw new Error(created.error.code)
})
afterAll(() => front.close())

const request = (method: Endpoint['method'], path: string, body?: object) =>
  front.app.inject({
    method,
    url: `/api${path}`,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })

const groups = { staff: contract.staff, counter: contract.counter, staffPaymentLinks: contract.staffPaymentLinks }
/** The calls that change a counter basket, by group and name. */
const edits = Object.entries(groups).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { problems }]) => (problems as readonly string[]).includes('payment-link-open'))
    .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

/** A valid body for each of them that has one. */
const bodyOf = (name: string): object | undefined => {
  const seat = { seat: 'stalls.B.1', priceType: 'full' }
  const bodies: Record<string, object> = {
    'staff.registerCustomer': { email: 'new@house.example', title: '', firstName: 'Ada', lastName: 'Quill', phone: '' },
    'staff.actFor': { customer: null },
    'counter.hold': { seats: [seat] },
    'counter.bestAvailable': { wish: { quantity: 1, together: true } },
    'counter.changeTicket': { priceType: 'full' },
    'counter.addItem': gift(10_00),
    'counter.changeItem': { amount: 10_00 },
    'counter.setAddress': {
      address: { line1: '1 Quay', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 2SD', country: 'GB' },
    },
    'counter.applyPromo': { code: 'HAMLET' },
    'counter.applyGiftVoucher': { code },
    'counter.setSubscriptions': { isUsed: false },
    'counter.reserve': { heldUntil: new Date(Date.now() + 3_600_000).toISOString(), note: '' },
    'counter.block': { seats: [seat.seat], kind: 'house', reason: 'test' },
    'counter.sell': { version: 1, way: 'cash', delivery: 'print' },
    'staffPaymentLinks.create': { version: 1 },
  }
  return bodies[name]
}

it('has the problem in the contract of each edit of a counter basket', () => {
  expect(edits.length).toBeGreaterThan(20)
  const others = Object.entries<Endpoint>(contract.counter).filter(([name]) => !edits.some(([edit]) => edit === `counter.${name}`))
  for (const [name, { problems }] of others) expect(problems as readonly string[], name).not.toContain('basket-paying')
})

it.each(edits)('rejects %s where the customer has an open payment link for the basket', async (name, { method, path }) => {
  const { db } = front.theatre
  // A request that was sent before the link was made: its counter still has the basket.
  await db.updateTable('staff_session').set({ basket_id: basket }).execute()
  const before = await readBasket(front.theatre, basket)
  const replacements = { instance: 'tonight', id: before.tickets[0]!.id, number: 'R-1' }
  const filled = path.replaceAll(/:(\w+)/g, (_, key: keyof typeof replacements) => replacements[key])
  const reply = await request(method, filled, bodyOf(name))
  expect(reply.json()).toMatchObject({ code: 'payment-link-open' })
  expect(reply.statusCode).toBe(409)
  const after = await readBasket(front.theatre, basket)
  expect(after.version).toBe(before.version)
  expect(after.tickets).toEqual(before.tickets)
})

it('keeps the basket of a payment link when its staff user signs out', async () => {
  await front.theatre.db.updateTable('staff_session').set({ basket_id: basket }).execute()
  expect((await request('POST', '/staff/sign-out')).statusCode).toBe(200)
  expect(await readBasket(front.theatre, basket)).toMatchObject({ state: 'open', tickets: [{}] })
  await expectInvariants(front.theatre)
})
