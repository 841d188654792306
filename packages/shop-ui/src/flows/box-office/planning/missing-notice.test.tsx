// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PlannedPerformance } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'
import { closeScreen, fakeServer, openScreen } from '#testing'
import { MissingNotice } from './MissingNotice.tsx'
import { lear } from './sample-production.ts'

afterEach(closeScreen)

it('lists the languages without a text in one line, with a link to the page where staff add it', async () => {
  const missing = [
    ...['de', 'sv'].map((detail) => ({ kind: 'image-not-described' as const, performance: null, detail, isBlocking: true })),
    ...['de', 'es', 'sv'].map((detail) => ({ kind: 'not-translated' as const, performance: null, detail, isBlocking: false })),
    { kind: 'no-synopsis', performance: null, detail: null, isBlocking: false } as const,
  ]
  await openScreen({ at: '/', routes: [{ path: '/', element: <MissingNotice planned={{ ...lear, missing }} /> }] })
  await loadMessages('planning')
  const lines = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')])
  expect(lines).toEqual([
    ['The image has no text in Deutsch and Svenska.', '/smart/productions/lear/image'],
    ['Some texts are not translated into Deutsch, Español and Svenska.', '/smart/productions/lear/translations'],
    ['There is no synopsis.', '/smart/productions/lear/edit'],
  ])
})

it('names the bands without a price of a price list once for all its performances, with a link to its prices', async () => {
  const performance: Omit<PlannedPerformance, 'id' | 'startsAt'> = {
    ...{ production: 'lear', hall: 'barn', planVersion: '1', priceList: 'standard', type: null, timeZone: 'Europe/London', state: 'draft' },
    ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, generalSaleAt: '2026-12-01T10:00' },
    ...{ priority: [], programme: null, members: null, perCustomer: null, accessTags: [], version: 1, tickets: 0, inBaskets: 0 },
  }
  const performances = [
    { ...performance, id: 'lear-1', startsAt: '2027-03-26T19:30' },
    { ...performance, id: 'lear-2', startsAt: '2027-03-27T19:30' },
  ]
  const missing = [
    ...performances.map(({ id }) => ({ kind: 'band-without-price' as const, performance: id, detail: 'd, e', isBlocking: true })),
    { kind: 'hall-clash', performance: 'lear-2', detail: 'Emma', isBlocking: true } as const,
  ]
  const priceLists = [{ id: 'standard', name: 'Barn prices', hall: 'barn', planVersion: null }]
  fakeServer({ planning: { options: () => ({ halls: [], priceLists, programmes: [], timeZone: 'Europe/London' }) } })
  await openScreen({ at: '/', routes: [{ path: '/', element: <MissingNotice planned={{ ...lear, performances, missing }} /> }] })
  await loadMessages('planning')
  await screen.findByText('The price list Barn prices has no price for Band D and Band E.')
  const lines = screen.getAllByRole('listitem').map((line) => [line.textContent, line.querySelector('a')!.getAttribute('href')])
  expect(lines).toEqual([
    ['2 performances: The price list Barn prices has no price for Band D and Band E.', '/smart/prices/standard'],
    ['Sat 27 Mar, 7.30pm: The hall is in use: Emma.', '/smart/productions/lear/performances/lear-2'],
  ])
})
