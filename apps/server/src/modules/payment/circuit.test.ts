import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withCircuit } from './circuit.ts'
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from './provider.ts'
import { createManualProvider } from './testing/manual-provider.ts'

const away = async (): Promise<never> => {
  throw new ProviderUnreachable('away')
}
/** A provider whose sessions are read as the test says, behind a circuit. */
function behind(options: Parameters<typeof withCircuit>[1] = {}) {
  const line = { read: away as PaymentProvider['readSession'] }
  const states: string[] = []
  const circuit = withCircuit(
    { ...createManualProvider().provider, readSession: (id) => line.read(id) },
    { failureThreshold: 2, openMs: 20, timeoutMs: 60_000, ...options, onChange: (state) => states.push(state) },
  )
  return { line, states, circuit, read: () => circuit.readSession('s') }
}
const letPass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('opens after some failures in a row, and spares whoever comes then', async () => {
  const { circuit, read, states } = behind({ openMs: 60_000 })
  for (let call = 0; call < 5; call++) await expect(read()).rejects.toThrow(ProviderUnreachable)
  expect(circuit.circuit!()).toEqual({ state: 'open', answered: 0, failed: 2, spared: 3 })
  expect(states).toEqual(['open'])
})

it('passes on whether the provider keeps cards', () => {
  const { provider } = createManualProvider()
  for (const keepsCards of [true, false]) expect(withCircuit({ ...provider, keepsCards }).keepsCards).toBe(keepsCards)
})

it('is not opened by refusals, nor by failures with answers between them', async () => {
  const { circuit, line, read } = behind()
  for (let call = 0; call < 3; call++) {
    line.read = away
    await expect(read()).rejects.toThrow('away')
    line.read = async () => {
      throw new ProviderRefused(404, 'no such session')
    }
    await expect(read()).rejects.toThrow('no such session')
  }
  expect(circuit.circuit!()).toMatchObject({ state: 'closed', answered: 3, failed: 3, spared: 0 })
})

it('lets one call try after a rest; the others go on without waiting for it', async () => {
  const { circuit, line, read, states } = behind()
  for (let call = 0; call < 2; call++) await expect(read()).rejects.toThrow('away')
  await letPass(19)
  await expect(read()).rejects.toThrow('payment circuit breaker of hand is open')
  await letPass(1)
  const trying = Promise.withResolvers<never>()
  line.read = () => trying.promise
  const probe = read()
  await expect(read()).rejects.toThrow('payment circuit breaker of hand is open')
  trying.reject(new ProviderUnreachable('still away'))
  await expect(probe).rejects.toThrow('still away')
  expect(circuit.circuit!().state).toBe('open')
  // Twice as long the second time.
  await letPass(39)
  await expect(read()).rejects.toThrow('payment circuit breaker of hand is open')
  await letPass(1)
  line.read = async () => ({}) as never
  await read()
  expect(circuit.circuit!().state).toBe('closed')
  expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed'])
})

it('opens for calls that hang, before they end, and closes when one is answered after all', async () => {
  const { circuit, line, read } = behind({ timeoutMs: 5, openMs: 60_000 })
  const slow = Promise.withResolvers<never>()
  line.read = () => slow.promise
  const hanging = [read(), read()]
  await letPass(4)
  expect(circuit.circuit!().state).toBe('closed')
  await letPass(1)
  expect(circuit.circuit!().state).toBe('open')
  await expect(read()).rejects.toThrow('payment circuit breaker of hand is open')
  slow.resolve({} as never)
  await Promise.all(hanging)
  expect(circuit.circuit!()).toMatchObject({ state: 'closed', failed: 2, spared: 1 })
})
