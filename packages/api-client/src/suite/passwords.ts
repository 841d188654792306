import { expect, it } from 'vitest'
import { code, newAddress, password, register, type SuiteHost, value, visitorOf } from './visitor.ts'

const link = /\/reset-password#token=([\w-]+)/
const newPassword = 'Curtain-Call-27'

/** Password reset and locked accounts. */
export function describePasswords(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())
  const tokenFor = async (email: string): Promise<string> => link.exec(await host().mailTo(email, link))![1]!

  it('welcomes a new customer by mail', async () => {
    const email = newAddress()
    value(await register(visitor(), email))
    const mail = await host().mailTo(email, /Welcome/)
    expect(mail, 'the address is not verified yet').not.toContain('Ada')
  })

  it('returns the same reply to a reset request for a known and an unknown address', async () => {
    const email = newAddress()
    value(await register(visitor(), email))
    const knownResponse = await visitor().auth.resetPassword({ body: { email } })
    expect(knownResponse).toEqual(await visitor().auth.resetPassword({ body: { email: 'nobody@example.org' } }))
    expect(value(knownResponse)).toEqual({ asked: true })
  })

  it('unlocks an account by the link of a mail, once, and ends its sessions', async () => {
    const [ownDevice, otherDevice] = [visitor(), visitor()]
    const email = newAddress()
    value(await register(otherDevice, email))
    const login = (word: string) => ownDevice.auth.login({ body: { email, password: word } })
    const responses = []
    for (let tries = 0; tries < 10; tries++) responses.push(code(await login('Wrong-Password-9')))
    expect(responses.at(-1)).toBe('account-locked')
    expect(code(await login(password))).toBe('account-locked')

    value(await ownDevice.auth.resetPassword({ body: { email } }))
    const token = await tokenFor(email)
    const redeem = (word: string) => ownDevice.auth.redeemReset({ body: { token, password: word } })
    expect(code(await redeem('short'))).toBe('invalid-input')
    expect(code(await otherDevice.me.read())).toBe('ok')
    expect(value(await redeem(newPassword)).customer).toBeNull()
    expect(code(await redeem(newPassword))).toBe('authentication-link-expired')
    expect(code(await otherDevice.me.read())).toBe('login-required')
    expect(code(await login(password))).toBe('login-failed')
    expect(value(await login(newPassword)).customer?.email).toBe(email)
  })

  it('signs out a customer who resets while signed in, and rejects an invalid token', async () => {
    const client = visitor()
    const email = newAddress()
    value(await register(client, email))
    expect(code(await client.auth.redeemReset({ body: { token: 'made-up', password: newPassword } }))).toBe('reset-password-failed')
    value(await client.auth.resetPassword({ body: { email } }))
    expect(value(await client.auth.redeemReset({ body: { token: await tokenFor(email), password: newPassword } })).customer).toBeNull()
    expect(code(await client.me.read())).toBe('login-required')
  })

  it('invalidates all reset links of a customer when one is used', async () => {
    const client = visitor()
    const email = newAddress()
    value(await register(client, email))
    value(await client.auth.resetPassword({ body: { email } }))
    const first = await tokenFor(email)
    value(await client.auth.resetPassword({ body: { email } }))
    await expect.poll(() => tokenFor(email)).not.toBe(first)
    const second = await tokenFor(email)
    value(await client.auth.redeemReset({ body: { token: first, password: newPassword } }))
    expect(code(await client.auth.redeemReset({ body: { token: second, password } }))).toBe('authentication-link-expired')
  })
}
