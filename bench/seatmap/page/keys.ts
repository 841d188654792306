import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { money } from '@playhouse/domain/money'
import { bands } from '@playhouse/domain/pricing'
import { noFilters, SeatMap } from '@playhouse/seatmap'
import { createSeatStore } from '@playhouse/seatmap/store'
import { englishWords } from '@playhouse/seatmap/words'
import { drain } from './clock.ts'
import { buildHall } from './hall.ts'

// An arrow key in one block of 2,500 seats: through React as in the shop, compared with as many plain HTML checkboxes.

const [rows, columns] = [50, 50]
const host = document.querySelector<HTMLElement>('#host')!
const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

async function openMap(): Promise<HTMLElement> {
  const { plan, bandOf } = buildHall(rows * columns, rows, columns)
  const store = createSeatStore(plan)
  store.load(new Uint8Array(plan.seatCount), 1)
  const offers = {
    bandOf,
    bands: new Map(
      bands.map((band, at) => [band, { letter: 'QPABCDEFS'[at]!, priceFrom: money((10 - at) * 1_000), price: `£${(10 - at) * 10}` }]),
    ),
  }
  const words = englishWords(plan, offers, pounds)
  await new Promise<void>((ready) => {
    const map = { plan, store, offers, words, selection: [], filters: noFilters, onToggle: () => {}, onReady: () => ready() }
    createRoot(host).render(createElement(SeatMap, map))
  })
  return host.querySelector<HTMLElement>('[role=grid]')!
}

/** The baseline: every seat is in the document, and focus moves to the next. */
async function openPlain(): Promise<HTMLElement> {
  const { plan } = buildHall(rows * columns, rows, columns)
  const seats = Array.from({ length: plan.seatCount }, (_, seat) => {
    const box = document.createElement('button')
    box.setAttribute('role', 'checkbox')
    box.setAttribute('aria-label', `Row ${plan.rowOf[seat]! + 1}, seat ${(seat % columns) + 1}`)
    box.tabIndex = seat === 0 ? 0 : -1
    Object.assign(box.style, {
      position: 'absolute',
      left: `${(seat % columns) * 25}px`,
      top: `${Math.floor(seat / columns) * 16}px`,
      width: '14px',
      height: '14px',
    })
    return box
  })
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  host.append(...seats)
  host.addEventListener('keydown', ({ key }) =>
    seats[seats.indexOf(document.activeElement as HTMLButtonElement) + (steps[key] ?? 0)]?.focus(),
  )
  return host
}

const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()))
const channel = new MessageChannel()
channel.port1.start()
/** Lets other tasks run. Waiting for a frame instead would count a frame that the measured code does not need. */
const turn = (): Promise<void> =>
  new Promise((done) => {
    channel.port1.addEventListener('message', () => done(), { once: true })
    channel.port2.postMessage(undefined)
  })
const bench = {
  async open(): Promise<void> {
    const grid = await (new URLSearchParams(location.search).get('plain') === null ? openMap() : openPlain())
    for (let first: HTMLElement | null = null; !first; await frame()) {
      first = grid.querySelector<HTMLElement>('[role=checkbox][tabindex="0"]')
      first?.focus()
    }
    await drain()
  },
  /**
   * Presses an arrow key a number of times. Returns the milliseconds of each until the next seat has the focus, and until
   * its picture is drawn.
   */
  async walk(key: string, times: number): Promise<{ focusTimes: number[]; drawTimes: number[] }> {
    const [focusTimes, drawTimes]: [number[], number[]] = [[], []]
    for (let press = 0; press < times; press++) {
      const from = document.activeElement!
      await drain()
      const start = performance.now()
      from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      while (document.activeElement === from || !document.activeElement?.ariaLabel) {
        if (performance.now() - start > 2_000) throw new Error(`${key} leads nowhere from ${from.ariaLabel}`)
        await turn()
      }
      focusTimes.push(performance.now() - start)
      await drain()
      drawTimes.push(performance.now() - start)
    }
    return { focusTimes, drawTimes }
  },
}

export type KeyBench = typeof bench
Object.assign(window, { keyBench: bench })
