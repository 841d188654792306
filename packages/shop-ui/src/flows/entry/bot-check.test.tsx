// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, describe, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { aBasket, aCustomer, type Answers, aSession, openScreen, fakeServer, closeScreen, refuse } from '#testing'
import { SignInPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/checkout/account', element: <SignInPage /> }]
const signedIn = aSession(aCustomer, aBasket())
const typeInto = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function reachPassword(responses: Answers) {
  const calls = fakeServer(responses)
  const visit = await openScreen({ at: '/checkout/account', routes })
  await screen.findByLabelText('Email address')
  typeInto('Email address', 'ada@example.org')
  press('Continue')
  await screen.findByLabelText('Password')
  return { calls, ...visit }
}

describe('the bot check', () => {
  const asking = (respond: () => ReturnType<NonNullable<NonNullable<Answers['auth']>['botCheck']>>): Answers => ({
    basket: { read: () => aBasket() },
    auth: {
      lookup: () => ({ next: 'password' }),
      login: ({ body }) => (body.proof ? signedIn : refuse(problem('bot-check-required'))),
      botCheck: respond,
    },
  })

  it('is solved on demand by the browser, without a message', async () => {
    const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 5, deriveKey, hmacSignatureSecret: 'secret' })
    const { calls, address } = await reachPassword(asking(() => ({ kind: 'altcha', challenge: JSON.stringify(challenge) })))
    typeInto('Password', 'Tempest1')
    press('Sign in')
    await waitFor(() => expect(address()).toBe('/checkout/delivery'))
    expect(calls.map(({ call }) => call).filter((call) => call.startsWith('auth'))).toEqual([
      'auth.lookup',
      'auth.login',
      'auth.botCheck',
      'auth.login',
    ])
  })

  it('shows a problem when its script cannot be loaded', async () => {
    await reachPassword(asking(() => ({ kind: 'recaptcha', key: 'site-key', version: 'v3' })))
    typeInto('Password', 'Tempest1')
    press('Sign in')
    const script = await waitFor(() => {
      const script = document.head.querySelector<HTMLScriptElement>('script[src*="recaptcha"]')
      expect(script).not.toBeNull()
      return script!
    })
    expect(script.src).toBe('https://www.google.com/recaptcha/api.js?render=site-key')
    script.dispatchEvent(new Event('error'))
    await screen.findByText('ReCaptcha error: Failed to load script')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Tempest1')
  })
})
