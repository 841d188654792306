import type { Theatre } from './main.tsx'

declare global {
  const theatre: Theatre
}
