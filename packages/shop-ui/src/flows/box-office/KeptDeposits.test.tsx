// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, openScreen } from '#testing'
import { KeptDeposits } from './KeptDeposits.tsx'

afterEach(closeScreen)

it('lists the kept deposits of a day with their total, and nothing without any', async () => {
  const keptDeposits = [
    { number: 'GA7K2M9X', name: 'Athens Academy', amount: money(120_00) },
    { number: 'GB7K2M9X', name: 'Thebes College', amount: money(30_00) },
  ]
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const screen = await openScreen({
    at: '/',
    routes: [{ path: '/', element: <KeptDeposits takings={{ day: '2031-03-01', keptDeposits }} /> }],
  })
  const table = await screen.findByRole('table')
  expect(table.textContent).toMatch(/GA7K2M9XAthens Academy.*£120\.00.*GB7K2M9XThebes College.*£30\.00.*All.*£150\.00/)
  closeScreen()
  const empty = await openScreen({
    at: '/',
    routes: [{ path: '/', element: <KeptDeposits takings={{ day: '2031-03-01', keptDeposits: [] }} /> }],
  })
  expect(empty.queryByRole('table')).toBeNull()
})
