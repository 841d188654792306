import { arriveAtProvider, evening, expectConfirmed, regular } from '../support/journey.ts'
import { readerOf } from '../support/reader.ts'
import { openList } from '../support/seat-screen.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

test.describe('§9.50 a screen reader speaks what matters', () => {
  let quick: Shop
  test.beforeAll(async () => {
    quick = await openShop(60, { HOLD_SECONDS: '30' })
  })
  test.afterAll(() => quick.stop())

  test('§9.50 selecting, the limit, the hold and its end', async ({ browser }) => {
    test.setTimeout(240_000)
    const page = await browser.newPage({ baseURL: quick.origin, locale: 'en-GB', reducedMotion: 'reduce' })
    const reader = await readerOf(page)
    await openList(page, await evening(page, 0, 'salt-water-choir'))
    await reader.start()
    await reader.tabTo(/^checkbox, Row .+ seat .+, £\d+\.\d\d.*, not checked/)
    await reader.act()
    await reader.hears(/^polite: Row .+ seat .+ selected\. 1 seat, £\d+\.\d\d\. Not held yet\.$/)
    await reader.act()
    await reader.hears(/^polite: Row .+ seat .+ cleared\. 0 seats, £0\.00\.$/)
    await reader.act()
    for (let seats = 2; seats <= 10; seats++) {
      await reader.tabTo(/^checkbox, Row .+ not checked/)
      await reader.act()
      if (seats <= 9) await reader.hears(new RegExp(`selected\\. ${seats} seats, £`))
    }
    await reader.hears(/^polite: You can choose up to 9 tickets online\. For more, contact group sales/)
    await reader.tabTo(/^button, Add 9 seats to basket/, 200)
    await reader.act()
    await reader.hears(/^polite: 9 seats held until \d+\.\d\d[ap]m/)
    await expect(page.getByRole('heading', { level: 1, name: 'Your basket' })).toBeVisible()
    await reader.hears(/Your basket has expired/, 90_000)
    await page.close()
  })
})

test('two seats are bought by what is heard alone, through the list', async ({ page }) => {
  test.setTimeout(240_000)
  const reader = await readerOf(page)
  await openList(page, await evening(page, 1, 'salt-water-choir'))
  await reader.start()
  for (let seats = 0; seats < 2; seats++) {
    await reader.tabTo(/^checkbox, Row .+ not checked/)
    await reader.act()
  }
  await reader.tabTo(/^button, To your seats/, 200)
  await reader.act()
  await reader.hears(/^button, Add 2 seats to basket/)
  await reader.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your basket' })).toBeFocused()
  await reader.tabTo(/^link, Continue/)
  await reader.act()
  await reader.hears(/^heading, Sign in or register/)
  await reader.tabTo(/^textbox, Email address/)
  await reader.type(regular.email)
  await reader.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await reader.type(regular.password)
  await reader.press('Enter')
  await reader.hears(/^heading, How would you like your tickets\?/)
  await reader.tabTo(/^button, Continue/)
  await reader.act()
  await reader.hears(/^heading, Check your order/)
  await reader.tabTo(/^checkbox, I accept the terms/)
  await reader.act()
  await reader.tabTo(/^button, Continue/)
  await reader.act()
  await reader.hears(/^heading, Who is paying\?/)
  await reader.tabTo(/^button, Continue/)
  await reader.act()
  await reader.hears(/^heading, Payment/)
  await reader.tabTo(/^button, Pay £/)
  await reader.act()
  await arriveAtProvider(page)
  await reader.start()
  // The sandbox has filled in its own card.
  await reader.tabTo(/^button, Pay £/)
  await reader.act()
  await expectConfirmed(page, 2)
})
