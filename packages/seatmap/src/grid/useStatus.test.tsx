// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStatus } from './useStatus.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const wait = (time: number): void => act(() => void vi.advanceTimersByTime(time))

function start() {
  const { result } = renderHook(() => useStatus())
  return { text: () => result.current[0], say: result.current[1] }
}

test('sentences that arrive close together are announced as one, in order, each once', () => {
  const { text, say } = start()
  for (const sentence of ['C3 selected.', 'C4 selected.', 'C3 selected.']) say(sentence)
  wait(299)
  expect(text()).toBe('')
  wait(1)
  expect(text()).toBe('C3 selected. C4 selected.')
})

test('a later sentence about the same subject replaces an earlier one', () => {
  const { text, say } = start()
  say('2 taken seats passed', 'passed')
  say('C4 selected.')
  say('1 taken seat passed', 'passed')
  wait(300)
  expect(text()).toBe('C4 selected. 1 taken seat passed')
})

test('an outdated sentence is not announced; a repeated one is announced again', () => {
  const { text, say } = start()
  say(() => undefined)
  wait(300)
  expect(text()).toBe('')
  say('Gone.')
  wait(300)
  say('Gone.')
  wait(300)
  expect(text()).toBe('Gone.\u00a0')
})

test('sentences are announced even if they never pause', () => {
  const { text, say } = start()
  for (let nth = 1; nth <= 8; nth++) {
    say(`C${nth} taken.`)
    wait(200)
  }
  expect(text()).toContain('C1 taken. C2 taken.')
})
