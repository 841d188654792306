// @vitest-environment jsdom
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScroll } from './use-scroll.ts'

const scrolled = vi.fn<(x: number, y: number) => void>()
const sought = vi.fn<() => void>()
beforeEach(() => {
  vi.stubGlobal('scrollTo', scrolled)
  vi.stubGlobal('scrollY', 0)
  Element.prototype.scrollIntoView = sought
})
let root: Root
let back: (steps: number) => Promise<void>
const close = () => act(() => root.unmount())
afterEach(() => {
  close()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function Page() {
  useScroll()
  return <h2 id="dates">Dates</h2>
}

function open(at: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [at] })
  root = createRoot(document.body)
  act(() =>
    root.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
  back = (steps) => act(() => router.navigate(steps))
  return (to: string, options?: object) => act(() => router.navigate(to, options))
}

it('leaves the first page where its visitor has scrolled to, and begins later pages at their top', async () => {
  const go = open('/events/hamlet')
  expect(scrolled).not.toHaveBeenCalled()
  await go('/events/macbeth')
  expect(scrolled).toHaveBeenLastCalledWith(0, 0)
  await go('/events/hamlet')
  expect(scrolled).toHaveBeenCalledTimes(2)
  await go('/events/hamlet?visit')
  await go('/events/tempest', { state: { keepScroll: true } })
  expect(scrolled).toHaveBeenCalledTimes(2)
})

it('goes to the anchor of the first page, unless its visitor has scrolled', async () => {
  open('/events/hamlet#dates')
  expect(sought).toHaveBeenCalled()
  close()
  sought.mockClear()
  vi.stubGlobal('scrollY', 400)
  const go = open('/events/hamlet#dates')
  expect(sought).not.toHaveBeenCalled()
  await go('/events/macbeth#dates')
  expect(sought).toHaveBeenCalledTimes(1)
})

it('returns to where an earlier page was left, once that page is long enough, until its visitor scrolls', async () => {
  vi.useFakeTimers()
  try {
    const go = open('/productions')
    vi.stubGlobal('scrollY', 640)
    dispatchEvent(new Event('scroll'))
    await go('/productions/hamlet')
    expect(scrolled).toHaveBeenLastCalledWith(0, 0)
    // The page that comes is still short: the browser has scrolled to its end.
    vi.stubGlobal('scrollY', 100)
    await go('/productions/macbeth')
    await back(-2)
    expect(scrolled).toHaveBeenLastCalledWith(0, 640)
    const attempts = (): number => scrolled.mock.calls.filter(([, y]) => y === 640).length
    vi.advanceTimersByTime(100)
    expect(attempts()).toBe(3)
    dispatchEvent(new Event('wheel'))
    vi.advanceTimersByTime(1_000)
    expect(attempts()).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
