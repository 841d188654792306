// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aBrand, aCustomer, type Answers, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { AuthenticationPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/authentication', element: <AuthenticationPage /> }]
const signedIn = aSession(aCustomer, aBasket())
const basket = { read: () => aBasket() }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a link that signs in', () => {
  async function follow(auth: Answers['auth']) {
    const calls = fakeServer({ auth: { ...auth }, basket })
    return { calls, ...(await openScreen({ at: '/authentication#token=secret-token', routes })) }
  }

  it('is redeemed only by a press, and is removed from the address bar', async () => {
    const { calls, address } = await follow({ redeemMagicLink: () => signedIn })
    await screen.findByRole('button', { name: 'Sign in' })
    expect([calls, address()]).toEqual([[], '/authentication'])
    press('Sign in')
    await waitFor(() => expect(address()).toBe('/checkout/account'))
    expect(calls[0]?.body).toEqual({ token: 'secret-token', isConfirmed: false })
  })

  it('asks for confirmation in another browser than that of the request', async () => {
    const { calls } = await follow({
      redeemMagicLink: ({ body }) => (body.isConfirmed ? signedIn : refuse(problem('link-asked-elsewhere'))),
    })
    await screen.findByRole('button', { name: 'Sign in' })
    press('Sign in')
    fireEvent.click(await screen.findByRole('button', { name: 'That was me, sign me in here' }))
    await waitFor(() => expect(calls.filter(({ call }) => call === 'auth.redeemMagicLink')).toHaveLength(2))
  })

  it('shows that it has expired, and offers another', async () => {
    await follow({ redeemMagicLink: () => refuse(problem('authentication-link-expired')) })
    await screen.findByRole('button', { name: 'Sign in' })
    press('Sign in')
    await screen.findByText('This link has expired')
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  })
})

it('shows the expired page without a token', async () => {
  fakeServer({})
  await openScreen({ at: '/authentication', routes, brand: aBrand({ login: { style: 'streamlined', searchesCustomers: false } }) })
  await screen.findByText('This link has expired')
  expect(screen.getByRole('button', { name: 'Send me a link' })).toBeTruthy()
})

describe('the link to the order of a guest', () => {
  const guest = aSession({ ...aCustomer, isGuest: true }, aBasket())

  it('opens the order at once', async () => {
    fakeServer({ auth: { openOrder: () => ({ order: 'ABCD2345', session: guest }) }, basket })
    const { address } = await openScreen({ at: '/authentication#order=secret-token', routes })
    await waitFor(() => expect(address()).toBe('/account/your-orders/ABCD2345'))
  })

  it('asks a signed-in customer for confirmation', async () => {
    const calls = fakeServer({ auth: { openOrder: () => ({ order: 'ABCD2345', session: guest }) }, basket })
    const { address } = await openScreen({ at: '/authentication#order=secret-token', routes, customer: aCustomer })
    await screen.findByText('You are signed in')
    expect(calls).toEqual([])
    press('Show the order')
    await waitFor(() => expect(address()).toBe('/account/your-orders/ABCD2345'))
  })
})
