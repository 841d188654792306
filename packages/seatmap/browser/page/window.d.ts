import type { Theatre } from './main.tsx'

declare global {
  const theatre: Theatre
  /** Whether the page was built with the libraries for scenes. */
  const hasScenes: boolean
}
