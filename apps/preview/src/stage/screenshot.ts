import type { SeatMapHandle } from '@playhouse/seatmap'

/**
 * The map as it is drawn now with what lies over it, as PNG. WebGL forgets a frame once it is shown, so the map draws one
 * more and is copied before that frame ends.
 */
export function takePicture(stage: Element, map: SeatMapHandle | null): Promise<Blob | undefined> {
  const framing = map?.framing()
  if (!map || !framing) return Promise.resolve(undefined)
  return new Promise((taken) => {
    map.setFraming(framing)
    requestAnimationFrame(() => {
      const drawn = [...stage.querySelectorAll('canvas')].filter((canvas) => !canvas.hidden && canvas.width > 0)
      const [first] = drawn
      const paper = document.createElement('canvas')
      const pencil = paper.getContext('2d')
      if (!first || !pencil) return taken(undefined)
      // The map's own canvas may reach beyond its host; the picture doesn't.
      const { clientWidth, clientHeight } = first.parentElement ?? first
      const grain = first.width / first.offsetWidth
      ;[paper.width, paper.height] = [Math.round(clientWidth * grain), Math.round(clientHeight * grain)]
      for (const canvas of drawn) pencil.drawImage(canvas, 0, 0, canvas.offsetWidth * grain, canvas.offsetHeight * grain)
      paper.toBlob((picture) => taken(picture ?? undefined), 'image/png')
    })
  })
}
