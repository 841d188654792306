import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, hashSource, libraryStyles, usesBotCheck } from './security.ts'

/** A module of React Aria, as the shop's components have it. */
function readLibrary(path: string): string {
  const components = createRequire(fileURLToPath(new URL('../../../../../packages/shop-ui/package.json', import.meta.url)))
  const aria = createRequire(components.resolve('react-aria-components/Button')).resolve('react-aria/useButton')
  return readFileSync(join(aria.slice(0, aria.lastIndexOf('/dist/')), 'dist/private', path), 'utf8')
}

it('allows the styles that React Aria adds to a page', () => {
  const [pressable, belowDialog] = libraryStyles
  const attribute = /PRESSABLE_ATTRIBUTE = '([\w-]+)'/
  const press = readLibrary('interactions/usePress.mjs')
  expect(press.replaceAll(/\$\{\$\w+\$var\$PRESSABLE_ATTRIBUTE\}/g, attribute.exec(press)![1]!)).toContain(`\`\n${pressable}\n`)
  expect(readLibrary('overlays/usePreventScroll.mjs')).toContain(`\`\n${belowDialog}\``)
})

it('allows inline styles by hash, and no script but the own', () => {
  const policy = contentSecurityPolicy([hashSource('p{}')], 'https://pay.example')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toMatch(/style-src 'self'( 'sha256-[\w+/]{43}='){3};/)
  expect(policy).not.toMatch(/nonce|unsafe/)
})

it('allows the script of a bot check on pages that hold goods and food, and not on those that only read', () => {
  const holding = ['/aux/programmes', '/aux/programmes/tonight', '/food-and-drink/tempest', '/food-and-drink/tempest/tonight']
  const pages = [...holding, '/checkout/add-ons', '/order/add-ons', '/events/tempest/tonight', '/events/tempest/tonight/syos/stalls']
  expect(pages.filter((path) => !usesBotCheck(path))).toEqual([])
  expect(['/', '/events/tempest', '/order/confirmed', '/checkout/payment', '/account/your-orders/AB23CD45'].filter(usesBotCheck)).toEqual(
    [],
  )
})
