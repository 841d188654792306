// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { aBasket, aBrand, closeScreen, openScreen } from '#testing'
import { BasketPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/checkout/basket', element: <BasketPage /> }]

it('names offers in the language of the page, and marks a name that has no translation', async () => {
  const basket = aBasket()
  const offered: typeof basket = {
    ...basket,
    promo: { code: 'TENOFF', name: 'Zehn günstiger', names: { en: 'Ten off' }, discount: money(5_00) },
    offers: [{ name: 'Frühe Mitglieder', discount: money(12_00) }],
  }
  const brand = { ...aBrand(), defaultLocale: 'de' as const }
  await openScreen({ at: '/checkout/basket', routes, brand, basket: offered })
  for (const selector of ['strong', 'dt']) {
    expect((await screen.findByText('Ten off', { selector })).getAttribute('lang')).toBeNull()
    expect(screen.getByText('Frühe Mitglieder', { selector }).getAttribute('lang')).toBe('de')
  }
})

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
