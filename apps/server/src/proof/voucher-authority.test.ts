import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, createSecretVault, setAuthenticator } from '#modules/staff'
import { staffPermissions } from '@playhouse/domain/staff'
import { type TestServer, startTestServer } from './test-server.ts'

let front: TestServer
const { 'reissue-voucher': roles } = staffPermissions
beforeAll(async () => {
  // Both roles may reissue vouchers. Here none may, so that a route without the check answers otherwise.
  Object.assign(staffPermissions, { 'reissue-voucher': [] })
  front = await startTestServer()
})
afterAll(async () => {
  Object.assign(staffPermissions, { 'reissue-voucher': roles })
  await front.close()
})

it('refuses new voucher codes to a role without the permission, by order and by voucher', async () => {
  const login = { email: 'ann@house.example', password: 'Rehearse-10-Lines-27' }
  const secret = new Secret({ size: 20 }).base32
  await addStaff(front.theatre.db, { ...login, name: 'Ann', role: 'manager' }, 'test')
  await setAuthenticator(front.theatre.db, createSecretVault(['a secret of the tests that is thirty-two long']), login.email, secret)
  const jar = new Map<string, string>()
  const post = async (path: string, body: object = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await front.app.inject({ method: 'POST', url: `/api${path}`, headers: { cookie }, payload: body })
    for (const { name, value } of response.cookies) jar.set(name, value)
    return response.json<{ code?: string }>()
  }
  await post('/staff/sign-in', login)
  expect(await post('/staff/second-factor', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })).not.toHaveProperty(
    'code',
  )
  const voucher = crypto.randomUUID()
  for (const path of [
    'orders/NONE1234/vouchers',
    'orders/NONE1234/vouchers/print',
    `vouchers/${voucher}/print`,
    `vouchers/${voucher}/mail`,
  ])
    expect(await post(`/staff/${path}`), path).toMatchObject({ code: 'not-allowed' })
})
