// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { createDetector, mayOpenCamera } from './card-detector.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'featurePolicy')
})

/** A BarcodeDetector that supports these formats. */
function nativeDetector(supported: readonly string[]) {
  const Native = Object.assign(vi.fn(), { getSupportedFormats: () => Promise.resolve(supported) })
  vi.stubGlobal('BarcodeDetector', Native)
  return Native
}

it('returns the detector of a browser that supports every code of a card', async () => {
  const Native = nativeDetector(['qr_code', 'code_128', 'code_39', 'ean_13'])
  await createDetector()
  expect(Native).toHaveBeenCalledExactlyOnceWith({ formats: ['qr_code', 'code_128', 'code_39'] })
})

it.each([
  ['one without barcodes', ['qr_code']],
  ['one without formats', []],
  ['none', undefined],
])('reads pictures by itself where the detector of the browser is: %s', async (_what, supported) => {
  const Native = supported && nativeDetector(supported)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  const detector = await createDetector()
  if (Native) expect(Native).not.toHaveBeenCalled()
  // The first frame of the camera has not arrived.
  expect(await detector.detect(document.createElement('video'))).toEqual([])
})

it('may open the camera unless the policy of the document denies it', () => {
  expect(mayOpenCamera()).toBe(true)
  for (const isAllowed of [true, false]) {
    Object.defineProperty(document, 'featurePolicy', { configurable: true, value: { allowsFeature: () => isAllowed } })
    expect(mayOpenCamera()).toBe(isAllowed)
  }
})
