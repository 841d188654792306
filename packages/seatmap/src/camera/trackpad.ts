/** Safari's gesture events for two fingers on a trackpad; other browsers send a pinch as a wheel event with Ctrl. */
type PinchEvent = Event & { readonly scale: number; readonly clientX: number; readonly clientY: number }

type Zoom = {
  readonly scale: () => number
  readonly zoomTo: (x: number, y: number, scale: number) => void
}

/**
 * Makes Safari's pinch on a trackpad zoom the map instead of the page. On a touch screen the touch events do the same.
 * Returns a function that stops it.
 */
export function listenToTrackpad(element: HTMLElement, { scale, zoomTo }: Zoom): () => void {
  if (navigator.maxTouchPoints > 0) return () => {}
  const stop = new AbortController()
  const listen = (type: string, handler: (event: PinchEvent) => void): void =>
    element.addEventListener(type, (event) => (event.preventDefault(), handler(event as PinchEvent)), {
      signal: stop.signal,
      passive: false,
    })
  let before = 1
  listen('gesturestart', () => void (before = scale()))
  listen('gesturechange', (event) => {
    const { left, top } = element.getBoundingClientRect()
    zoomTo(event.clientX - left, event.clientY - top, before * event.scale)
  })
  listen('gestureend', () => {})
  return () => stop.abort()
}
