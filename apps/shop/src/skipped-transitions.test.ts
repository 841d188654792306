// @vitest-environment jsdom
import { beforeAll, expect, it } from 'vitest'
import { ignoreSkippedTransitions } from './skipped-transitions.ts'

beforeAll(ignoreSkippedTransitions)

const isReported = (reason: unknown): boolean =>
  dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }))

it.each([
  new DOMException('Transition was skipped', 'AbortError'),
  new DOMException('Transition was aborted because of timeout in DOM update', 'TimeoutError'),
])('does not report a page transition that was skipped: %s', (reason) => expect(isReported(reason)).toBe(false))

it.each([new DOMException('The user aborted a request', 'AbortError'), new Error('Transition was skipped'), undefined])(
  'still reports %s',
  (reason) => expect(isReported(reason)).toBe(true),
)
