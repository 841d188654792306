// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@playhouse/domain/problem'
import { closeScreen, openScreen } from '#testing'
import { MutationOutcome } from './MutationOutcome.tsx'
import type { ApiMutation } from './useApiMutation.ts'

afterEach(closeScreen)

const none: ApiMutation = {
  ...{ isPending: false, problem: undefined, message: undefined },
  ...{ send: () => Promise.reject(new Error('sends nothing')), dismiss: () => {} },
}

it.each([
  ['a message', { message: 'It is saved.' }, 'It is saved.'],
  ['a problem', { problem: problem('service-unavailable') }, /./],
] as const)('scrolls %s into the window, which a long form may have left', async (_what, outcome, text) => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const element = <MutationOutcome mutation={{ ...none, ...outcome }} />
  await openScreen({ at: '/', routes: [{ path: '/', element }] })
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' }))
  expect((scrolled.mock.contexts[0] as Element).textContent).toMatch(text)
})

it('scrolls nothing without an outcome', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const element = (
    <>
      <p>Form</p>
      <MutationOutcome mutation={none} />
    </>
  )
  await openScreen({ at: '/', routes: [{ path: '/', element }] })
  await screen.findByText('Form')
  expect(scrolled).not.toHaveBeenCalled()
})
