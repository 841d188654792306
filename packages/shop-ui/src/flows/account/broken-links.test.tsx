// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it } from 'vitest'
import { aCustomer, openScreen, fakeServer, closeScreen } from '#testing'
import { ClaimOrdersPage, ConfirmEmailPage } from './index.ts'

afterEach(closeScreen)

it.each<[string, ComponentType, string]>([
  ['/account/confirm-email', ConfirmEmailPage, 'Your details'],
  ['/account/guest-orders', ClaimOrdersPage, 'Your orders'],
])('shows %s without a token as an expired link, with a link to another page instead of the button', async (at, Page, wayOn) => {
  fakeServer({})
  await openScreen({ at, routes: [{ path: at, element: <Page /> }], customer: aCustomer })
  expect(await screen.findByText('This link has expired')).toBeTruthy()
  expect(screen.getByRole('link', { name: wayOn })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
