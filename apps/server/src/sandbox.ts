import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config'

export type Sandbox = { readonly stop: () => Promise<void> }

/**
 * Starts the payment sandbox in a separate process, and restarts it when it exits; its sessions are stored on disk. A
 * sandbox that still runs after its server was killed has the same secret, and is reused.
 * @throws Error if the sandbox does not respond within about ten seconds, or runs without the password that the settings
 * require
 */
export async function startSandbox(config: Config, merchant: string, onTrouble: (message: string) => void): Promise<Sandbox> {
  const { payment, testSites } = config
  const { sandboxPort, secret, url } = payment
  const main = fileURLToPath(new URL('../../payment-sandbox/src/main.ts', import.meta.url))
  let child: ChildProcess | undefined
  let stopping = false
  const start = (): void => {
    child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        PAYMENT_SANDBOX_PORT: String(sandboxPort),
        PAYMENT_SANDBOX_HOST: testSites.host,
        PAYMENT_SANDBOX_URL: payment.provider === 'sandbox' ? (payment.sandboxPage ?? url) : url,
        PAYMENT_SANDBOX_PASSWORD: testSites.password,
        PAYMENT_SANDBOX_SECRET: secret,
        PAYMENT_SANDBOX_DATA: `${config.dataFolder}/payment-sandbox`,
        PAYMENT_SANDBOX_MERCHANT: merchant,
      },
    })
    child.once('exit', (code) => {
      if (stopping) return
      onTrouble(`the payment sandbox ended (${code}); starting it again`)
      setTimeout(() => !stopping && start(), 1000).unref()
    })
  }
  if (!(await isReachable(url))) start()
  for (let tries = 0; !(await isReachable(url)); tries++) {
    if (tries > 100) throw new Error(`the payment sandbox doesn't answer at ${url}`)
    await wait(100)
  }
  // A sandbox that still runs from before may have been started without a password.
  if (testSites.password && (await fetch(`${url}/pad`)).status !== 401)
    throw new Error(`a payment sandbox without a password answers at ${url}: stop it first`)
  return {
    stop: async () => {
      stopping = true
      if (!child || child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}
