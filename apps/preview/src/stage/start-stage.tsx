import './stage.css'
import type { PlanData } from '@playhouse/domain/plan'
import { createRoot } from 'react-dom/client'
import { StrictMode } from 'react'
import { goOffline, pretend, type Pretence, refuseWebgl } from '#media'
import { readLink, type Setting } from '#setting'
import { listenForVoice } from '#voice'
import { type Line, lineToWorkbench, type Order, type Report } from '#channel'
import { answerCalls } from './mock-api.ts'
import { countFrames } from './frames.ts'
import { type Show, type ShowBoard, StageRoot } from './StageRoot.tsx'
import { openWardrobe } from './brand-styles.ts'

/**
 * The page inside the frame, or alone on a designer's own phone. First it takes or gives what this page is to believe of
 * its device, for that can't change under a running shop; then it shows what the address says until it is told otherwise.
 */
export function startStage(place: HTMLElement): void {
  document.documentElement.classList.add('stage')
  const { setting } = readLink(location.hash)
  const pretence = pretenceOf(setting)
  pretend(pretence)
  if (setting.situation === 'no-webgl') refuseWebgl()
  if (setting.situation === 'offline') goOffline()

  const line = lineToWorkbench()
  const shows = createShowBoard({ setting, data: undefined })
  const root = createRoot(place)
  const parts = { frames: countFrames(), board: answerCalls(), wardrobe: openWardrobe(document, pretence) }
  const raise = (): void =>
    root.render(
      <StrictMode>
        <StageRoot shows={shows} line={line} {...parts} />
      </StrictMode>,
    )
  listenForVoice(document, (utterance) => line.send({ kind: 'heard', ...utterance }))
  addEventListener('keydown', (event) => {
    if (event.altKey) line.send({ kind: 'key', code: event.code })
  })
  addEventListener('error', ({ message }) => line.send({ kind: 'failed', reason: message }))
  if (parent === self) return raise()
  passFilesOn(line)
  let isRaised = false
  let data: PlanData | undefined
  line.listen((order) => {
    // The hall waits for the setting that belongs to it.
    if (order.kind === 'plan') data = order.plan
    if (order.kind !== 'show') return
    shows.put({ setting: order.setting, data })
    if (!isRaised) raise()
    isRaised = true
  })
  line.send({ kind: 'ready' })
}

const pretenceOf = ({ palette, still }: Setting): Pretence => ({
  ...(palette === 'forced' && { 'forced-colors': 'active' }),
  ...(still && { 'prefers-reduced-motion': 'reduce' }),
})

/** Hands on what is dropped here, which would else take the place of this page. */
function passFilesOn(line: Line<Report, Order>): void {
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) line.send({ kind: 'dropped', file })
  })
}

function createShowBoard(first: Show): ShowBoard & { readonly put: (show: Show) => void } {
  let show = first
  const listeners = new Set<() => void>()
  return {
    now: () => show,
    put: (next) => {
      show = next
      for (const changed of listeners) changed()
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}
