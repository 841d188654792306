import { vi } from 'vitest'

/** Sets whether the screen is narrow; jsdom has no media queries. */
export const setNarrowScreen = (isNarrow: boolean): void =>
  void vi.stubGlobal('matchMedia', () => ({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
