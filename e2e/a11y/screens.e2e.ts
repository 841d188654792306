import { findPerformance } from '../support/journey.ts'
import { openNeutralScreen, moveTo } from '../support/navigation.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/test.ts'

const screens = [
  '/',
  '/events/the-tempest',
  '/events/no-such-play',
  '/checkout/basket',
  '/login',
  '/register',
  '/reset-password',
  '/accessibility',
  '/reset-password#token=made-up',
  '/nowhere',
  '/order/failed',
  '/order/payment-link',
  '/terms',
  '/gift-vouchers',
  '/gift-vouchers/purchase',
  '/gift-vouchers/balance',
  '/redeem-gift-voucher',
  '/contributions/memberships',
  '/contributions/memberships/YoungBridge',
  '/contributions/memberships/claim',
  '/tickets',
  '/account/your-orders',
]

test('§9.10 §9.14 §9.49 screens without a basket pass the screen check, and link to the accessibility statement', async ({ page }) => {
  const { path: performance } = await findPerformance(page, 15)
  await openNeutralScreen(page)
  for (const path of [...screens, performance, `${performance}/price-selection`]) {
    await moveTo(page, path)
    await checkScreen(page, path)
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility statement' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility statement' })).toBeFocused()
})

test('the served page has its title before any script runs', async ({ request }) => {
  const html = await (await request.get('/events/the-tempest', { headers: { 'accept-language': 'en-GB,en;q=0.8' } })).text()
  expect(html).toContain('<title>The Tempest')
  expect(html).toContain('property="og:title" content="The Tempest')
  expect(html).toContain('"@type":"TheaterEvent"')
  expect(html).toContain('<html lang="en-GB">')
  expect((await request.get('/events/no-such-play')).status()).toBe(404)
  expect((await request.get('/nowhere')).status()).toBe(404)
  expect((await request.get('/contributions/memberships/Priority')).status()).toBe(200)
  expect((await request.get('/contributions/memberships/priority')).status()).toBe(404)
  const { 'content-security-policy': policy } = (await request.get('/')).headers()
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  const crossSiteResponse = await request.post('/api/basket/extend', {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    data: {},
  })
  expect(crossSiteResponse.status()).toBe(403)
  const malformedResponse = await request.post('/api/basket/tickets', {
    headers: { 'content-type': 'application/json' },
    data: Buffer.from('{"instance":'),
  })
  expect(malformedResponse.status()).toBe(422)
  expect(await malformedResponse.json()).toMatchObject({ code: 'invalid-input' })
  expect(await malformedResponse.text()).not.toMatch(/at .*\.ts|stack/)
})
