import type { Page } from '@playwright/test'

/** @returns names of elements whose description repeats a part of their name, which a screen reader would announce twice */
export async function repeatedPhrases(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, name, description }) => {
    const [label, repeated] = [String(name?.value ?? ''), String(description?.value ?? '')]
    return !ignored && repeated !== '' && label.includes(repeated) ? [label] : []
  })
}

/** @returns rows of the seat list that repeat a phrase, with the phrase */
export const repeatedInRows = (page: Page): Promise<string[]> =>
  page.locator('tr[data-held]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const phrases = [...row.querySelectorAll<HTMLElement>('th, td')]
        .flatMap(({ innerText }) => innerText.split(/[.,·\n]/))
        .map((phrase) => phrase.trim().toLowerCase())
        .filter((phrase) => /\p{L}{3}/u.test(phrase))
      return phrases
        .filter((phrase, nth) => phrases.indexOf(phrase) !== nth)
        .map((phrase) => `${phrase}: ${(row as HTMLElement).innerText}`)
    }),
  )
