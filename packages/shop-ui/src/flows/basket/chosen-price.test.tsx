// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { aBasket, closeScreen, fakeServer, openScreen, twoTickets } from '#testing'
import { BasketPage } from './index.ts'

afterEach(closeScreen)

const routes = [{ path: '/checkout/basket', element: <BasketPage /> }]

it('lets a customer choose what to pay, refuses an amount out of the range, and keeps what was typed', async () => {
  const [first, second] = [twoTickets[0]!, twoTickets[1]!]
  const chosen = { ...first, payWhatYouCan: { least: money(5_00), most: money(60_00) } }
  const calls = fakeServer({ basket: { changeTicket: () => aBasket({ tickets: [{ ...chosen, price: money(7_50) }, second] }) } })
  await openScreen({ at: '/checkout/basket', routes, basket: aBasket({ tickets: [chosen, second] }) })
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'What you pay, Stalls, row F, seat 12' })
  await screen.findByRole('textbox', { name: 'What you pay, Stalls, row F, seat 12' })
  expect(screen.getByText('Pay what you can: from £5.00 to £60.00.')).toBeTruthy()
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Set the price, Stalls, row F, seat 12' }))
  fireEvent.change(field(), { target: { value: '4.99' } })
  save()
  expect(await screen.findByText('Enter an amount from £5.00 to £60.00.')).toBeTruthy()
  expect(field().value).toBe('4.99')
  expect(calls).toEqual([])
  fireEvent.change(field(), { target: { value: '7,5' } })
  save()
  await waitFor(() => expect(field().value).toBe('7.50'))
  expect(calls).toMatchObject([{ body: { priceType: first.priceType, price: 7_50 } }])
})
