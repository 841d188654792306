// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Order } from '@playhouse/api-client/contract'
import type { FoodOffer } from '@playhouse/domain/menu'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { aBasket, aBrand, aCustomer, anOrder, closeScreen, fakeServer, inDays, openScreen, refuse } from '#testing'
import { ChangeFood } from './ChangeFood.tsx'

afterEach(closeScreen)

const performance = { instance: 'tonight', event: 'hamlet', title: 'Hamlet', startsAt: inDays(7), timeZone: 'Europe/London' }
const dish = (product: string, name: string) => ({
  ...{ product, name, summary: '', translations: {}, supplement: money(0), allergens: [], diets: [] },
})
const offer: FoodOffer = {
  performance,
  menus: [
    {
      ...{ menu: 'dinner', name: 'Dinner', summary: 'One course.', translations: {} },
      ...{ price: money(30_00), fee: money(0), vatBasisPoints: null },
      courses: [{ course: 'main', name: 'Main', translations: {}, dishes: [dish('pie', 'Pie'), dish('fish', 'Fish')] }],
      servings: [{ point: 'room', name: 'River room', translations: {}, placesLeft: 0, closesBefore: 60, servedBefore: 90 }],
    },
  ],
}
const item: Order['items'][number] = {
  ...{
    id: '01920000-0000-7000-8000-0000000000f1',
    kind: 'food',
    name: 'Dinner',
    quantity: 2,
    performance: 'tonight',
    amount: money(60_00),
  },
  ...{ fee: money(0), isReturned: false },
  detail: {
    ...{ menu: 'dinner', names: {}, point: 'room', pointName: 'River room', pointNames: {}, performance, note: '' },
    ...{ closesBefore: 60, servedBefore: 90, fee: money(0), vatBasisPoints: null },
    courses: [{ course: 'main', name: 'Main', names: {}, dishes: [{ ...dish('pie', 'Pie'), names: {}, count: 2 }] }],
  },
}
const open = async (sold: Order['items'][number], changeFood: () => Order = () => anOrder({})) => {
  const calls = fakeServer({ food: { instance: () => offer }, me: { changeFood, order: () => anOrder({}) } })
  const order = anOrder({ number: 'B1042', items: [sold] })
  const routes = [{ path: '/order', element: <ChangeFood order={order} /> }]
  await openScreen({ at: '/order', routes, brand: aBrand({ foodAndDrink: true }), basket: aBasket(), customer: aCustomer })
  await loadMessages('account')
  return calls
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

it('opens the form with what was ordered, and changes the paid order', async () => {
  const calls = await open(item)
  await press(/^Change: Dinner/)
  expect(await screen.findByText('2 of 2 chosen')).toBeTruthy()
  await press('One fewer: Number of Pie')
  await press('One more: Number of Fish')
  await press('Change the order')
  await waitFor(() => expect(calls.some(({ call }) => call === 'me.changeFood')).toBe(true))
  expect(calls.find(({ call }) => call === 'me.changeFood')?.body).toEqual({
    ...{ guests: 2, point: 'room', note: '' },
    choices: [
      { course: 'main', product: 'pie', count: 1 },
      { course: 'main', product: 'fish', count: 1 },
    ],
  })
  expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(false)
})

it('says to cancel and order again where the price would be another', async () => {
  await open(item, () => refuse(problem('food-price-differs', { name: 'Dinner' })) as never)
  await press(/^Change: Dinner/)
  await press('Change the order')
  expect(await screen.findByText('The price would change')).toBeTruthy()
})

it('changes nothing after the deadline, or of a returned order', async () => {
  await open({ ...item, isReturned: true })
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})
