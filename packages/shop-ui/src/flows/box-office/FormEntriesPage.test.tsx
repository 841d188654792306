// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FormEntry } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { FormEntriesPage } from './index.ts'

afterEach(closeScreen)

const entry: FormEntry = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000031', form: 'school', title: { text: 'School enquiry' }, email: 'ada@example.org' },
  performance: { instance: 'first', event: 'play', title: 'The Play', startsAt: '2030-01-01T19:30:00Z', timeZone: 'Europe/London' },
  answers: [
    { id: 'name', kind: 'text', label: { text: 'Your name' }, answer: 'Ada' },
    { id: 'needs', kind: 'choices', label: { text: 'Needs' }, answer: [{ text: 'Lift' }, { text: 'Loop' }] },
    { id: 'day', kind: 'date', label: { text: 'Reply by' }, answer: '2029-12-24' },
    { id: 'agreed', kind: 'consent', label: { text: 'You may reply' }, answer: true },
  ],
  ...{ at: '2029-12-01T10:00:00Z', answered: null, until: '2030-03-01T10:00:00Z' },
}

it('lists what was sent with its answers, and marks it as answered', async () => {
  let entries = [entry]
  const calls = fakeServer({
    staffForms: {
      list: () => ({ forms: [{ form: 'school', title: entry.title, unanswered: entries.length }], entries }),
      mark: () => {
        entries = []
        return { entry: { ...entry, answered: { at: entry.at, by: 'Ann' } } }
      },
    },
  })
  await openScreen({ at: '/smart/forms', routes: [{ path: '/smart/forms', element: <FormEntriesPage /> }] })
  await loadMessages('counter')
  const shown = await screen.findByRole('region', { name: /^School enquiry/ })
  expect(
    within(shown)
      .getAllByRole('definition')
      .map((value) => value.textContent),
  ).toEqual(['Ada', 'Lift and Loop', expect.stringContaining('24 December 2029'), 'Agreed'])
  expect(within(shown).getByRole('link', { name: 'Write to ada@example.org' }).getAttribute('href')).toBe('mailto:ada%40example.org')
  fireEvent.click(within(shown).getByRole('button', { name: 'Mark as answered: ada@example.org' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^School enquiry/ })).toBeNull())
  expect(calls.find(({ call }) => call === 'staffForms.mark')).toMatchObject({ body: { isAnswered: true } })
  expect(await screen.findByText(/There is nothing here/)).toBeTruthy()
})
