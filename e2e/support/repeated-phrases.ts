import type { Page } from '@playwright/test'

/** What a reader says twice: things whose description is in their name already. @returns their names */
export async function repeatedPhrases(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, name, description }) => {
    const [called, described] = [String(name?.value ?? ''), String(description?.value ?? '')]
    return !ignored && described !== '' && called.includes(described) ? [called] : []
  })
}

/** Lines of the seat list that say a phrase in two cells, or twice in one. @returns the phrase and its line */
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
