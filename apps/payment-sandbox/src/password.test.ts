import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

const secret = 'a secret of the password test'
const password = 'open the test sites'

function open(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-password-'))
  const app = buildApp(readConfig({ PAYMENT_SANDBOX_PORT: '1', PAYMENT_SANDBOX_DATA: folder, PAYMENT_SANDBOX_SECRET: secret, ...settings }))
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return app
}
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

test('requires the password on pages, and the bearer secret on the API', async () => {
  const app = open({ PAYMENT_SANDBOX_PASSWORD: password })
  for (const url of ['/pay/ses_1', '/pay/ses_1/state', '/pad', '/page.css']) {
    for (const headers of [{}, basic(password), basic(`me:${password}r`), { authorization: `Bearer ${secret}` }]) {
      const { statusCode, headers: responseHeaders } = await app.inject({ url, headers })
      expect(statusCode, url).toBe(401)
      expect(responseHeaders['www-authenticate']).toMatch(/^Basic /)
    }
    expect((await app.inject({ url, headers: basic(`anybody:${password}`) })).statusCode, url).not.toBe(401)
  }
  expect((await app.inject({ method: 'POST', url: '/pay/ses_1', payload: '' })).statusCode).toBe(401)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject({ url: '/sessions/none', headers: { authorization: `Bearer ${secret}` } })).statusCode).toBe(404)
})

test('serves pages without authentication if no password is configured', async () => {
  expect((await open({}).inject('/pad')).statusCode).toBe(200)
})
