// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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

async function open(more: Partial<CounterState> = {}): Promise<void> {
  const state = { ...counterState, ...more }
  fakeServer({ staff: { desk: () => state } })
  queryClient.setQueryData(counterStateQuery.queryKey, state)
  await openScreen({
    at: '/smart/takings',
    routes: [{ element: <BoxOffice />, children: [{ path: '/smart/*', element: null }] }],
  })
  await loadMessages('counter')
}

it('opens the menu of a narrow screen, and closes it by Escape, by a second press and by another page', async () => {
  await open()
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

it('keeps less used links behind a button, which Escape, the end of the focus and another page close', async () => {
  await open()
  const more = await screen.findByRole('button', { name: 'More' })
  const isOpen = () => more.getAttribute('aria-expanded')
  const links = document.getElementById(more.getAttribute('aria-controls')!)!
  const groups = within(links).getByRole('link', { name: 'Groups' })
  expect(isOpen()).toBe('false')
  fireEvent.click(more)
  expect(isOpen()).toBe('true')
  groups.focus()
  fireEvent.keyDown(groups, { key: 'Escape' })
  expect([isOpen(), document.activeElement]).toEqual(['false', more])
  fireEvent.click(more)
  groups.focus()
  expect(isOpen()).toBe('true')
  screen.getByRole('link', { name: 'Customers' }).focus()
  await waitFor(() => expect(isOpen()).toBe('false'))
  fireEvent.click(more)
  fireEvent.click(groups)
  await waitFor(() => expect(isOpen()).toBe('false'))
})

it.each([
  ['training', 'Practise in the training shop'],
  ['shop', 'Back to the shop'],
] as const)('links to the counter of the %s where the deployment names one', async (kind, name) => {
  await open({ otherCounter: { kind, origin: 'https://other.theatre.example' } })
  const more = await screen.findByRole('button', { name: 'More' })
  const links = document.getElementById(more.getAttribute('aria-controls')!)!
  expect(within(links).getByRole('link', { name }).getAttribute('href')).toBe('https://other.theatre.example/smart')
})
