import { plainPalette, type SeatPalette } from '#look'

const light: SeatPalette = {
  house: '#f4efe7',
  houseRaised: '#ffffff',
  houseInk: '#1d1a16',
  houseSoft: '#5d554b',
  houseLine: '#c9bfb1',
  stage: '#7a5a1e',
  stageInk: '#ffffff',
  taken: '#a79d90',
  selected: '#15120f',
  focus: '#0b63c5',
  bands: {
    'premium-2': '#8a5a00',
    premium: '#a8481b',
    a: '#b3262e',
    b: '#8c2f7a',
    c: '#4b3fa8',
    d: '#14609c',
    e: '#0d6b52',
    f: '#4d6b12',
    standing: '#5a5349',
  },
}

export const palettes = { dark: plainPalette, light } as const
