import type { Size } from '#camera'

export const sizeOf = (host: HTMLElement): Size => ({ width: Math.max(1, host.clientWidth), height: Math.max(1, host.clientHeight) })

/** Calls back on a new size of the element or a new pixel density of its screen. Returns the function that stops it. */
export function watchSizes(host: HTMLElement, onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange)
  observer.observe(host)
  let density: MediaQueryList | undefined
  const watchDensity = (): void => {
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    density.addEventListener('change', densityChanged, { once: true })
  }
  const densityChanged = (): void => {
    onChange()
    watchDensity()
  }
  watchDensity()
  return () => {
    observer.disconnect()
    density?.removeEventListener('change', densityChanged)
  }
}
