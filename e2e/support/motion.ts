import type { Page } from '@playwright/test'

/** §9.20: elements that are animated or fade although the visitor prefers reduced motion. */
export const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, animationName, transitionDuration } = getComputedStyle(element)
      const seconds = `${animationName === 'none' ? '0s' : animationDuration},${transitionDuration}`.split(',').map(Number.parseFloat)
      return Math.max(...seconds) > 0.01 ? [`${element.tagName} ${element.className}: ${seconds.join(' ')}`] : []
    }),
  )
