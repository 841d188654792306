// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CounterState } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen } from '#testing'
import { BoxOffice } from './BoxOffice.tsx'
import { counterStateQuery } from './counter-state.ts'

afterEach(closeScreen)

const counterState: CounterState = {
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Petra Quince', email: 'petra@example.org', role: 'manager' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2026-11-24T12:00:00Z', idleSeconds: 900 },
}

it('opens the menu of a narrow screen, and closes it by Escape, by a second press and by another page', async () => {
  fakeServer({ staff: { desk: () => counterState } })
  queryClient.setQueryData(counterStateQuery.queryKey, counterState)
  await openScreen({
    at: '/smart/takings',
    routes: [{ element: <BoxOffice />, children: [{ path: '/smart/*', element: null }] }],
  })
  await loadMessages('counter')
  const menu = await screen.findByRole('button', { name: 'Menu' })
  const isOpen = () => menu.getAttribute('aria-expanded')
  expect(isOpen()).toBe('false')
  expect(document.getElementById(menu.getAttribute('aria-controls')!)).toBe(screen.getByRole('navigation', { name: 'Box office' }))
  fireEvent.click(menu)
  expect(isOpen()).toBe('true')
  const link = screen.getByRole('link', { name: 'Performances' })
  link.focus()
  fireEvent.keyDown(link, { key: 'Escape' })
  expect([isOpen(), document.activeElement]).toEqual(['false', menu])
  for (const expected of ['true', 'false', 'true']) {
    fireEvent.click(menu)
    expect(isOpen()).toBe(expected)
  }
  fireEvent.click(link)
  await expect.poll(isOpen, { timeout: 10_000 }).toBe('false')
})
