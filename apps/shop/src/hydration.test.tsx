// @vitest-environment jsdom
import { act, type ReactElement, useState } from 'react'
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
  const [counts, setCounts] = useState([0])
  // Like a screen that computes the next value from the one that it shows.
  const change = (by: number) => () => setCounts([...counts, counts.at(-1)! + by])
  return (
    <HydratedScreen>
      <button type="button" onClick={change(1)}>
        <span>More</span>
      </button>
      <button type="button" onClick={change(-1)}>
        Less
      </button>
      <output>{counts.join(' ')}</output>
    </HydratedScreen>
  )
}

/** Renders a screen on the server, presses its buttons before hydration, and hydrates it. */
async function hydratePressed(element: ReactElement, press: (root: HTMLElement) => void): Promise<HTMLElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await vi.importActual('./early/keep-press.ts')
  const root = document.createElement('div')
  root.id = 'shop'
  root.setAttribute('data-rendered', '')
  document.body.replaceChildren(root)
  root.innerHTML = renderToString(element)
  press(root)
  const enterAgain = keepInput(root)
  const { promise, resolve } = Promise.withResolvers<void>()
  onHydrated(() => {
    markHydrated(root)
    act(enterAgain)
    resolve()
  })
  await act(async () => hydrateRoot(root, element))
  await promise
  return root
}

it('makes all presses again that were made before hydration, in their order, each once', async () => {
  const root = await hydratePressed(<Counter />, (rendered) => {
    const [more, less] = [...rendered.querySelectorAll('button')]
    more!.querySelector('span')!.click()
    more!.click()
    less!.click()
    more!.click()
    expect(rendered.querySelectorAll('[data-pressed]')).toHaveLength(2)
  })
  const output = root.querySelector('output')!
  await vi.waitFor(() => expect(output.textContent).toBe('0 1 2 1 2'))
  act(() => root.querySelectorAll('button')[1]!.click())
  expect(output.textContent).toBe('0 1 2 1 2 1')
  expect(root.querySelectorAll('[data-pressed]')).toHaveLength(0)
})

it('makes a press whole that began before hydration and ends after it, once', async () => {
  const details: number[] = []
  // React Aria takes a click with detail 0 for a whole press, and ignores another one whose beginning it has not seen.
  const Menu = () => (
    <HydratedScreen>
      <button type="button" onClick={({ detail }) => details.push(detail)}>
        Menu
      </button>
    </HydratedScreen>
  )
  const begin = (button: HTMLElement) => button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  const end = (button: HTMLElement) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  const root = await hydratePressed(<Menu />, (rendered) => begin(rendered.querySelector('button')!))
  const button = root.querySelector('button')!
  end(button)
  expect(details).toEqual([0])
  begin(button)
  end(button)
  expect(details).toEqual([0, 1])
})

it('submits a form once after the presses before it, however often its button was pressed before hydration', async () => {
  const submitted = vi.fn<(quantity: number) => void>()
  const Order = () => {
    const [quantity, setQuantity] = useState(0)
    return (
      <HydratedScreen>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submitted(quantity)
          }}
        >
          <button type="button" onClick={() => setQuantity(quantity + 1)}>
            +
          </button>
          <button type="submit">Add</button>
        </form>
      </HydratedScreen>
    )
  }
  await hydratePressed(<Order />, (rendered) => {
    const [more, add] = [...rendered.querySelectorAll('button')]
    for (const button of [add, more, more, add, add]) button!.click()
  })
  await vi.waitFor(() => expect(submitted).toHaveBeenCalled())
  expect(submitted.mock.calls).toEqual([[2]])
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
