import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createPaymentProvider } from '#adapters/payment'
import { freePort, SandboxProcess } from '#adapters/payment/testing'
import { openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { startPayment, withCircuit } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'

const secret = 'what the sandbox signs with'
const actor = { name: 'guest' }
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }
/** Milliseconds for which the circuit stays open: longer than any test runs. {@link advancePastOpenCircuit} advances the clock past it. */
const circuitOpenMs = 3_600_000
function advancePastOpenCircuit(): void {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + circuitOpenMs)
  onTestFinished(() => clock.mockRestore())
}
const unreachable = { error: { code: 'payment-unreachable' } }

/** A theatre with the real sandbox behind a circuit breaker, and buyers who are ready to pay. */
async function openTheatreWithBuyers() {
  const theatre = await openTestTheatre()
  onTestFinished(theatre[Symbol.asyncDispose])
  const folder = mkdtempSync(join(tmpdir(), 'provider-away-'))
  const sandbox = new SandboxProcess(await freePort(), folder, secret)
  await sandbox.start()
  onTestFinished(async () => {
    sandbox.goOn()
    await sandbox.kill()
    rmSync(folder, { recursive: true })
  })
  const provider = withCircuit(createPaymentProvider({ url: sandbox.url, secret }), {
    timeoutMs: 300,
    openMs: circuitOpenMs,
    maxOpenMs: circuitOpenMs,
  })
  const shop = { ...theatre, origin: 'http://shop.example', provider }
  const buyer = async (seat: string) => {
    const customer = await customerOf(theatre)
    const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
    await addTickets(theatre, basket, actor, 'tonight', [{ seat: `stalls.${seat}`, priceType: 'full' }])
    await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
    await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
    const read = () => readBasket(theatre, basket)
    return { read, pay: async () => startPayment(shop, customer, basket, (await read()).version, 'en', actor) }
  }
  const circuit = () => provider.circuit!()
  return { theatre, sandbox, circuit, buyers: await Promise.all(['A.1', 'A.3', 'A.5', 'A.7'].map(buyer)) }
}

it.each([
  {
    how: 'is down',
    leave: (sandbox: SandboxProcess) => sandbox.kill(),
    comeBack: (sandbox: SandboxProcess) => sandbox.start(),
  },
  {
    how: 'hangs',
    leave: async (sandbox: SandboxProcess) => sandbox.hang(),
    comeBack: async (sandbox: SandboxProcess) => sandbox.goOn(),
  },
])(
  'a provider that $how makes only the first payers wait, refuses later ones at once, and releases no seats',
  async ({ leave, comeBack }) => {
    const { theatre, sandbox, circuit, buyers } = await openTheatreWithBuyers()
    const late = buyers.pop()!
    await leave(sandbox)
    const waiting = Promise.all(buyers.map(({ pay }) => pay()))
    await expect.poll(() => circuit().state).toBe('open')
    const failedBefore = circuit().failedCalls
    expect(await late.pay()).toMatchObject(unreachable)
    expect(circuit()).toMatchObject({ failedCalls: failedBefore, rejectedCalls: 1 })
    expect(await late.read()).toMatchObject({ state: 'open', tickets: [{}], lastPayment: 'timed-out' })
    await comeBack(sandbox)
    await waiting
    advancePastOpenCircuit()
    await expect.poll(async () => (await late.pay()).ok).toBe(true)
    expect(circuit().state).toBe('closed')
    for (const { read } of buyers) expect((await read()).tickets).toHaveLength(1)
    await expectInvariants(theatre)
  },
)
