import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, fetchPublic } from './index.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  'fd00:ec2::254',
  'fe80::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.0.1', '2a00:1450:4009::200e'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('rejects requests to private addresses, in any notation', async () => {
  let requests = 0
  const internalServer = createServer((_request, response) => void (requests++, response.end('{}')))
  internalServer.listen(0, '127.0.0.1')
  await once(internalServer, 'listening')
  onTestFinished(() => void internalServer.close())
  const { port } = internalServer.address() as { port: number }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, '169.254.169.254', '0x7f.1', '2130706433'])
    for (const scheme of ['https', 'http'])
      await expect(fetchPublic(`${scheme}://${host}/`, new URLSearchParams()), `${scheme}://${host}`).rejects.toThrow(
        'is not a public address',
      )
  expect(requests).toBe(0)
})
