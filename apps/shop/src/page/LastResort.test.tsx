// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { LastResort } from './LastResort.tsx'

/** The page after a failure of the error page, in a language of the root element. */
async function openBrokenPage(lang: string): Promise<HTMLElement> {
  document.documentElement.lang = lang
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
  return place
}

const title = (place: HTMLElement): string | null | undefined => place.querySelector('h1')?.textContent

it('shows the error and a link to the home page when the error page itself fails', async () => {
  const place = await openBrokenPage('xx')
  expect(title(place)).toBe('An error occurred while showing the error page')
  expect(place.textContent).toContain('no words')
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/')
  expect(place.querySelector('main')?.lang).toBe('en')
})

it.each([
  ['en-US', 'An error occurred while showing the error page', 'Please go to the home page.'],
  ['sv', 'Ett fel uppstod när felsidan skulle visas', 'Gå till startsidan.'],
  ['de', 'Beim Anzeigen der Fehlerseite ist ein Fehler aufgetreten', 'Bitte gehen Sie zur Startseite.'],
  ['es', 'Ha habido un error al mostrar la página de error', 'Ve a la página de inicio.'],
  ['ht', 'Te gen yon erè pandan nou t ap montre paj erè a', 'Tanpri ale nan paj akèy la.'],
])('shows the failure of the error page in the language of the page: %s', async (lang, words, link) => {
  const place = await openBrokenPage(lang)
  await vi.waitFor(() => expect(place.querySelector('main')?.lang).toBe(lang))
  expect(title(place)).toBe(words)
  expect(place.querySelector('a')?.textContent).toBe(link)
})
