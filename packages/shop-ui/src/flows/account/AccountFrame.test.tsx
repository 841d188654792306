// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aBasket, aCustomer, aSession, openScreen, fakeServer, closeScreen } from '#testing'
import { AccountFrame } from './AccountFrame.tsx'

afterEach(closeScreen)

it('shows the home page after a sign-out, and not the sign-in page', async () => {
  fakeServer({ auth: { logout: () => aSession(null, aBasket()) }, basket: { read: () => aBasket() } })
  const visitedPages: string[] = []
  const Recorder = ({ name }: { readonly name: string }) => {
    visitedPages.push(name)
    return <p>{name}</p>
  }
  const routes = [
    { path: '/account/overview', element: <AccountFrame>the page</AccountFrame> },
    { path: '/login', element: <Recorder name="sign-in page" /> },
    { path: '/', element: <Recorder name="home page" /> },
  ]
  const { address } = await openScreen({ at: '/account/overview', routes, customer: aCustomer })
  ;(await screen.findByRole('button', { name: 'Sign out' })).click()
  await waitFor(() => expect(address()).toBe('/'))
  expect(visitedPages).not.toContain('sign-in page')
})
