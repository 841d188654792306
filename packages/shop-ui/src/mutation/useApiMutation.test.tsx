// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type ApiProblem, basketQuery, queryClient, sessionQuery } from '#server-state'
import { aBasket, aSession, openScreen, fakeServer, closeScreen } from '#testing'
import { useApiMutation } from './useApiMutation.ts'

afterEach(closeScreen)

type Reply = Result<number, ApiProblem>

/** A screen with one change, and a server with the given replies. */
async function open(replies: (() => Reply | Promise<Reply>)[], options?: Parameters<typeof useApiMutation>[0]) {
  const stored = vi.fn<(value: number) => void>()
  const results: Reply[] = []
  function Screen() {
    const mutation = useApiMutation(options)
    const heading = useRef<HTMLHeadingElement>(null)
    const change = async (): Promise<void> => {
      const call = async () => replies.shift()!()
      results.push(await mutation.send(call, { onSuccess: stored, message: (seats) => `${seats} seats held`, focus: heading }))
    }
    return (
      <>
        <h1 ref={heading} tabIndex={-1}>
          Seats
        </h1>
        <p data-testid="state">{mutation.isPending ? 'pending' : (mutation.problem?.code ?? mutation.message ?? 'nothing')}</p>
        <button type="button" onClick={() => void change()}>
          change
        </button>
        <button type="button" onClick={mutation.dismiss}>
          dismiss
        </button>
      </>
    )
  }
  const { address } = await openScreen({ at: '/', routes: [{ path: '/', element: <Screen /> }] })
  return { stored, results, address }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const state = () => screen.getByTestId('state').textContent

it('stores the reply of an accepted change, shows and announces the message, and moves the focus', async () => {
  const { stored, results } = await open([() => ok(2)])
  press('change')
  await waitFor(() => expect(state()).toBe('2 seats held'))
  expect(stored.mock.calls).toEqual([[2]])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Seats' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 seats held'))
  expect(results).toEqual([ok(2)])
})

it('shows the problem of a refused change, stores nothing, and leaves the focus', async () => {
  const { stored, results } = await open([() => fail(problem('seats-taken', { seats: ['F12'], instead: null }))])
  screen.getByRole('button', { name: 'change' }).focus()
  press('change')
  await waitFor(() => expect(state()).toBe('seats-taken'))
  expect(stored).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'change' }))
  expect(results.map(({ ok: isOk }) => isOk)).toEqual([false])
  press('dismiss')
  await waitFor(() => expect(state()).toBe('nothing'))
})

it('clears the last problem while the next change is pending', async () => {
  const second = Promise.withResolvers<Reply>()
  await open([() => fail(problem('basket-expired')), () => second.promise])
  press('change')
  await waitFor(() => expect(state()).toBe('basket-expired'))
  press('change')
  await waitFor(() => expect(state()).toBe('pending'))
  second.resolve(ok(1))
  await waitFor(() => expect(state()).toBe('1 seats held'))
})

it('sends a change without a network connection instead of waiting for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  try {
    await open([() => fail(problem('service-unavailable'))])
    press('change')
    await waitFor(() => expect(state()).toBe('service-unavailable'))
  } finally {
    vi.restoreAllMocks()
    window.dispatchEvent(new Event('online'))
  }
})

it('loads the session again after a change that needs a customer who is signed out by now', async () => {
  const calls = fakeServer({ basket: { read: () => aBasket() }, site: { session: () => aSession(null, aBasket()) } })
  await open([() => fail(problem('login-required'))])
  await Promise.all([queryClient.fetchQuery(basketQuery), queryClient.fetchQuery(sessionQuery)])
  calls.length = 0
  press('change')
  await waitFor(() => expect(state()).toBe('login-required'))
  for (const query of [basketQuery, sessionQuery])
    await waitFor(() => expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true))
})

it('hands the problem to the screen that asked for it', async () => {
  const onProblem = vi.fn<(problem: ApiProblem) => void>()
  await open([() => fail(problem('price-changed'))], { onProblem })
  press('change')
  await waitFor(() => expect(onProblem).toHaveBeenCalledWith(problem('price-changed')))
})
