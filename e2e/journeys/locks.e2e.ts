import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
type Instance = { readonly id: string; readonly seatsLeft?: number }

test('@seats a programmer locks a row by keyboard on all performances of a production; visitors see its seats as taken until the programmer undoes that', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const seatsOf = async (instance: string): Promise<string> => {
    const reply = (await (await page.request.get(`/api/instances/${instance}/availability`)).json()) as { seats: string }
    return reply.seats
  }
  try {
    const { events } = (await (await page.request.get('/api/events')).json()) as { events: { id: string }[] }
    let event = ''
    let instances: Instance[] = []
    for (const { id } of events) {
      const found = (await (await page.request.get(`/api/events/${id}`)).json()) as { instances: Instance[] }
      if (found.instances.length < 2) continue
      ;[event, instances] = [id, found.instances]
      break
    }
    const { id: instance } = instances.at(-1)!
    await signInAtCounter(
      page,
      findStaffUser(({ role }) => role === 'programmer'),
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Productions' })).toBeVisible()
    await page.goto(`/smart/productions/${event}/performances/${instance}`)
    await page.getByRole('link', { name: 'Locked seats' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Locked seats' })).toBeVisible()
    const before = await seatsOf(instance)
    const rows = page.getByRole('combobox', { name: /^Row .*: lock$/ })
    const paintRow = async (): Promise<void> => {
      await page.locator('#lock-note').fill('Patrons')
      await page.locator('select[aria-label]').nth(1).selectOption({ index: 1 })
      await page.locator('#lock-reason').scrollIntoViewIfNeeded()
      await page.locator('main button').filter({ hasText: /./ }).last().click()
      await expect(page.locator('#lock-preview')).toBeVisible()
    }
    await expect(rows.first()).toBeVisible()
    await paintRow()
    await checkScreen(page, 'locks of a performance', { restore: paintRow })
    const preview = page.locator('section[aria-labelledby=lock-preview]')
    await expect(preview.getByRole('row')).toHaveCount(2)
    await button(page, 'Choose all').click()
    await expect(preview).toBeHidden()
    await button(page, 'Preview').click()
    await expect.poll(() => preview.getByRole('row').count()).toBeGreaterThan(2)
    await button(page, 'Change the locks now').click()
    await expect(page.getByText('The locks have changed.').first()).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'House seats, Patrons' })).toBeVisible()
    await expect.poll(() => seatsOf(instance)).not.toBe(before)

    await page.goto(`/smart/changes?subject=seat-locks&id=${instance}`)
    await button(page, /^Undo: Seats locked/).click()
    await expect(page.getByText('The change is undone.').first()).toBeVisible()
    await expect.poll(() => seatsOf(instance)).toBe(before)
  } finally {
    await context.close()
  }
})
