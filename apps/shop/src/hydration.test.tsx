// @vitest-environment jsdom
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router'
import { expect, it, vi } from 'vitest'
import { HydratedScreen, onHydrated } from '@playhouse/shop-ui/ui/hydration'
import { keepInput, loadScreens, markHydrated } from './hydration.ts'

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
  const enterAgain = keepInput(root)
  const isDone = new Promise<void>((resolve) => {
    onHydrated(() => {
      act(enterAgain)
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

function Choices() {
  const [news, setNews] = useState(false)
  const [sides, setSides] = useState('left')
  const [title, setTitle] = useState('')
  return (
    <HydratedScreen>
      <input type="checkbox" checked={news} onChange={({ target }) => setNews(target.checked)} />
      {['left', 'right'].map((side) => (
        <input key={side} type="radio" name="side" value={side} checked={sides === side} onChange={() => setSides(side)} />
      ))}
      <select value={title} onChange={({ target }) => setTitle(target.value)}>
        <option value="">–</option>
        <option value="dr">Dr</option>
      </select>
      <output>{`${news} ${sides} ${title}`}</output>
    </HydratedScreen>
  )
}

it('keeps what was chosen before hydration', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(<Choices />)
  const checked = (): (boolean | undefined)[] => [...root.querySelectorAll('input')].map((input) => input.checked)
  root.querySelector<HTMLInputElement>('[type=checkbox]')!.click()
  root.querySelector<HTMLInputElement>('[value=right]')!.click()
  root.querySelector('select')!.value = 'dr'
  const enterAgain = keepInput(root)
  const isDone = new Promise<void>((resolve) => {
    onHydrated(() => {
      act(enterAgain)
      resolve()
    })
  })
  await act(async () => hydrateRoot(root, <Choices />))
  await isDone
  expect(root.querySelector('output')!.textContent).toBe('true right dr')
  expect(checked()).toEqual([true, false, true])
  expect(root.querySelector('select')!.value).toBe('dr')
})

it('shows the state of a draft that the server does not know', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const Form = ({ draft }: { readonly draft: boolean }) => {
    const [news, setNews] = useState(draft)
    return (
      <HydratedScreen>
        <input type="checkbox" checked={news} onChange={({ target }) => setNews(target.checked)} />
        <output>{String(news)}</output>
      </HydratedScreen>
    )
  }
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(<Form draft={false} />).replace('false', 'true')
  const enterAgain = keepInput(root)
  const isDone = new Promise<void>((resolve) => {
    onHydrated(() => {
      act(enterAgain)
      resolve()
    })
  })
  await act(async () => hydrateRoot(root, <Form draft />))
  await isDone
  expect(root.querySelector('input')!.checked).toBe(true)
  expect(root.querySelector('output')!.textContent).toBe('true')
  act(() => root.querySelector('input')!.click())
  expect(root.querySelector('output')!.textContent).toBe('false')
})

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <HydratedScreen>
      <button type="button" onClick={() => setCount(count + 1)}>
        <span>More</span>
      </button>
      <button type="button" onClick={() => setCount(count - 1)}>
        Less
      </button>
      <output>{count}</output>
    </HydratedScreen>
  )
}

it('presses the button again that was pressed last before hydration, once', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await vi.importActual('./early/keep-press.ts')
  const root = document.createElement('div')
  root.id = 'shop'
  root.setAttribute('data-rendered', '')
  document.body.append(root)
  root.innerHTML = renderToString(<Counter />)
  const [more, less] = [...root.querySelectorAll('button')]
  less!.click()
  more!.querySelector('span')!.click()
  expect(root.querySelectorAll('[data-pressed]')).toHaveLength(1)
  const enterAgain = keepInput(root)
  const isDone = new Promise<void>((resolve) => {
    onHydrated(() => {
      markHydrated(root)
      act(enterAgain)
      resolve()
    })
  })
  await act(async () => hydrateRoot(root, <Counter />))
  await isDone
  expect(root.querySelector('output')!.textContent).toBe('1')
  act(() => less!.click())
  expect(root.querySelector('output')!.textContent).toBe('0')
  expect(root.querySelectorAll('[data-pressed]')).toHaveLength(0)
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
