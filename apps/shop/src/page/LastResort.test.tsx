// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { LastResort } from './LastResort.tsx'

it('shows the error and a link to the home page when the error page itself fails', async () => {
  const place = document.createElement('div')
  const Broken = () => {
    throw new Error('no words')
  }
  const root = createRoot(place, { onCaughtError: () => {} })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await act(async () =>
    root.render(
      <LastResort>
        <Broken />
      </LastResort>,
    ),
  )
  expect(place.querySelector('h1')?.textContent).toBe('An error occurred while showing the error page')
  expect(place.textContent).toContain('no words')
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/')
})
