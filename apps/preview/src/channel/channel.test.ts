// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectToStage, connectToWorkbench } from './channel.ts'

function openFrame(): Window {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  return frame.contentWindow!
}

const arrive = (from: { readonly source: Window | null; readonly origin: string }): boolean =>
  dispatchEvent(new MessageEvent('message', { ...from, data: { kind: 'ready' } }))

it('receives messages only from the other window, and only while it shows a page of this site', () => {
  const stage = openFrame()
  const listener = vi.fn()
  const stop = connectToStage(() => stage).listen(listener)
  arrive({ source: stage, origin: 'https://elsewhere.example' })
  arrive({ source: stage, origin: 'null' })
  arrive({ source: openFrame(), origin: location.origin })
  arrive({ source: null, origin: location.origin })
  expect(listener).not.toHaveBeenCalled()
  arrive({ source: stage, origin: location.origin })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ kind: 'ready' })
  stop()
  arrive({ source: stage, origin: location.origin })
  expect(listener).toHaveBeenCalledTimes(1)
})

it('addresses messages to this site only, so that a page of another site receives none', () => {
  const stage = openFrame()
  const postMessage = vi.spyOn(stage, 'postMessage').mockReturnValue(undefined)
  connectToStage(() => stage).send({ kind: 'measure' })
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'measure' }, location.origin)
})

it('receives nothing where the stage is alone in a tab', () => {
  const listener = vi.fn()
  onTestFinished(connectToWorkbench().listen(listener))
  arrive({ source: null, origin: location.origin })
  arrive({ source: self, origin: location.origin })
  expect(listener).not.toHaveBeenCalled()
})

it('receives messages from the other window on file: pages, which have no origin', () => {
  vi.stubGlobal('location', { protocol: 'file:', origin: 'file://' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const stage = openFrame()
  const postMessage = vi.spyOn(stage, 'postMessage').mockReturnValue(undefined)
  const listener = vi.fn()
  const channel = connectToStage(() => stage)
  onTestFinished(channel.listen(listener))
  channel.send({ kind: 'measure' })
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'measure' }, '*')
  arrive({ source: openFrame(), origin: 'null' })
  arrive({ source: stage, origin: 'https://elsewhere.example' })
  expect(listener).not.toHaveBeenCalled()
  arrive({ source: stage, origin: 'null' })
  expect(listener).toHaveBeenCalledTimes(1)
})
