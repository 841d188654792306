import type { Page } from '@playwright/test'

/** Texts that are cut at their own edge or at that of their container. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clips = (element: Element): boolean => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const cut: string[] = []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim())
      if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const place = element.getBoundingClientRect()
      // Texts for screen readers only are a pixel wide.
      if (place.width < 3 || place.height < 3 || element.closest('[data-tour-skip]')) continue
      if (clips(element) && element.scrollWidth > element.clientWidth + 1) cut.push(element.innerText)
      for (let ancestor = element.parentElement; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
        // Scrollable content is not cut.
        if (/auto|scroll/.test(getComputedStyle(ancestor).overflowX)) break
        if (!clips(ancestor)) continue
        const edge = ancestor.getBoundingClientRect()
        if (edge.width < 3 || getComputedStyle(ancestor).position === 'fixed') break
        if (place.left < edge.left - 1 || place.right > edge.right + 1) cut.push(element.innerText)
        break
      }
    }
    return [...new Set(cut)]
  })

/** Visible text keys, which are shown where a text is missing. */
export const shownKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (document.body.innerText.match(/(?:^|\s)[a-z][a-zA-Z]+(?:[.:][a-zA-Z][\w-]*)+(?=\s|$)/g) ?? []).filter(
      (text) => !/@|\.(org|com|example|uk)/.test(text),
    ),
  )
