import { createServer } from 'node:net'

/** Addresses of shop, payment sandbox and mailbox; absent where another system serves. */
export function addresses(env = process.env) {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_533)
    throw new Error(`PORT is "${env['PORT']}": it must be a whole number from 1 to 65533.`)
  return {
    shop: port,
    sandbox:
      env['PAYMENT_URL'] || (env['PAYMENT_PROVIDER'] || 'sandbox') !== 'sandbox'
        ? undefined
        : Number(env['PAYMENT_SANDBOX_PORT'] || port + 1),
    mailbox: env['MAIL_URL'] ? undefined : Number(env['MAILBOX_PORT'] || port + 2),
  }
}

/**
 * @throws {Error} with a sentence, if another program has one of the ports. A sandbox that outlived its server is no error:
 * the next server reuses it.
 */
export async function checkPorts() {
  const { shop, sandbox, mailbox } = addresses()
  for (const [use, port] of Object.entries({ 'the shop': shop, 'the payment sandbox': sandbox, 'the mailbox': mailbox })) {
    if (port === undefined || !(await isTaken(port))) continue
    if (port === sandbox && (await respondsAt(`http://localhost:${port}/healthz`))) continue
    throw new Error(`Port ${port}, for ${use}, is taken by another program. Stop that, or choose another one: PORT=${shop + 100} npm start`)
  }
}

/** @param {number} port */
async function isTaken(port) {
  const outcomes = await Promise.all(['127.0.0.1', '::1'].map((host) => isPortInUse(host, port)))
  return outcomes.includes(true)
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
function isPortInUse(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    server.listen({ host, port }, () => server.close(() => resolve(false)))
  })
}

/** Whether a page exists, even behind a password. @param {string} url */
export async function respondsAt(url) {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await reply.arrayBuffer()
    return reply.ok || reply.status === 401
  } catch {
    return false
  }
}
