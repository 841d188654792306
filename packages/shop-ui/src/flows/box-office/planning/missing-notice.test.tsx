// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { loadMessages } from '#i18n'
import { closeScreen, openScreen } from '#testing'
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
