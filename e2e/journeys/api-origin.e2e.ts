import { expectConfirmed, goToProvider, knownCustomer, payByCard, signIn, walkToPayment } from '../support/journey.ts'
import { openShop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

// Browsers resolve these names to this machine, and regard both as one site.
const originOf = (name: string, port: number): string => `http://${name}.theatre.localhost:${port}`

test('a customer signs in, chooses seats on the map and pays, where the API has another origin than the pages @money', async ({
  browser,
}, info) => {
  test.slow()
  const nth = info.parallelIndex * 10 + 4
  const port = Number(process.env['E2E_PORT'] ?? 27_000) + nth
  const [pages, api] = [originOf('shop', port), originOf('api', port)]
  const shop = await openShop(nth, { PUBLIC_ORIGIN: pages, API_ORIGIN: api })
  const context = await browser.newContext({ baseURL: pages, locale: 'en-GB' })
  const page = await context.newPage()
  const calls: string[] = []
  const faults: string[] = []
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(new URL(request.url()).origin))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    const { instances } = (await (await fetch(`${shop.origin}/api/events/the-tempest`)).json()) as {
      instances: { id: string; availability: string; seatsLeft: number }[]
    }
    const free = instances.filter(({ availability }) => availability === 'get-tickets').sort((a, b) => b.seatsLeft - a.seatsLeft)
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto('/login')
    await signIn(page, knownCustomer)
    await expect(page).toHaveURL(/\/account\//)
    await page.goto(`/events/the-tempest/${free[0]!.id}/syos`)
    await expect(page.getByRole('grid').locator('[role=checkbox]').first()).toBeAttached()
    await page.goto(`/events/the-tempest/${free[0]!.id}/syos/all?list`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('The Tempest')
    const seat = page.getByRole('checkbox', { name: /^Row/, disabled: false }).first()
    await seat.press('Space')
    await expect(seat).toBeChecked()
    await page.getByRole('button', { name: /^Add .*to basket/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
    // A page that the server renders for anonymous visitors, with the basket of this one.
    await page.reload()
    await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await walkToPayment(page)
    await goToProvider(page)
    await payByCard(page)
    await expectConfirmed(page, 1)
    expect(page.url()).toContain(pages)
    const file = page.getByRole('link', { name: /PDF|receipt/i }).first()
    await expect(file).toHaveAttribute('href', new RegExp(`^${api}/api/`))
    const status = await file.evaluate(async (link) => (await fetch((link as HTMLAnchorElement).href, { credentials: 'include' })).status)
    expect(status).toBe(200)
    expect([...new Set(calls)], 'every call goes to the API').toEqual([api])
    expect(faults).toEqual([])
  } finally {
    await context.close()
    await shop.stop()
  }
})
