import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'

/** For the wallets of phones (29 to 87), a home screen (180 to 512), in pixels. */
const sizes = [29, 58, 87, 180, 192, 512]
const brands = new URL('../brands/', import.meta.url)

/** Draws each brand's icons from its logo, on its paper: `brands/<name>/icon/<pixels>.png`. Run it when a logo changes. */
const browser = await chromium.launch(config.use!.launchOptions)
const page = await browser.newPage()
for (const { name } of (await readdir(brands, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
  const folder = new URL(`${name}/`, brands)
  const brand = JSON.parse(await readFile(new URL('brand.json', folder), 'utf8'))
  const logo = await readFile(new URL(brand.logo, folder), 'utf8')
  await mkdir(new URL('icon/', folder), { recursive: true })
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    // The middle four fifths of an icon stay visible in any shape that a phone cuts it to.
    await page.setContent(
      `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${brand.colours.light.paper} } svg { width: 62vw }</style>${logo}`,
    )
    await writeFile(new URL(`icon/${size}.png`, folder), await page.screenshot())
  }
}
await browser.close()
