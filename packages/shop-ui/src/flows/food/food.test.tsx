// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FoodOffer } from '@playhouse/domain/menu'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { aBasket, aBrand, type Answers, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { FoodOfEventPage, FoodPage } from './index.ts'

const dish = (product: string, name: string, supplement = 0) => ({
  ...{ product, name, summary: '', translations: {}, supplement: money(supplement), allergens: [], diets: [] },
})
const startsAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
const offer: FoodOffer = {
  performance: { instance: 'tonight', event: 'hamlet', title: 'Hamlet', startsAt, timeZone: 'Europe/London' },
  menus: [
    {
      ...{
        menu: 'dinner',
        name: 'Dinner',
        summary: 'Two courses.',
        translations: {},
        price: money(30_00),
        fee: money(0),
        vatBasisPoints: null,
      },
      courses: [
        {
          ...{ course: 'main', name: 'Main', translations: {} },
          dishes: [{ ...dish('pie', 'Pie'), allergens: ['gluten', 'milk'], diets: ['vegetarian'] }, dish('fish', 'Fish', 4_00)],
        },
        { course: 'dessert', name: 'Dessert', translations: {}, dishes: [dish('tart', 'Tart')] },
      ],
      servings: [
        { point: 'room', name: 'River room', translations: {}, placesLeft: 12, closesBefore: 60, servedBefore: 90 },
        { point: 'bar', name: 'Bar', translations: {}, placesLeft: 0, closesBefore: 60, servedBefore: null },
      ],
    },
  ],
}
const performances = [{ instance: 'tonight', startsAt, timeZone: 'Europe/London', isOpen: true }]
const routes = [
  { path: '/food-and-drink/:event', element: <FoodOfEventPage /> },
  { path: '/food-and-drink/:event/:instance', element: <FoodPage /> },
  { path: '/checkout/basket', element: <p>basket</p> },
]
const open = async (path: string, answers: Answers = {}) => {
  const food = { event: () => ({ event: 'hamlet', title: 'Hamlet', copyLanguage: 'en', performances }), instance: () => offer }
  const calls = fakeServer({ food, ...answers })
  const page = await openScreen({ at: `/food-and-drink/hamlet${path}`, routes, brand: aBrand({ foodAndDrink: true }), basket: aBasket() })
  await loadMessages('food')
  return { ...page, calls }
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add to basket' }))
const chooseGuests = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: /Number of people/ }))
  fireEvent.click(await screen.findByRole('option', { name }))
}
const press = (name: string, times: number): void => {
  for (let time = 0; time < times; time++) fireEvent.click(screen.getByRole('button', { name }))
}

afterEach(closeScreen)

