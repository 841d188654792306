// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PackageView } from '@playhouse/domain/package'
import { useDrafts } from '#client-state'
import { initI18n, loadMessages } from '#i18n'
import { aBrand, closeScreen, fakeServer, openScreen } from '#testing'
import { PackagePage } from './PackagePage.tsx'

afterEach(() => {
  closeScreen()
  useDrafts.getState().deleteAll()
})

const name = { text: 'Pick two' }
const part = (id: string, day: string) => ({
  ...{ part: id, event: id, title: id.toUpperCase() },
  performances: [
    {
      ...{ instance: `${id}-1`, startsAt: `2031-03-${day}T19:30:00.000Z`, startsAtLocal: `2031-03-${day}T19:30` },
      ...{
        endsAt: `2031-03-${day}T21:30:00.000Z`,
        timeZone: 'Europe/London',
        availability: 'get-tickets' as const,
        availabilityCode: 1 as const,
      },
      ...{ accessTags: [], priceFrom: null },
    },
  ],
})
const view: PackageView = {
  ...{ package: 'pick-two', kind: 'flexible', name, summary: name, isOnSale: true, saleFrom: null, saleUntil: null, bands: [] },
  ...{ least: 2, most: 3, events: ['rivals', 'malfi', 'consort'] },
  pricing: { kind: 'discount', steps: [{ performances: 2, basisPoints: 1_000 }] },
  groups: [
    {
      ...{ id: 'plays', name: { text: 'Plays' }, least: 2, most: 3, packages: [] },
      parts: [part('rivals', '01'), part('malfi', '01'), part('consort', '04')],
    },
  ],
}

async function open(chosen: readonly string[]) {
  await initI18n(aBrand(), 'en')
  await Promise.all([loadMessages('package'), loadMessages('problem')])
  const choice = chosen.map((id) => ({ package: null, part: id, instance: `${id}-1` }))
  useDrafts.getState().saveForm('package pick-two', { choice, people: {} })
  fakeServer({ packages: { package: () => view } })
  await openScreen({ at: '/packages/pick-two', routes: [{ path: '/packages/:package', element: <PackagePage /> }] })
  await screen.findByRole('heading', { level: 1, name: 'Pick two' })
}

it('names the discount of the chosen number of performances', async () => {
  await open(['rivals', 'consort'])
  expect(screen.getByText(/^2 chosen, of 2 to 3/).textContent).toContain('You save 10% on each ticket')
})

it('marks dates that overlap, and lists what the choice lacks', async () => {
  await open(['rivals', 'malfi'])
  expect(screen.getByText('Overlaps with MALFI. Choose another date.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Hold seats for all dates' }))
  await waitFor(() => expect(screen.getByText('Two dates overlap: RIVALS and MALFI.')).toBeTruthy())
  expect(screen.getByText('Choose how many people are coming.')).toBeTruthy()
})
