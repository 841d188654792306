import { expect, it } from 'vitest'
import { code, newAddress, register, type SuiteHost, value, visitorOf } from './visitor.ts'

/** Sign-in of a brand with two-step login and customer search. */
export function describeEntry(host: () => SuiteHost): void {
  const visitor = () => visitorOf(host())

  it('finds customers by e-mail address in any case, and returns no-customer for an unknown address', async () => {
    const email = newAddress()
    expect(code(await visitor().auth.lookup({ body: { email } }))).toBe('no-customer')
    value(await register(visitor(), email))
    expect(value(await visitor().auth.lookup({ body: { email: email.toUpperCase() } }))).toEqual({ next: 'password' })
  })

  it('locks an unknown address after ten wrong passwords, as it locks an account', async () => {
    const [client, email] = [visitor(), newAddress()]
    const responses = []
    for (let tries = 0; tries < 11; tries++)
      responses.push(code(await client.auth.login({ body: { email, password: 'Wrong-Password-9' } })))
    expect(responses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'login-failed'))
    expect(responses.slice(9)).toEqual(['account-locked', 'account-locked'])
  })

  it('rejects sign-in methods that the brand does not have', async () => {
    const client = visitor()
    const who = { email: newAddress(), firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
    expect(code(await client.auth.guest({ body: who }))).toBe('not-allowed')
    expect(code(await client.auth.magicLink({ body: { email: who.email } }))).toBe('not-allowed')
  })

  it('rejects links with an invalid token', async () => {
    const client = visitor()
    expect(code(await client.auth.redeemMagicLink({ body: { token: 'made-up', isConfirmed: true } }))).toBe('authentication-link-expired')
    expect(code(await client.auth.openOrder({ body: { token: 'made-up' } }))).toBe('order-not-found')
  })

  it('rejects names without a visible character', async () => {
    const body = { email: newAddress(), password: 'Rehearse10-Lines', title: '', firstName: 'Ada', phone: '02079460000', marketing: false }
    for (const lastName of ['   ', '\u200b\u2060', '\u3164', '\u202e\u202c', '\u0301'])
      expect(code(await visitor().auth.register({ body: { ...body, lastName } })), JSON.stringify(lastName)).toBe('invalid-input')
  })

  it('rejects unknown fields of a registration', async () => {
    const body = {
      email: newAddress(),
      password: 'Rehearse10-Lines',
      title: '',
      firstName: 'Ada',
      lastName: 'Quill',
      phone: '1',
      marketing: false,
    }
    expect(code(await visitor().auth.register({ body: { ...body, isStaff: true, credit: 1_000_000 } as typeof body }))).toBe(
      'invalid-input',
    )
  })
}
