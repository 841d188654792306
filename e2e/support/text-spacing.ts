import type { Page } from '@playwright/test'

/** WCAG 1.4.12: elements whose text is cut with wide text spacing, by the start of their text. */
export const cutByTextSpacing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
    const cut = [...document.querySelectorAll<HTMLElement>('main :is(a, button, p, h1, h2, h3, li, dd, dt, label, legend)')].filter(
      (element) =>
        getComputedStyle(element).overflow === 'hidden' && element.clientHeight > 1 && element.scrollHeight > element.clientHeight + 1,
    )
    document.adoptedStyleSheets = []
    return cut.map((element) => element.textContent.slice(0, 40))
  })
