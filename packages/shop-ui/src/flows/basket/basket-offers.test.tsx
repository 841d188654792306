// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { aBasket, closeScreen, openScreen } from '#testing'
import { BasketPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/checkout/basket', element: <BasketPage /> }]

it('names each automatic offer, and that a code takes off nothing because other offers take off more', async () => {
  const basket = aBasket()
  const offered: typeof basket = {
    ...basket,
    promo: { code: 'TENOFF', name: 'Ten off', discount: money(0), isOutdone: true },
    offers: [{ name: 'Early members', discount: money(12_00) }],
    totals: { ...basket.totals, discount: money(12_00) },
  }
  await openScreen({ at: '/checkout/basket', routes, basket: offered })
  const offers = await screen.findByRole('region', { name: 'Promo code' })
  expect(offers.textContent).toContain('Early members £12.00 off this order')
  expect(within(offers).getByText(/Other offers take off more, so the code takes off nothing\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^What makes up/ }))
  expect((await screen.findByText('Early members', { selector: 'dt' })).nextElementSibling?.textContent).toContain('12.00')
})
