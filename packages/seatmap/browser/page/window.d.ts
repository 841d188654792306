import type { Theatre } from './main.tsx'

declare global {
  const theatre: Theatre
  /** Whether the page was built with what scenes are made of. */
  const hasScenes: boolean
}
