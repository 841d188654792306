/** The display of seats: on the map, or in a list with the same seats and prices. */
export type SeatDisplay = 'map' | 'list'

/** Key of the saved choice in the local storage. */
export const seatDisplayKey = 'seats-as'

/** Returns the choice saved on this device; null without one, or where storage is disabled. */
export function readSeatDisplay(): string | null {
  try {
    return localStorage.getItem(seatDisplayKey)
  } catch {
    return null
  }
}

/**
 * Whether the map can be drawn: not with forced colours, nor without WebGL.
 * @param hasContext creates a context of WebGL; returns whether that succeeded
 */
export function suitsMap(hasContext: () => boolean = hasWebgl): boolean {
  if (matchMedia('(forced-colors: active)').matches) return false
  const { dataset } = document.documentElement
  // Noted in the document, because the early script and the shop share no module, and creating a context takes long.
  dataset['webgl'] ??= String(hasContext())
  return dataset['webgl'] === 'true'
}

function hasWebgl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** The URL decides (`?list`, `?map`), then the saved choice, then the device's capability. */
export function chooseSeatDisplay(search: URLSearchParams, savedDisplay: string | null, mapSuits: () => boolean): SeatDisplay {
  if (search.has('list')) return 'list'
  if (search.has('map')) return 'map'
  if (savedDisplay === 'list' || savedDisplay === 'map') return savedDisplay
  return mapSuits() ? 'map' : 'list'
}
