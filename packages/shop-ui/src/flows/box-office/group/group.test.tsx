// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CounterState, GroupBooking } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { queryClient } from '#server-state'
import { aBasket, closeScreen, fakeServer, openScreen, refuse, setNarrowScreen, twoTickets } from '#testing'
import { counterStateQuery } from '../counter-state.ts'
import { GroupBookingPage, GroupBookingsPage, NewGroupBookingPage } from './index.ts'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const contact = { id: 'a4b5c6d7-0000-4000-8000-000000000021', name: 'Peter Quince', email: 'peter@example.org' }
const booking = (changes: Partial<GroupBooking> = {}): GroupBooking => ({
  ...{
    number: 'AB12CD34',
    kind: 'school',
    name: 'Athens Academy',
    state: 'option',
    contact,
    count: 33,
    note: 'by coach',
    order: null,
    invoices: [],
  },
  performance: { instance: 'first', event: 'play', title: 'The Play', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' },
  account: 'a4b5c6d7-0000-4000-8000-000000000031',
  ...{ total: money(330_00), deposit: money(66_00), paid: money(0), kept: money(0), optionUntil: '2030-04-01T16:00:00Z' },
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
      { path: '/smart/groups/:number', element: <GroupBookingPage /> },
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

const servedBy = (role: 'clerk' | 'manager') => counterState({ clerk: { ...counterState().clerk, role } })

it('moves the dates of a booking, names a wrong one, and keeps what was typed', async () => {
  let isRefused = true
  const calls = fakeServer({
    groupBookings: {
      list: () => ({ bookings: [booking()] }),
      moveDates: () => (isRefused ? refuse(problem('invalid-input', { fields: ['optionUntil'] })) : { booking: booking() }),
    },
    staff: { desk: () => counterState() },
  })
  await open('/smart/groups/AB12CD34')
  const field = await screen.findByLabelText(/^Option until/)
  expect((field as HTMLInputElement).value).toBe('2030-04-01T17:00')
  fireEvent.change(field, { target: { value: '2030-06-01T17:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move the dates' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect((field as HTMLInputElement).value).toBe('2030-06-01T17:00')
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Move the dates' }))
  expect(await screen.findByText('The dates are moved.')).toBeTruthy()
  expect(calls.findLast(({ call }) => call === 'groupBookings.moveDates')?.body).toEqual({
    ...{ optionUntil: '2030-06-01T17:00', depositDue: '2030-04-01', balanceDue: '2030-04-20' },
  })
})

it('puts an instalment of up to the rest into the sale', async () => {
  const calls = fakeServer({
    groupBookings: { list: () => ({ bookings: [booking({ paid: money(66_00), state: 'deposit-paid' })] }) },
    staff: { desk: () => counterState(), actFor: () => counterState({ customer: served }) },
    counter: { addItem: () => counterState({ customer: served }) },
  })
  await open('/smart/groups/AB12CD34')
  const field = await screen.findByLabelText(/^Amount/)
  fireEvent.change(field, { target: { value: '264.01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Put it into the sale' }))
  expect(await screen.findByText('Enter an amount up to £264.00.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '100' } })
  fireEvent.click(screen.getByRole('button', { name: 'Put it into the sale' }))
  expect(await screen.findByRole('heading', { name: 'Items' })).toBeTruthy()
  expect(calls.find(({ call }) => call === 'counter.addItem')?.body).toMatchObject({ booking: 'AB12CD34', amount: 100_00 })
})

it('cancels a booking with a reason, and offers what the role may do with paid money', async () => {
  const calls = fakeServer({
    groupBookings: {
      list: () => ({ bookings: [booking({ paid: money(66_00), state: 'deposit-paid' })] }),
      cancel: () => refuse(problem('price-changed')),
    },
    staff: { desk: () => servedBy('manager') },
  })
  await open('/smart/groups/AB12CD34', servedBy('manager'))
  const keep = await screen.findByRole('button', { name: 'Cancel, keep the money' })
  fireEvent.click(keep)
  expect(await screen.findByText('Give a reason.')).toBeTruthy()
  expect(calls.some(({ call }) => call === 'groupBookings.cancel')).toBe(false)
  fireEvent.change(screen.getByLabelText('Reason for the cancellation'), { target: { value: 'no trip' } })
  fireEvent.click(keep)
  expect(await screen.findByText(/^What is paid has changed meanwhile/)).toBeTruthy()
  expect(calls.find(({ call }) => call === 'groupBookings.cancel')?.body).toEqual({ deposit: 'keep', paid: 66_00, reason: 'no trip' })
})

it('issues and mails the invoice, and cancels it', async () => {
  const invoice = { number: '2030-0001', kind: 'invoice' as const, issuedAt: '2030-01-01T12:00:00Z', cancels: null, isMailed: true }
  const note = { ...invoice, number: '2030-0002', kind: 'credit-note' as const, cancels: invoice.number }
  let listed = booking()
  const calls = fakeServer({
    groupBookings: {
      list: () => ({ bookings: [listed] }),
      issueInvoice: () => ({ booking: (listed = booking({ invoices: [invoice] })) }),
      cancelInvoice: () => ({ booking: (listed = booking({ invoices: [invoice, note] })) }),
    },
    staff: { desk: () => counterState() },
  })
  await open('/smart/groups/AB12CD34')
  fireEvent.click(await screen.findByRole('button', { name: 'Issue and mail the invoice' }))
  expect(await screen.findByText('The invoice is on its way to peter@example.org.')).toBeTruthy()
  expect(calls.find(({ call }) => call === 'groupBookings.issueInvoice')?.body).toEqual({ isMailed: true })
  expect((await screen.findByRole('link', { name: 'Invoice 2030-0001' })).getAttribute('href')).toContain('/AB12CD34/invoices/2030-0001/')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel invoice 2030-0001' }))
  expect(await screen.findByRole('link', { name: 'Credit note 2030-0002' })).toBeTruthy()
  expect(await screen.findByText('The invoice is cancelled by a credit note, which is on its way to peter@example.org.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').filter((item) => item.textContent?.endsWith(', mailed'))).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Issue the invoice' })).toBeTruthy()
})

it('leaves refunds to managers, and shows a cancelled booking without forms', async () => {
  let listed = booking({ paid: money(66_00), state: 'deposit-paid' })
  fakeServer({ groupBookings: { list: () => ({ bookings: [listed] }) }, staff: { desk: () => servedBy('clerk') } })
  await open('/smart/groups/AB12CD34', servedBy('clerk'))
  expect(await screen.findByRole('button', { name: 'Cancel, to account credit' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel, keep the money' })).toBeNull()
  listed = booking({ state: 'cancelled', due: null, kept: money(66_00) })
  await queryClient.invalidateQueries({ queryKey: ['counter', 'group-bookings'] })
  expect(await screen.findByText(/The theatre kept £66\.00/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

it('asks for seats and for a contact before the terms', async () => {
  fakeServer({ staff: { desk: () => counterState() } })
  await open('/smart/groups/new')
  expect(await screen.findByText(/^Hold the seats first/)).toBeTruthy()
  queryClient.setQueryData(counterStateQuery.queryKey, counterState({ basket: aBasket({ tickets: [...twoTickets] }) }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Find a customer' })).toBeTruthy())
})
