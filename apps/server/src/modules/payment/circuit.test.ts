import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withCircuit } from './circuit.ts'
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from './provider.ts'
import { createManualProvider } from './testing/manual-provider.ts'

const failingCall = async (): Promise<never> => {
  throw new ProviderUnreachable('away')
}
/** A provider behind a circuit breaker; the test replaces its `readSession`. */
function behind(options: Parameters<typeof withCircuit>[1] = {}) {
  const line = { read: failingCall as PaymentProvider['readSession'] }
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

it('opens after consecutive failures, and rejects later calls', async () => {
  const { circuit, read, states } = behind({ openMs: 60_000 })
  for (let call = 0; call < 5; call++) await expect(read()).rejects.toThrow(ProviderUnreachable)
  expect(circuit.circuit!()).toEqual({ state: 'open', answeredCalls: 0, failedCalls: 2, rejectedCalls: 3 })
  expect(states).toEqual(['open'])
})

it('has the keepsCards of its provider', () => {
  const { provider } = createManualProvider()
  for (const keepsCards of [true, false]) expect(withCircuit({ ...provider, keepsCards }).keepsCards).toBe(keepsCards)
})

it('stays closed after refusals, and after failures with answers between them', async () => {
  const { circuit, line, read } = behind()
  for (let call = 0; call < 3; call++) {
    line.read = failingCall
    await expect(read()).rejects.toThrow('away')
    line.read = async () => {
      throw new ProviderRefused(404, 'no such session')
    }
    await expect(read()).rejects.toThrow('no such session')
  }
  expect(circuit.circuit!()).toMatchObject({ state: 'closed', answeredCalls: 3, failedCalls: 3, rejectedCalls: 0 })
})

it('sends one trial call after its open time, and rejects the others without delay', async () => {
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
  // The second open time is twice as long.
  await letPass(39)
  await expect(read()).rejects.toThrow('payment circuit breaker of hand is open')
  await letPass(1)
  line.read = async () => ({}) as never
  await read()
  expect(circuit.circuit!().state).toBe('closed')
  expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed'])
})

it('opens after calls that exceed the timeout, and closes when one of them is answered', async () => {
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
  expect(circuit.circuit!()).toMatchObject({ state: 'closed', failedCalls: 2, rejectedCalls: 1 })
})
