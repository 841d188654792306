import { usualWait } from '@playhouse/testing/time-limit'
import { expect, type Page } from '@playwright/test'
import type { Shop } from './server.ts'

type Letter = { id: string; to: string; subject: string }

/** Text of the newest mail to an address with a subject that matches; waits until the development mailbox has it. */
export async function readMail(page: Page, shop: Shop, to: string, subject: string | RegExp): Promise<string> {
  let newest: Letter | undefined
  await expect
    .poll(
      async () => {
        const letters: Letter[] = await (await page.request.get(`${shop.mailbox}/letters`)).json()
        newest = letters.find(
          (letter) => letter.to === to && (typeof subject === 'string' ? letter.subject === subject : subject.test(letter.subject)),
        )
        return newest
      },
      { message: `mail to ${to}: ${subject}`, timeout: usualWait },
    )
    .toBeDefined()
  const { text } = await (await page.request.get(`${shop.mailbox}/letters/${newest!.id}`)).json()
  return text
}
