// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { aCustomer, enter, fakeServer, leave } from '#testing'
import { ClaimOrdersPage, ConfirmEmailPage } from './index.ts'

afterEach(leave)

it.each<[string, ReactElement, string]>([
  ['/account/confirm-email', <ConfirmEmailPage />, 'Your details'],
  ['/account/guest-orders', <ClaimOrdersPage />, 'Your orders'],
])('says of %s without its token that it is over, and offers a way on instead of a button', async (at, element, wayOn) => {
  fakeServer({})
  await enter({ at, routes: [{ path: at, element }], customer: aCustomer })
  expect(await screen.findByText('This link has expired')).toBeTruthy()
  expect(screen.getByRole('link', { name: wayOn })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
