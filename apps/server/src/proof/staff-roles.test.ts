import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  freshFactorPermissions,
  isStaffAllowed,
  type StaffPermission,
  staffPermissions,
  type StaffRole,
  staffRoles,
} from '@playhouse/domain/staff'
import { calls, startTestServer, type TestServer } from './test-server.ts'
import { staffCookieOf } from './staff-cookie.ts'

const staffCalls = calls.filter(({ endpoint }) => endpoint.access === 'staff' && !endpoint.stream)
const parameterValues: Readonly<Record<string, string>> = { instance: 'tonight', event: 'the-tempest', type: 'matinee', number: 'AAAAAAAA' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Calls an endpoint without a body, as a role. Returns the code of its problem; empty for success. */
async function codeOf(cookie: string, { endpoint }: (typeof staffCalls)[number]): Promise<string> {
  const path = endpoint.path.replaceAll(/:([a-z]+)/gi, (_, name: string) => parameterValues[name] ?? crypto.randomUUID())
  const isRead = endpoint.method === 'GET'
  const response = await server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: { cookie, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { payload: '{}' }),
  })
  return response.headers['content-type']?.includes('problem+json') ? response.json<{ code: string }>().code : ''
}

describe.each(staffRoles)('a staff user with the role %s', (role: StaffRole) => {
  it('is refused every endpoint whose permission the role does not have, and no other', async () => {
    for (const call of staffCalls) {
      const { cookie } = await staffCookieOf(server.theatre.db, role)
      const isAllowed = isStaffAllowed(role, call.endpoint.permission!)
      const code = await codeOf(cookie, call)
      if (isAllowed) expect(code, call.name).not.toBe('not-allowed')
      else expect(code, call.name).toBe('not-allowed')
    }
  })

  it('needs a fresh second factor for dangerous endpoints', async () => {
    const { cookie } = await staffCookieOf(server.theatre.db, role)
    await sql`update staff_session set proved_at = now() - interval '1 hour'`.execute(server.theatre.db)
    const dangerous = staffCalls.filter(({ endpoint }) => freshFactorPermissions.includes(endpoint.permission!))
    expect(dangerous.length).toBeGreaterThan(2)
    for (const call of dangerous)
      expect(await codeOf(cookie, call), call.name).toBe(
        isStaffAllowed(role, call.endpoint.permission!) ? 'second-factor-required' : 'not-allowed',
      )
  })
})

it('uses every permission that some role lacks, and declares the problem of a fresh second factor', () => {
  const used = new Set(staffCalls.map(({ endpoint }) => endpoint.permission))
  const inHandlers: StaffPermission[] = [
    'give-away',
    'keep-deposits',
    'leave-member-prices',
    'read-all-takings',
    'return-late',
    'return-money',
    'top-up-voucher',
  ]
  const permissions = Object.keys(staffPermissions) as StaffPermission[]
  expect(permissions.filter((permission) => !used.has(permission)).toSorted()).toEqual(inHandlers.toSorted())
  const silent = staffCalls.filter(
    ({ endpoint }) => freshFactorPermissions.includes(endpoint.permission!) !== endpoint.problems.includes('second-factor-required'),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})
