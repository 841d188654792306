// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { PerformanceFields } from './PerformanceFields.tsx'
import { firstRun, RunFields } from './RunFields.tsx'

afterEach(closeScreen)

const options = { ...{ halls: [], priceLists: [], programmes: [], types: [] }, timeZone: 'Europe/London' }
const texts = () => [...document.querySelectorAll('[slot=errorMessage]')].map((error) => error.textContent)

it('marks the empty date of a moment, and not the time beside it', async () => {
  fakeServer({ planning: { performanceTypes: () => ({ types: [] }) } })
  const run = { ...firstRun(options), from: '2027-03-01', until: '2027-03-08' }
  await openScreen({
    at: '/',
    routes: [
      {
        path: '/',
        element: (
          <RunFields
            run={run}
            onChange={() => {}}
            options={options}
            problem={problem('invalid-input', { fields: ['defaults.generalSaleAt'] })}
          />
        ),
      },
    ],
  })
  await loadMessages('planning')
  expect(await screen.findByText('Please fill this in')).toBeTruthy()
  expect(texts()).toEqual(['Please fill this in'])
})

it('marks the time of a moment that has a date', async () => {
  fakeServer({ planning: { performanceTypes: () => ({ types: [] }) } })
  const draft = {
    ...{ day: '2027-03-01', time: '25:00', saleDay: '', saleTime: '10:00', plan: '', type: '', perCustomer: '', accessTags: [] },
    ...{
      members: [],
      programme: '',
      priority: [],
      priceList: '',
      sale: 'on-sale' as const,
      isVisible: true,
      isAtCounter: true,
      sellsAtCounter: true,
    },
  }
  const refused = problem('invalid-input', { fields: ['performance.startsAt', 'performance.generalSaleAt'] })
  await openScreen({
    at: '/',
    routes: [
      {
        path: '/',
        element: <PerformanceFields draft={draft} onChange={() => {}} options={options} problem={refused} timeZone="Europe/London" isNew />,
      },
    ],
  })
  await loadMessages('planning')
  expect(await screen.findByText('Please fill this in')).toBeTruthy()
  expect(texts()).toEqual(['A time from 00:00 to 23:59, such as 19:30', 'Please fill this in'])
})
