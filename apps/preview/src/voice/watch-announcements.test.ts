// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchAnnouncements, type Announcement } from './watch-announcements.ts'

let announcements: Announcement[]
let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <div role="grid" aria-label="Stalls seats">
      <button role="checkbox" aria-checked="false" aria-label="Row C seat 14, £45.00" aria-describedby="more"></button>
      <p id="more">aisle</p>
    </div>
    <p role="status"></p>
    <div role="alert"></div>`
  announcements = []
  stop = watchAnnouncements(document, (utterance) => announcements.push(utterance))
})
afterEach(() => stop())

test('reports name, role, state and description of the focused element', () => {
  document.querySelector('button')!.focus()
  expect(announcements).toEqual([{ by: 'focus', text: 'Row C seat 14, £45.00 · checkbox · not checked · aisle' }])
})

test('reports live messages, marks alerts, and ignores removed text', async () => {
  document.querySelector('p[role]')!.textContent = '4 taken seats passed\u00A0'
  await vi.waitFor(() => expect(announcements).toEqual([{ by: 'status', text: '4 taken seats passed' }]), 10_000)
  document.querySelector('[role=alert]')!.textContent = 'Gone'
  await vi.waitFor(() => expect(announcements.at(-1)).toEqual({ by: 'alert', text: 'Gone' }), 10_000)
  document.querySelector('[role=alert]')!.textContent = ''
  await Promise.resolve()
  expect(announcements).toHaveLength(2)
})

test('is quiet once stopped', () => {
  stop()
  document.querySelector('button')!.focus()
  expect(announcements).toEqual([])
})
