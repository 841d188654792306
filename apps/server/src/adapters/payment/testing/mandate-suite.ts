import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { MandateState } from '@playhouse/domain/payment'
import { type MandateRequest, type OffSessionRequest, type PaymentProvider, type ProviderCallback, ProviderRefused } from '#modules/payment'
import type { ProviderHost } from './provider-suite.ts'

type Suite = {
  readonly host: () => ProviderHost
  readonly callbacksOf: (sessionId: string, count: number) => Promise<ProviderCallback[]>
}

/** What a provider that takes direct debits must do with mandates. */
export function testMandates({ host, callbacksOf }: Suite): void {
  const keeper = () => host().provider as Required<PaymentProvider>
  const requestOf = async (): Promise<MandateRequest> => {
    const { shop, deployment, locale, returnUrl, cancelUrl, callbackUrl } = host().request()
    const { customerId } = await keeper().createCustomer({ shop, deployment, customer: randomUUID(), email: 'ada@example.org' })
    return { mandateId: randomUUID(), shop, deployment, customerId, scheme: 'bacs', locale, returnUrl, cancelUrl, callbackUrl }
  }
  const expectState = (setupId: string, state: MandateState) =>
    vi.waitFor(async () => expect((await keeper().readMandate(setupId)).state).toBe(state), { timeout: 8000 })
  /** An active mandate. @param isPaying whether the bank pays its debits */
  const openActive = async (isPaying = true) => {
    const request = await requestOf()
    const { setupId, url } = await keeper().setUpMandate(request)
    await host().agree({ setupId, url }, isPaying)
    await host().decideMandate({ setupId, url }, 'accept')
    const mandate = await keeper().readMandate(setupId)
    return { ...request, setupId, url, mandate }
  }
  const debitOf = ({ customerId, mandate }: Awaited<ReturnType<typeof openActive>>): OffSessionRequest => ({
    ...host().request({ lines: [] }),
    customerId,
    mandate: mandate.token!,
  })

  test('sets up a mandate once for each id: created, pending, active, with its reference and account', async () => {
    const request = await requestOf()
    const page = await keeper().setUpMandate(request)
    expect(await keeper().setUpMandate(request)).toEqual(page)
    const { setupId } = page
    expect(await keeper().readMandate(setupId)).toMatchObject({ state: 'created', mandateId: request.mandateId })
    await host().agree(page, true)
    expect(await keeper().readMandate(setupId)).toMatchObject({
      state: 'pending',
      token: expect.any(String),
      reference: expect.any(String),
      masked: expect.stringMatching(/^•••• \d{4}$/),
    })
    await host().decideMandate(page, 'accept')
    expect(await keeper().readMandate(setupId)).toMatchObject({ state: 'active' })
    const callbacks = await callbacksOf(setupId, 2)
    const { providerMandateId = setupId } = await keeper().readMandate(setupId)
    for (const callback of callbacks) expect(callback).toMatchObject({ type: 'mandate.changed' })
    for (const callback of callbacks) expect([setupId, providerMandateId]).toContain('mandate' in callback ? callback.mandate : undefined)
    await expect(keeper().readMandate('cs_nobody')).rejects.toMatchObject({ name: 'ProviderRefused', status: 404 })
  })

  test.each([true, false])('debits a mandate, which takes a while; paid: %s', async (isPaid) => {
    const active = await openActive(isPaid)
    const debit = debitOf(active)
    const answer = await keeper().chargeOffSession(debit)
    expect(answer).toMatchObject({ session: { status: 'processing', amount: 90_50, attemptId: debit.attemptId } })
    host().forgetKeys()
    expect((await keeper().chargeOffSession(debit)).session.sessionId).toBe(answer.session.sessionId)
    await host().settleCharge(answer.session.sessionId, isPaid)
    await vi.waitFor(
      async () => expect((await keeper().readSession(answer.session.sessionId)).status).toBe(isPaid ? 'succeeded' : 'failed'),
      { timeout: 8000 },
    )
    expect((await callbacksOf(answer.session.sessionId, 2)).map(({ type }) => type)).toEqual([
      'session.processing',
      isPaid ? 'session.succeeded' : 'session.failed',
    ])
  })

  test('debits no mandate that is not active, of another customer, or that was cancelled at the bank or by the shop', async () => {
    const pending = await requestOf()
    const page = await keeper().setUpMandate(pending)
    await host().agree(page, true)
    const mandate = await keeper().readMandate(page.setupId)
    await expect(keeper().chargeOffSession(debitOf({ ...pending, ...page, mandate }))).rejects.toThrow(ProviderRefused)
    const active = await openActive()
    const other = await openActive()
    await expect(keeper().chargeOffSession(debitOf({ ...active, customerId: other.customerId }))).rejects.toThrow(ProviderRefused)
    await host().decideMandate(active, 'revoke')
    await expectState(active.setupId, 'cancelled')
    await expect(keeper().chargeOffSession(debitOf(active))).rejects.toThrow(ProviderRefused)
    await keeper().cancelMandate(other.setupId)
    await keeper().cancelMandate(other.setupId)
    await expectState(other.setupId, 'cancelled')
    await expect(keeper().chargeOffSession(debitOf(other))).rejects.toThrow(ProviderRefused)
  })
}
