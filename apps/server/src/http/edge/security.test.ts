import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, hashSource, isFile, libraryStyles, secure, usesBotCheck } from './security.ts'

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

it('allows calls to the origin of the API where it is not that of the page', () => {
  const policy = contentSecurityPolicy([], 'https://pay.example', undefined, [], 'https://api.example')
  expect(policy).toContain("connect-src 'self' https://api.example;")
  expect(contentSecurityPolicy([], 'https://pay.example')).toContain("connect-src 'self';")
})

it('allows the script of a bot check on pages that hold goods and food, and not on those that only read', () => {
  const holding = ['/aux/programmes', '/aux/programmes/tonight', '/food-and-drink/tempest', '/food-and-drink/tempest/tonight']
  const pages = [...holding, '/checkout/add-ons', '/order/add-ons', '/events/tempest/tonight', '/events/tempest/tonight/syos/stalls']
  expect(pages.filter((path) => !usesBotCheck(path))).toEqual([])
  expect(['/', '/events/tempest', '/order/confirmed', '/checkout/payment', '/account/your-orders/AB23CD45'].filter(usesBotCheck)).toEqual(
    [],
  )
})

it('sends files with a policy that runs nothing and no headers of documents, and a page at their paths with all of its headers', async () => {
  const app = fastify()
  secure(app, { origin: 'https://shop.example', paymentOrigin: 'https://pay.example' })
  app.get('/assets/*', (request, reply) => (request.url.endsWith('seats.js') ? reply.send('') : reply.callNotFound()))
  app.get('/page', (_request, reply) => reply.send(''))
  app.setNotFoundHandler((request, reply) => {
    if (isFile(request)) void reply.headers(app.pageHeaders)
    return reply.status(404).send('')
  })
  const headersOf = async (url: string) => {
    const { 'x-request-id': _, 'content-security-policy': policy, ...headers } = (await app.inject({ url })).headers
    return { policy, headers, names: Object.keys(headers) }
  }
  const [file, missingFile, page] = [await headersOf('/assets/seats.js'), await headersOf('/assets/none.js'), await headersOf('/page')]
  expect(file.policy).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(file.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  expect(file.names).not.toContain('permissions-policy')
  expect(page.policy).toContain("script-src 'self';")
  expect(missingFile.names.toSorted()).toEqual(page.names.toSorted())
  expect(page.names).toEqual(expect.arrayContaining(['permissions-policy', 'reporting-endpoints', 'x-frame-options']))
  await app.close()
})

it('allows the camera to the page that scans a card, and to no other', async () => {
  const app = fastify()
  secure(app, { origin: 'https://shop.example', paymentOrigin: 'https://pay.example' })
  app.get('/*', (_request, reply) => reply.send(''))
  const cameraOf = async (url: string) => String((await app.inject({ url })).headers['permissions-policy']).split(', ')[0]
  expect(await cameraOf('/subscription-card')).toBe('camera=(self)')
  for (const url of ['/', '/subscription-card/x', '/api/site', '/subscriptions/flex']) expect(await cameraOf(url)).toBe('camera=()')
  await app.close()
})