describe('the page of food for a production', () => {
  it('links to each performance', async () => {
    await open('')
    expect((await screen.findByRole('link', { name: /pm|\d/ })).getAttribute('href')).toBe('/food-and-drink/hamlet/tonight')
  })

  it('shows a notice where no performance has food', async () => {
    await open('', { food: { event: () => ({ event: 'hamlet', title: 'Hamlet', copyLanguage: 'en', performances: [] }) } })
    expect(await screen.findByText('There is nothing to order here')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Show Hamlet' })[0]!.getAttribute('href')).toBe('/events/hamlet')
  })
})

describe('the page of food for a performance', () => {
  it('offers nothing at the address of another production', async () => {
    const macbeth = { ...offer, performance: { ...offer.performance, event: 'macbeth' } }
    await open('/tonight', { food: { instance: () => macbeth } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Sorry, we could not find this performance' })).toBeTruthy()
    expect(screen.queryByText('Pie')).toBeNull()
  })

  it('names a course of a fault in the language of the visitor', async () => {
    const [menu] = offer.menus
    const courses = menu!.courses.map((course) => ({ ...course, name: 'Rätt', translations: { en: { name: 'Dish of the day' } } }))
    await open('/tonight', { food: { instance: () => ({ ...offer, menus: [{ ...menu!, courses }] }) } })
    await screen.findByText('Pie')
    await chooseGuests('2')
    add()
    expect((await screen.findAllByText(/^Dish of the day: 0 chosen for 2 people/)).length).toBeGreaterThan(0)
  })

  it('says in the singular that one person has no dish', async () => {
    await open('/tonight')
    await screen.findByText('Pie')
    await chooseGuests('1')
    add()
    expect((await screen.findAllByText('Main: 0 chosen for 1 person. Please choose one.')).length).toBeGreaterThan(0)
  })

  it('states allergens and diets in words, and disables a point that is full', async () => {
    await open('/tonight')
    expect(await screen.findByText('Contains: gluten and milk')).toBeTruthy()
    expect(screen.getByText('vegetarian')).toBeTruthy()
    expect(screen.getByRole('radio', { name: /Bar/ })).toHaveProperty('disabled', true)
  })

  it('requires the number of people, the collection point and one dish of each course, and keeps what was entered', async () => {
    const { calls } = await open('/tonight')
    await screen.findByText('Pie')
    fireEvent.change(screen.getByRole('textbox', { name: /Diets and allergies/ }), { target: { value: 'No nuts' } })
    add()
    expect(await screen.findByRole('link', { name: 'Number of people is required' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Collection point is required' })).toBeTruthy()
    await chooseGuests('2')
    fireEvent.click(screen.getByRole('radio', { name: /River room/ }))
    press('One more: Number of Pie', 1)
    add()
    expect((await screen.findAllByText('Main: 1 chosen for 2 people. Please choose one for each person.')).length).toBeGreaterThan(0)
    press('One more: Number of Fish', 2)
    expect((await screen.findAllByText(/Main: 3 chosen, for a party of 2/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('textbox', { name: /Diets and allergies/ })).toHaveProperty('value', 'No nuts')
    expect(calls.some(({ call }) => call === 'basket.addItem')).toBe(false)
  })

  it('adds an order with the only dish of a course for each person, and goes to the basket', async () => {
    const { calls, address } = await open('/tonight', {
      food: { instance: () => offer },
      basket: { addItem: () => aBasket() },
    })
    await screen.findByText('Pie')
    await chooseGuests('More than 9')
    expect(await screen.findByRole('textbox', { name: 'How many people?' })).toHaveProperty('value', '10')
    await chooseGuests('2')
    fireEvent.click(screen.getByRole('radio', { name: /River room/ }))
    press('One more: Number of Pie', 1)
    press('One more: Number of Fish', 1)
    expect(screen.getByText('Total: £64.00')).toBeTruthy()
    add()
    await waitFor(() => expect(address()).toBe('/checkout/basket'))
    expect(calls.find(({ call }) => call === 'basket.addItem')?.body).toEqual({
      ...{ kind: 'food', instance: 'tonight', menu: 'dinner', guests: 2, point: 'room', note: '' },
      choices: [
        { course: 'main', product: 'pie', count: 1 },
        { course: 'main', product: 'fish', count: 1 },
        { course: 'dessert', product: 'tart', count: 2 },
      ],
    })
  })

  it('shows the places that are left where the server refuses the order', async () => {
    await open('/tonight', {
      food: { instance: () => offer },
      basket: { addItem: () => refuse(problem('food-sold-out', { name: 'Dinner', placesLeft: 1 })) },
    })
    await screen.findByText('Pie')
    await chooseGuests('2')
    fireEvent.click(screen.getByRole('radio', { name: /River room/ }))
    press('One more: Number of Pie', 2)
    add()
    expect(
      await screen.findByText('Places left here for “Dinner”: 1. Please choose fewer people, another collection point or another menu.'),
    ).toBeTruthy()
    expect(screen.getByText('Total: £60.00')).toBeTruthy()
  })

  it('links to the performance where it has no menu', async () => {
    await open('/tonight', { food: { instance: () => ({ ...offer, menus: [] }) } })
    expect((await screen.findByRole('link', { name: 'Show the performance' })).getAttribute('href')).toBe('/events/hamlet/tonight')
  })

  it('closes after the deadline', async () => {
    const closed = { ...offer, performance: { ...offer.performance, startsAt: new Date(Date.now() + 60_000).toISOString() } }
    await open('/tonight', { food: { instance: () => closed } })
    expect((await screen.findAllByText('Orders have closed')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Add to basket' })).toBeNull()
  })
})
