// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, anOrder, closeScreen, openScreen } from '#testing'
import { OrderDetail } from './OrderDetail.tsx'

afterEach(closeScreen)

async function show(state: 'confirmed' | 'on-hold' | 'returned') {
  await initI18n(aBrand(), 'en')
  await loadMessages('order')
  const order = anOrder(state === 'confirmed' ? {} : { state, tickets: [] })
  const element = <OrderDetail order={order} contact={aBrand().contact} />
  return openScreen({ at: '/order', routes: [{ path: '/order', element }] })
}

it('shows information for the visit beside valid tickets', async () => {
  const { findByRole } = await show('confirmed')
  expect(await findByRole('heading', { name: 'On the day of the performance' })).toBeTruthy()
})

it.each(['on-hold', 'returned'] as const)('shows no information for the visit where no ticket is valid (%s)', async (state) => {
  const { findByRole, queryByRole } = await show(state)
  expect(await findByRole('heading', { name: 'What you paid' })).toBeTruthy()
  expect(queryByRole('heading', { name: 'On the day of the performance' })).toBeNull()
})
