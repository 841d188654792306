// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { VoucherCard } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { initI18n, loadMessages } from '#i18n'
import { type Answers, aBrand, closeScreen, fakeServer, openScreen, refuse } from '#testing'
import { VoucherPage } from './VoucherPage.tsx'
import { VouchersPage } from './VouchersPage.tsx'

afterEach(closeScreen)

const aVoucher = (changes: Partial<VoucherCard> = {}): VoucherCard => ({
  ...{ id: '01920000-0000-7000-8000-0000000000c1', hint: '2345', value: money(25_00), balance: money(25_00), reserved: money(0) },
  ...{ expiresOn: null, state: 'valid', order: null, email: null, entries: [] },
  may: { block: true, unblock: false, print: true, mail: false, topUp: false },
  ...changes,
})
const blocked = aVoucher({ state: 'blocked', may: { block: false, unblock: true, print: false, mail: false, topUp: false } })

async function open(path: string, staffVouchers: NonNullable<Answers['staffVouchers']>) {
  await initI18n(aBrand(), 'en')
  await loadMessages('counter')
  const calls = fakeServer({ staffVouchers })
  const routes = [
    { path: '/smart/vouchers', element: <VouchersPage /> },
    { path: '/smart/vouchers/:voucher', element: <VoucherPage /> },
  ]
  await openScreen({ at: path, routes })
  return calls
}

it('focuses the reason that is missing, and the state of the voucher after it was blocked and unblocked', async () => {
  const { id } = blocked
  await open(`/smart/vouchers/${id}`, { read: () => aVoucher(), block: () => blocked, unblock: () => aVoucher() })
  fireEvent.click(await screen.findByRole('button', { name: 'Block' }))
  const reason = screen.getByLabelText('Reason')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(reason, { target: { value: 'Stolen' } })
  fireEvent.click(screen.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('blocked'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Found again' } })
  fireEvent.click(screen.getByRole('button', { name: 'Unblock' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('valid'))
})

it('focuses the code that cannot be read or is not known', async () => {
  const calls = await open('/smart/vouchers', { find: () => refuse(problem('voucher-not-recognised')) })
  const field = await screen.findByLabelText('Code or order number')
  const find = async (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    screen.getByRole('button', { name: 'Search' }).focus()
    fireEvent.submit(field.closest('form')!)
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
  await find('?')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await find('ABCD-EFGHJKM')
  expect(calls.map(({ call }) => call)).toEqual(['staffVouchers.find'])
})
