// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FoodOffer } from '@playhouse/domain/menu'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { useDrafts } from '#client-state'
import { aBasket, aBrand, type Answers, closeScreen, fakeServer, inDays, openScreen, refuse } from '#testing'
import { FoodPage } from './index.ts'

const dish = (product: string, name: string) => ({
  ...{ product, name, summary: '', translations: {}, supplement: money(0), allergens: [], diets: [] },
})
const offer = (placesLeft: number | null): FoodOffer => ({
  performance: { instance: 'tonight', event: 'hamlet', title: 'Hamlet', startsAt: inDays(7), timeZone: 'Europe/London' },
  menus: [
    {
      ...{ menu: 'dinner', name: 'Dinner', summary: 'One course.', translations: {} },
      ...{ price: money(30_00), fee: money(0), vatBasisPoints: null },
      courses: [{ course: 'main', name: 'Main', translations: {}, dishes: [dish('pie', 'Pie'), dish('fish', 'Fish')] }],
      servings: [{ point: 'room', name: 'River room', translations: {}, placesLeft, closesBefore: 60, servedBefore: 90 }],
    },
  ],
})
const routes = [
  { path: '/food-and-drink/:event/:instance', element: <FoodPage /> },
  { path: '/checkout/basket', element: <p>basket</p> },
]
const open = async (placesLeft: number | null, answers: Answers = {}) => {
  fakeServer({ food: { instance: () => offer(placesLeft) }, ...answers })
  const brand = aBrand({ foodAndDrink: true })
  const page = await openScreen({ at: '/food-and-drink/hamlet/tonight', routes, brand, basket: aBasket() })
  await loadMessages('food')
  return page
}
const note = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Diets and allergies/ })
const chooseGuests = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: /Number of people/ }))
  fireEvent.click(await screen.findByRole('option', { name: '2' }))
}

afterEach(closeScreen)

it('keeps what was typed until the order is added', async () => {
  await open(null)
  fireEvent.change(await note(), { target: { value: 'No nuts' } })
  await chooseGuests()
  const { forms } = useDrafts.getState()
  closeScreen()
  useDrafts.setState({ forms })
  const { address } = await open(null, { food: { instance: () => offer(null) }, basket: { addItem: () => aBasket() } })
  expect((await note()).value).toBe('No nuts')
  for (const _ of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'One more: Number of Pie' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
  await waitFor(() => expect(address()).toBe('/checkout/basket'))
  expect(useDrafts.getState().forms).toEqual({})
})

it('announces a course by its name, and leads from its fault to a control that is enabled', async () => {
  await open(null)
  await chooseGuests()
  fireEvent.click(screen.getByRole('button', { name: 'One more: Number of Pie' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Main: 1 of 2 chosen'))
  fireEvent.click(screen.getByRole('button', { name: 'One fewer: Number of Pie' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
  fireEvent.click(await screen.findByRole('link', { name: /^Main: 0 / }))
  const course = screen.getByRole('group', { name: 'Main' })
  expect(course.contains(document.activeElement)).toBe(true)
  const message = document.getElementById(course.getAttribute('aria-describedby')!)
  expect(message?.textContent).toMatch(/^Main: 0 /)
})

it('shows a notice in place of the form where each point is full', async () => {
  await open(0)
  expect(await screen.findByText('Fully booked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add to basket' })).toBeNull()
})

it('focuses the notice where the last places are taken by another customer', async () => {
  let placesLeft = 2
  const addItem = () => {
    placesLeft = 0
    return refuse(problem('food-sold-out', { name: 'Dinner', placesLeft }))
  }
  await open(null, { food: { instance: () => offer(placesLeft) }, basket: { addItem } })
  await chooseGuests()
  for (const _ of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'One more: Number of Pie' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
  const notice = await screen.findByText('Fully booked')
  await waitFor(() => expect(document.activeElement?.contains(notice) && document.activeElement !== document.body).toBe(true))
})
