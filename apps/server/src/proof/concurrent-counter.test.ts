import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, beginStaffSession, verifyStaffSession, resumeStaffSession } from '#modules/staff'
import { type TestServer, startTestServer } from './test-server.ts'

const otherCounter = { kind: 'training', origin: 'https://training.theatre.example' } as const
let front: TestServer
beforeAll(async () => {
  front = await startTestServer({ otherCounter })
})
afterAll(() => front.close())

it('puts seats that a clerk holds in concurrent requests into one counter basket', async () => {
  const { db } = front.theatre
  await addStaff(db, { email: 'ann@house.example', name: 'Ann', role: 'clerk', password: 'never-typed-by-anyone' }, 'test')
  const { id } = await db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const secret = await verifyStaffSession(db, (await resumeStaffSession(db, await beginStaffSession(db, id)))!)
  const hold = (seat: string) =>
    front.app.inject({
      method: 'POST',
      url: '/api/staff/instances/tonight/holds',
      headers: { 'content-type': 'application/json', cookie: `staff=${secret}` },
      payload: JSON.stringify({ seats: [{ seat: `stalls.${seat}`, priceType: 'full' }] }),
    })
  const holds = await Promise.all(['A.1', 'A.2', 'B.1', 'B.2'].map(hold))
  expect(holds.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const desk = await front.app.inject({ url: '/api/staff/desk', headers: { cookie: `staff=${secret}` } })
  expect(desk.json<{ basket: { tickets: unknown[] } }>().basket.tickets).toHaveLength(4)
  // The address of the training shop is for staff only.
  expect(desk.json()).toMatchObject({ otherCounter })
  expect((await front.app.inject({ url: '/api/site' })).body).not.toContain(otherCounter.origin)
})
