// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CounterState, GroupBooking } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, twoTickets } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { GroupBookingsPage, NewGroupBookingPage } from './index.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
afterEach(closeScreen)

const contact = { id: 'a4b5c6d7-0000-4000-8000-000000000021', name: 'Peter Quince', email: 'peter@example.org' }
const booking = (changes: Partial<GroupBooking> = {}): GroupBooking => ({
  ...{ number: 'AB12CD34', kind: 'school', name: 'Athens Academy', state: 'option', contact, count: 33, note: 'by coach', order: null },
  performance: { instance: 'first', event: 'play', title: 'The Play', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' },
  account: 'a4b5c6d7-0000-4000-8000-000000000031',
  ...{ total: money(330_00), deposit: money(66_00), paid: money(0), optionUntil: '2030-04-01T16:00:00Z' },
  ...{ depositDue: '2030-04-01', balanceDue: '2030-04-20', due: { what: 'deposit', on: '2030-04-01', isOverdue: false } },
  ...changes,
})
const counterState = (changes: Partial<CounterState> = {}): CounterState => ({
  clerk: { id: 'a4b5c6d7-0000-4000-8000-000000000011', name: 'Ann', email: 'ann@example.org', role: 'clerk' },
  ...{ customer: null, basket: aBasket({ tickets: [] }), ways: ['cash'], serverTime: '2030-01-01T12:00:00Z', idleSeconds: 900 },
  ...changes,
})
const served: NonNullable<CounterState['customer']> = {
  ...{ id: contact.id, title: '', firstName: 'Peter', lastName: 'Quince', email: contact.email, phone: '', postcode: null },
  ...{ memberships: [], access: null, credit: money(0), notes: [], orders: [], giftAid: null },
}
async function open(at: string, desk = counterState()): Promise<void> {
  queryClient.setQueryData(counterStateQuery.queryKey, desk)
  await openScreen({
    at,
    routes: [
      { path: '/smart/groups', element: <GroupBookingsPage /> },
      { path: '/smart/groups/new', element: <NewGroupBookingPage /> },
      { path: '/smart/book/:instance', element: <h1>Seats</h1> },
      { path: '/smart/sell', element: <h1>Items</h1> },
    ],
  })
  await Promise.all([loadMessages('counter'), loadMessages('group')])
}

it('lists bookings with what is due next, and finds them by state and by a word', async () => {
  const paid = booking({ number: 'ZZ99ZZ99', name: 'The Mechanicals', kind: 'group', state: 'paid', due: null, order: 'QR56ST78' })
  const late = booking({ number: 'LL11LL11', name: 'Late School', due: { what: 'balance', on: '2030-04-20', isOverdue: true } })
  fakeServer({ groupBookings: { list: () => ({ bookings: [late, booking(), paid] }) }, staff: { desk: () => counterState() } })
  await open('/smart/groups')
  const row = (await screen.findByText('Athens Academy')).closest('tr')!
  expect(within(row).getByText(/^Deposit of £66\.00, due on .*1 April 2030/)).toBeTruthy()
  expect(within(row).getByText('by coach')).toBeTruthy()
  expect(screen.getByText(/^Overdue: Balance of £330\.00/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Paid, order QR56ST78' }).getAttribute('href')).toBe('/smart/orders/QR56ST78')
  expect(screen.queryByRole('button', { name: 'Take payment: The Mechanicals, ZZ99ZZ99' })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name, contact, production or number' }), { target: { value: 'late' } })
  expect(await screen.findByText('1 booking')).toBeTruthy()
})

it('chooses the contact and puts the booking into the sale', async () => {
  const desk = counterState({ customer: served, basket: aBasket({ tickets: [...twoTickets] }) })
  const calls = fakeServer({
    groupBookings: { list: () => ({ bookings: [booking()] }) },
    staff: { desk: () => counterState(), actFor: () => counterState({ customer: served }) },
    counter: { takeReserved: () => desk },
  })
  await open('/smart/groups')
  fireEvent.click(await screen.findByRole('button', { name: 'Take payment: Athens Academy, AB12CD34' }))
  expect(await screen.findByRole('heading', { name: 'Seats' })).toBeTruthy()
  expect(calls.find(({ call }) => call === 'staff.actFor')?.body).toEqual({ customer: contact.id })
})

it('puts what is left of the deposit into the sale of the contact, until it is paid', async () => {
  const partly = booking({ paid: money(20_00) })
  const paid = booking({ number: 'ZZ99ZZ99', name: 'Paid School', state: 'deposit-paid', paid: money(66_00) })
  const calls = fakeServer({
    groupBookings: { list: () => ({ bookings: [partly, paid] }) },
    staff: { desk: () => counterState(), actFor: () => counterState({ customer: served }) },
    counter: { addItem: () => counterState({ customer: served }) },
  })
  await open('/smart/groups')
  expect(await screen.findByText('£20.00 of £330.00 paid')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take deposit: Paid School, ZZ99ZZ99' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Take deposit: Athens Academy, AB12CD34' }))
  await waitFor(() => expect(calls.some(({ call }) => call === 'counter.addItem')).toBe(true))
  const body = { kind: 'voucher-top-up', voucher: partly.account, booking: partly.number, amount: 46_00 }
  expect(calls.find(({ call }) => call === 'counter.addItem')?.body).toEqual(body)
})

it('books the held seats, names what is wrong, and keeps what was typed', async () => {
  let isRefused = true
  const calls = fakeServer({
    groupBookings: {
      create: () => {
        if (isRefused) return refuse(problem('invalid-input', { fields: ['optionUntil', 'depositDue'] }))
        return { number: 'AB12CD34', desk: counterState({ customer: served }) }
      },
      list: () => ({ bookings: [booking()] }),
    },
    staff: { desk: () => counterState() },
  })
  await open('/smart/groups/new', counterState({ customer: served, basket: aBasket({ tickets: [...twoTickets] }) }))
  expect(await screen.findByText(/^2 seats for .*, contact Peter Quince: £/)).toBeTruthy()
  const field = (name: string | RegExp) => screen.getByLabelText(name)
  const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
  expect(screen.queryByLabelText('Deposit due on'), 'without a deposit').toBeNull()
  type('Name of the group or school', 'Athens Academy')
  type('Option until', '2030-04-01T17:00')
  type(/^Deposit in per cent/, '20')
  type('Deposit due on', '2030-04-02')
  type('Balance due on', '2030-04-20')
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Reserve for the group' }))
  submit()
  expect(await screen.findByText('Choose a day from today to the day of the balance.')).toBeTruthy()
  expect(field('Option until').getAttribute('aria-invalid')).toBe('true')
  expect((field('Name of the group or school') as HTMLInputElement).value).toBe('Athens Academy')
  isRefused = false
  submit()
  expect(await screen.findByRole('heading', { name: 'Groups and schools' })).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'groupBookings.create')?.body).toEqual({
    ...{ kind: 'group', name: 'Athens Academy', optionUntil: '2030-04-01T17:00', deposit: { percent: 20 } },
    ...{ depositDue: '2030-04-02', balanceDue: '2030-04-20', note: '' },
  })
})

it('asks for seats and for a contact before the terms', async () => {
  fakeServer({ staff: { desk: () => counterState() } })
  await open('/smart/groups/new')
  expect(await screen.findByText(/^Hold the seats first/)).toBeTruthy()
  queryClient.setQueryData(counterStateQuery.queryKey, counterState({ basket: aBasket({ tickets: [...twoTickets] }) }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Find a customer' })).toBeTruthy())
})
