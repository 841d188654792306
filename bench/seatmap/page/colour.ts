/** One colour a band, turned round by each recolouring; and the rest of the palette. */
export const bandColours = ['#f2c14e', '#f2a65a', '#e8837b', '#d98cc4', '#9a9af0', '#5fb2e6', '#5cc9a7', '#a6c95c', '#c9c2b8'] as const
export const ground = '#15120f'
export const takenColour = '#6f675f'

export const colourOf = (band: number, turn: number): string => bandColours[(band + turn) % bandColours.length]!
export const rgb = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]
