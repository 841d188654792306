import { expect, test } from 'vitest'
import { isLoopback } from '#loopback'

test.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => expect(isLoopback(host)).toBe(true),
)

test.each(['', '0.0.0.0', '::', '10.0.0.7', '127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '::ffff:10.0.0.7'])(
  '%s is another machine',
  (host) => expect(isLoopback(host)).toBe(false),
)
