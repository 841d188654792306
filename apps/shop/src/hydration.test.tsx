// @vitest-environment jsdom
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { HydratedScreen, onHydrated } from '@playhouse/shop-ui/ui/hydration'
import { keepTypedText, loadScreens } from './hydration.ts'

function Search() {
  const [words, setWords] = useState('')
  return (
    <HydratedScreen>
      <input value={words} onChange={({ target }) => setWords(target.value)} />
      <output>{words}</output>
    </HydratedScreen>
  )
}

it('keeps the text and the focus of a field that was used before hydration', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(<Search />)
  const input = root.querySelector('input')!
  input.focus()
  input.value = 'tempest'
  input.setSelectionRange(2, 2)
  const enterTypedText = keepTypedText(root)
  const isDone = new Promise<void>((resolve) => {
    onHydrated(() => {
      act(enterTypedText)
      resolve()
    })
  })
  await act(async () => hydrateRoot(root, <Search />))
  await isDone
  expect(root.querySelector('input')).toBe(input)
  expect(document.activeElement).toBe(input)
  expect(input.value).toBe('tempest')
  expect(input.selectionStart).toBe(2)
  expect(root.querySelector('output')!.textContent).toBe('tempest')
})

it('loads the screens of a path into its routes', async () => {
  const Page = () => null
  const routes: RouteObject[] = [
    { children: [{ path: '/terms', lazy: async () => ({ Component: Page }) }] },
    { path: '/other', lazy: () => Promise.reject(new Error('not asked for')) },
  ]
  await loadScreens(routes, '/terms')
  expect(routes[0]!.children![0]).toMatchObject({ Component: Page, lazy: undefined })
})
