// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Site } from '@playhouse/api-client/contract'
import type { PreviewPerson } from '@playhouse/domain/shop-preview'
import { loadMessages } from '#i18n'
import { queryClient, siteQuery } from '#server-state'
import { aBrand, closeScreen, openScreen } from '#testing'
import { PreviewBanner } from './index.ts'

afterEach(closeScreen)

async function open(person?: PreviewPerson): Promise<void> {
  await openScreen({ at: '/', routes: [{ path: '/', element: <PreviewBanner className="" /> }] })
  await loadMessages('planning')
  const site = queryClient.getQueryData<Site>(siteQuery.queryKey)!
  const preview = person && { at: '2026-12-01T10:00:00Z', person, event: 'hamlet' }
  queryClient.setQueryData(siteQuery.queryKey, { ...site, ...(preview && { preview }) })
}

it('names the moment at the theatre and the person, and leads back to the production', async () => {
  await open({ kind: 'access' })
  const banner = await screen.findByRole('region', { name: 'Preview of the shop' })
  expect(banner.textContent).toMatch(/1 December 2026.*10.*as the holder of an access ID.*Nothing can be bought here\./)
  expect(screen.getByRole('link', { name: 'Back to the production' }).getAttribute('href')).toBe('/smart/productions/hamlet')
})

it('names the level of a member', async () => {
  const { id, name } = aBrand().memberships[0]!
  await open({ kind: 'member', membership: id })
  expect(await screen.findByText(new RegExp(`as a member: ${name}`))).toBeTruthy()
})

it('is not in the shop', async () => {
  await open()
  expect(screen.queryByRole('region')).toBeNull()
})
