import type { SeatMapHandle } from '@playhouse/seatmap'

/**
 * The map with its overlays as PNG. WebGL clears a frame once it is shown, so the map draws one more, which is copied before
 * that frame ends.
 */
export function takeScreenshot(stage: Element, map: SeatMapHandle | null): Promise<Blob | undefined> {
  const framing = map?.framing()
  if (!map || !framing) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    map.setFraming(framing)
    requestAnimationFrame(() => {
      const canvases = [...stage.querySelectorAll('canvas')].filter((canvas) => !canvas.hidden && canvas.width > 0)
      const [first] = canvases
      const output = document.createElement('canvas')
      const context = output.getContext('2d')
      if (!first || !context) return resolve(undefined)
      // The map's canvas may be larger than its host; the screenshot is not.
      const { clientWidth, clientHeight } = first.parentElement ?? first
      const pixelRatio = first.width / first.offsetWidth
      ;[output.width, output.height] = [Math.round(clientWidth * pixelRatio), Math.round(clientHeight * pixelRatio)]
      for (const canvas of canvases) context.drawImage(canvas, 0, 0, canvas.offsetWidth * pixelRatio, canvas.offsetHeight * pixelRatio)
      output.toBlob((picture) => resolve(picture ?? undefined), 'image/png')
    })
  })
}
