// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GroupBooking, GroupSeats } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen, refuse, setNarrowScreen } from '#testing'
import { SeatsForm } from './SeatsForm.tsx'

beforeEach(() => setNarrowScreen(false))
afterEach(closeScreen)

const ids = ['a4b5c6d7-0000-4000-8000-000000000041', 'a4b5c6d7-0000-4000-8000-000000000042'] as const
const booking: GroupBooking = {
  ...{ number: 'AB12CD34', kind: 'school', name: 'Athens Academy', state: 'option', count: 2, note: '', order: null, invoices: [] },
  contact: { id: 'a4b5c6d7-0000-4000-8000-000000000021', name: 'Peter Quince', email: 'peter@example.org' },
  performance: { instance: 'first', event: 'play', title: 'The Play', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' },
  account: 'a4b5c6d7-0000-4000-8000-000000000031',
  ...{ total: money(20_00), deposit: money(0), paid: money(15_00), kept: money(0), optionUntil: '2030-04-01T16:00:00Z' },
  ...{ depositDue: null, balanceDue: '2030-04-20', due: null },
}
const seats: GroupSeats = {
  ...{ version: 3, isOpen: true, total: money(20_00), deposit: money(0) },
  seats: ids.map((ticket, nth) => ({
    ...{ ticket, area: 'Stalls', row: 'A', number: String(nth + 1), band: 'a' as const },
    ...{ priceType: 'pupil', priceTypeName: 'Pupil', price: money(10_00) },
  })),
  choices: [
    { band: 'a', priceType: 'pupil', name: 'Pupil', price: money(10_00) },
    { band: 'a', priceType: 'teacher', name: 'Teacher', price: money(5_00) },
    { band: 'b', priceType: 'other', name: 'Another band', price: money(1_00) },
  ],
}

async function open(setSeats: NonNullable<NonNullable<Parameters<typeof fakeServer>[0]['groupBookings']>['setSeats']>, read = () => seats) {
  const calls = fakeServer({ groupBookings: { seats: read, setSeats, list: () => ({ bookings: [booking] }) } })
  await openScreen({ at: '/', routes: [{ path: '/', element: <SeatsForm booking={booking} /> }] })
  await Promise.all([loadMessages('counter'), loadMessages('group')])
  fireEvent.click(await screen.findByRole('button', { name: 'Change the seats' }))
  return calls
}
const choose = (nth: number, value: string) =>
  fireEvent.change(document.querySelectorAll<HTMLSelectElement>('select')[nth]!, { target: { value } })
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save the seats' }))

it('shows the new total before it saves another price type and a released seat', async () => {
  const calls = await open(({ body }) => ({
    ...seats,
    version: body.version + 1,
    seats: [{ ...seats.seats[0]!, priceType: 'teacher', priceTypeName: 'Teacher', price: money(5_00) }],
  }))
  const options = within(document.querySelectorAll('select')[0]!).getAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent).filter((text) => text?.trim())).toEqual([
    'Pupil, £10.00',
    'Teacher, £5.00',
    'Release this seat',
  ])
  choose(0, 'teacher')
  choose(1, ' released')
  expect(await screen.findByText('1 ticket, £5.00 in total (£20.00 before)')).toBeTruthy()
  await save()
  expect((await screen.findAllByText('The seats have changed.')).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call === 'groupBookings.setSeats')?.body).toEqual({
    version: 3,
    seats: [
      { ticket: ids[0], priceType: 'teacher' },
      { ticket: ids[1], priceType: null },
    ],
  })
  await waitFor(() => expect(document.querySelectorAll('select')).toHaveLength(1))
})

it('explains that more is paid than the new total, and keeps what was chosen', async () => {
  let isOutdated = false
  await open(() =>
    isOutdated
      ? refuse(problem('changed-meanwhile', { version: 4, by: 'Theo Athens' }))
      : refuse(problem('invalid-input', { fields: ['total'] })),
  )
  choose(0, 'teacher')
  choose(1, 'teacher')
  await save()
  expect(await screen.findByText('£15.00 is paid, which is more than the new total. Return a deposit first.')).toBeTruthy()
  expect(document.querySelectorAll('select')[0]!.value).toBe('teacher')
  isOutdated = true
  await save()
  expect(await screen.findByText('Theo Athens has changed the booking meanwhile. Check the seats, then save again.')).toBeTruthy()
})
