import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
type Instance = { readonly id: string; readonly seatsLeft?: number }

test('@seats a programmer locks a row by keyboard on all performances of a production; visitors see its seats as taken until the programmer undoes that; locked seats move with another plan', async ({
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

    const locked = await send<Locks>(page, 'get', `/staff/performances/${instance}/locks`)
    await page.goto(`/smart/changes?subject=seat-locks&id=${instance}`)
    await button(page, /^Undo: Seats locked/).click()
    await expect(page.getByText('The change is undone.').first()).toBeVisible()
    await expect.poll(() => seatsOf(instance)).toBe(before)

    // A newer plan in which the first row has another letter: its locked seats move.
    const { version } = await send<Locks>(page, 'get', `/staff/performances/${instance}/locks`)
    const lock = { type: 'house', note: 'Patrons', release: null }
    const painting = [{ lock, seats: locked.locks[0]!.seats }]
    await send(page, 'put', `/staff/performances/${instance}/locks`, { version, painting, also: [] })
    const planVersion = await addPlanWithOtherRow(page, locked)
    await page.goto(`/smart/productions/${event}/performances/${instance}`)
    await page.getByRole('link', { name: 'Another seating plan' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Another seating plan' })).toBeVisible()
    const previewPlan = async (): Promise<void> => {
      await page.locator('main form button[type=submit]').first().click()
      await expect(page.locator('#replan-moves')).toBeVisible()
      await expect(page.locator('#replan-map')).toBeVisible()
    }
    await previewPlan()
    await checkScreen(page, 'another plan for a performance', { restore: previewPlan })
    await button(page, /^Choose another: /)
      .first()
      .click()
    const seat = page.getByRole('searchbox', { name: /^New seat for / })
    await expect(seat).toBeFocused()
    await expect(page.getByRole('listbox', { name: 'Free seats' }).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(seat).toHaveAttribute('aria-activedescendant', /./)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: 'Chosen by hand' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Thrust stage')
    // A visitor has the map open, and a seat in the basket.
    const visitor = await context.newPage()
    await visitor.goto(`/events/${event}/${instance}/syos/all?list`)
    await visitor.locator('table input').first().check()
    await visitor.getByRole('button', { name: /^Add 1 seat/ }).click()
    await expect(visitor.getByText('1 seat in your basket').first()).toBeVisible()
    await visitor.goto(`/events/${event}/${instance}/syos/all?map`)
    await expect(visitor.getByRole('grid')).toBeVisible()
    await button(page, 'Change the plan now').click()
    await expect(page.getByText('The performance has the new plan.').first()).toBeVisible()
    await page.getByRole('link', { name: 'See the change' }).click()
    await expect(page.getByRole('rowheader', { name: /^Plan of a performance changed/ })).toBeVisible()
    await expect
      .poll(async () => ((await (await page.request.get(`/api/instances/${instance}`)).json()) as { planVersion: string }).planVersion)
      .toBe(planVersion)
    // The map has the other plan, without a reload.
    const changed = visitor.getByRole('alert').filter({ hasText: 'The theatre has changed the seating plan' })
    await expect(changed).toBeFocused()
    await expect(visitor.getByRole('grid')).toBeVisible()
    await visitor.getByRole('radio', { name: 'From a list' }).focus()
    await visitor.keyboard.press('Space')
    await expect(visitor.getByRole('table').first()).toBeVisible()
    await expectAccessible(visitor, 'seats after a change of plan')
    await changed.getByRole('button').click()
    await expect(changed).toBeHidden()
  } finally {
    await context.close()
  }
})

type PlanFile = { readonly name: string; readonly rows: readonly { readonly label: string }[] }
type Locks = {
  readonly hall: string
  readonly planVersion: string
  readonly version: number
  readonly locks: readonly { readonly seats: readonly string[] }[]
}

/** Sends a call of the API as the staff user of a page. */
async function send<Reply>(page: Page, method: 'get' | 'put' | 'post', path: string, data?: object): Promise<Reply> {
  const reply = await page.request[method](`/api${path}`, { headers: { origin: new URL(page.url()).origin }, ...(data && { data }) })
  expect(reply.status(), path).toBe(200)
  return (await reply.json()) as Reply
}

/** Adds a plan to the hall of some locks whose first row has another letter. */
async function addPlanWithOtherRow(page: Page, { hall, planVersion }: Locks): Promise<string> {
  const plan = await send<PlanFile>(page, 'get', `/venues/${hall}/maps/${planVersion}`)
  const { priceLists } = await send<{ priceLists: { id: string }[] }>(page, 'get', `/staff/halls/${hall}`)
  const [first, ...rows] = plan.rows
  const file = Buffer.from(JSON.stringify({ ...plan, rows: [{ ...first, label: 'New' }, ...rows] })).toString('base64')
  const priceList = { id: 'thrust-stage', name: 'Thrust stage', basedOn: priceLists[0]!.id, fullPrice: 'Full price' }
  const body = { name: plan.name, file, priceList, isPreview: false }
  return (await send<{ planVersion: string }>(page, 'post', `/staff/halls/${hall}/plans`, body)).planVersion
}
