import type { Page } from '@playwright/test'

/** What a reader says twice: things whose description is in their name already. @returns their names */
export async function saidTwice(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, name, description }) => {
    const [called, described] = [String(name?.value ?? ''), String(description?.value ?? '')]
    return !ignored && described !== '' && called.includes(described) ? [called] : []
  })
}
