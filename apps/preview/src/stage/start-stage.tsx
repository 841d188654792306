import './stage.css'
import type { PlanData } from '@playhouse/domain/plan'
import { createRoot } from 'react-dom/client'
import { StrictMode } from 'react'
import { setOffline, emulateMedia, type EmulatedMedia, disableWebgl } from '#media'
import { readLink, type Setting } from '#setting'
import { watchAnnouncements } from '#voice'
import { type Channel, connectToWorkbench, type StageCommand, type StageEvent } from '#channel'
import { installMockApi } from './mock-api.ts'
import { countFrames } from './frames.ts'
import { type StageState, type StageStateSource, StageRoot } from './StageRoot.tsx'
import { createBrandStyles } from './brand-styles.ts'

/**
 * Starts the page inside the frame, or alone on a designer's phone. It first emulates device features, which cannot change
 * under a running shop, then shows the setting of the address until the workbench sends another.
 */
export function startStage(place: HTMLElement): void {
  document.documentElement.classList.add('stage')
  const { setting } = readLink(location.hash)
  const media = emulatedMediaOf(setting)
  emulateMedia(media)
  if (setting.situation === 'no-webgl') disableWebgl()
  if (setting.situation === 'offline') setOffline()

  const channel = connectToWorkbench()
  const stateSource = createStateSource({ setting, data: undefined })
  const root = createRoot(place)
  const parts = { frames: countFrames(), mockApi: installMockApi(), brandStyles: createBrandStyles(document, media) }
  const renderStage = (): void =>
    root.render(
      <StrictMode>
        <StageRoot stateSource={stateSource} channel={channel} {...parts} />
      </StrictMode>,
    )
  watchAnnouncements(document, (utterance) => channel.send({ kind: 'heard', ...utterance }))
  addEventListener('keydown', (event) => {
    if (event.altKey) channel.send({ kind: 'key', code: event.code })
  })
  addEventListener('error', ({ message }) => channel.send({ kind: 'failed', reason: message }))
  if (parent === self) return renderStage()
  forwardDroppedFiles(channel)
  let isRendered = false
  let data: PlanData | undefined
  channel.listen((command) => {
    // The hall is applied with the setting that follows it.
    if (command.kind === 'plan') data = command.plan
    if (command.kind !== 'show') return
    stateSource.put({ setting: command.setting, data })
    if (!isRendered) renderStage()
    isRendered = true
  })
  channel.send({ kind: 'ready' })
}

const emulatedMediaOf = ({ palette, still }: Setting): EmulatedMedia => ({
  ...(palette === 'forced' && { 'forced-colors': 'active' }),
  ...(still && { 'prefers-reduced-motion': 'reduce' }),
})

/** Forwards dropped files, which would otherwise replace this page. */
function forwardDroppedFiles(channel: Channel<StageEvent, StageCommand>): void {
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) channel.send({ kind: 'dropped', file })
  })
}

function createStateSource(first: StageState): StageStateSource & { readonly put: (show: StageState) => void } {
  let show = first
  const listeners = new Set<() => void>()
  return {
    now: () => show,
    put: (next) => {
      show = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
