// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { GroupNames } from '@playhouse/api-client/contract'
import type { GroupNamesEdit } from '@playhouse/domain/group-names'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { useState } from 'react'
import { closeScreen, openScreen } from '#testing'
import { GroupNamesForm } from './index.ts'

afterEach(closeScreen)

const ids = ['a4b5c6d7-0000-4000-8000-000000000001', 'a4b5c6d7-0000-4000-8000-000000000002', 'a4b5c6d7-0000-4000-8000-000000000003']
const namesWith = (...people: readonly string[]): GroupNames => ({
  ...{ group: 'The Mechanicals', version: 3, isOpen: true },
  performance: { title: 'The Play', startsAt: '2030-05-01T18:30:00Z', timeZone: 'Europe/London' },
  seats: ids.map((ticket, nth) => ({
    ...{ ticket, area: 'Stalls', row: 'A', number: String(nth + 1), priceTypeName: 'Pupil', name: people[nth] ?? '' },
  })),
})

/** Opens the form. `current`: the names after another person changed them, which refuses the first change. */
async function open(names: GroupNames, current?: GroupNames) {
  const save = vi.fn<(edit: GroupNamesEdit) => void>()
  function Screen() {
    const [shown, setShown] = useState(names)
    return (
      <GroupNamesForm
        names={shown}
        seatName={({ row, number }) => `${row}${number}`}
        className={undefined}
        save={async (edit) => {
          save(edit)
          if (current && edit.version !== current.version) return fail(problem('changed-meanwhile', { version: 4, by: 'Ann' }))
          const { seats } = shown
          return ok({
            ...shown,
            seats: seats.map((seat) => ({ ...seat, name: edit.names.find(({ ticket }) => ticket === seat.ticket)?.name ?? seat.name })),
          })
        }}
        onSaved={setShown}
        onOutdated={async () => setShown(current!)}
      />
    )
  }
  await openScreen({ at: '/', routes: [{ path: '/', element: <Screen /> }] })
  await screen.findByRole('form', { name: 'Names of the group' })
  return save
}
const field = (nth: number) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^A${nth}, Pupil`) })
const values = () => [field(1).value, field(2).value, field(3).value]
const fillFrom = (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: /^List of names/ }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Fill in the names' }))
}

it('fills the seats from a list in order, and saves what changed at once', async () => {
  const save = await open(namesWith('Snug'))
  fillFrom('Snug\nNick\tBottom\n')
  expect(values()).toEqual(['Snug', 'Nick Bottom', ''])
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^List of names/ }).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Save the names' }))
  expect(await screen.findByText('The names are saved.')).toBeTruthy()
  expect(save).toHaveBeenCalledWith({ version: 3, names: [{ ticket: ids[1], name: 'Nick Bottom' }] })
})

it('refuses a list that does not fit, and fills nothing', async () => {
  await open(namesWith())
  fillFrom('One\nTwo\nThree\nFour')
  expect(await screen.findByText('There are 4 names for 3 seats.')).toBeTruthy()
  fillFrom(`One\n${'x'.repeat(81)}`)
  expect(await screen.findByText('The name in line 2 has more than 80 characters.')).toBeTruthy()
  expect(values()).toEqual(['', '', ''])
})

it('fills the seats from the field on that a column of a spreadsheet is pasted into', async () => {
  await open(namesWith('Snug'))
  fireEvent.paste(field(2), { clipboardData: { getData: () => 'Flute\r\nSnout\r\n' } })
  expect(values()).toEqual(['Snug', 'Flute', 'Snout'])
})

it('shows what another person saved meanwhile before it is replaced', async () => {
  const save = await open(namesWith(), { ...namesWith('Flute'), version: 4 })
  fireEvent.change(field(1), { target: { value: 'Snug' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the names' }))
  expect(await screen.findByText('Ann has changed this meanwhile')).toBeTruthy()
  expect(await screen.findByText('Saved meanwhile: Flute')).toBeTruthy()
  expect(field(1).value).toBe('Snug')
  fireEvent.click(screen.getByRole('button', { name: 'Save the names' }))
  expect(await screen.findByText('The names are saved.')).toBeTruthy()
  expect(save).toHaveBeenLastCalledWith({ version: 4, names: [{ ticket: ids[0], name: 'Snug' }] })
})

it('shows the names without fields once the performance has begun', async () => {
  await openScreen({
    at: '/',
    routes: [
      {
        path: '/',
        element: (
          <GroupNamesForm
            names={{ ...namesWith('Snug'), isOpen: false }}
            seatName={({ row, number }) => `${row}${number}`}
            className={undefined}
            save={async () => fail(problem('order-not-found'))}
            onSaved={() => {}}
            onOutdated={async () => {}}
          />
        ),
      },
    ],
  })
  expect(await screen.findByText('Snug')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
