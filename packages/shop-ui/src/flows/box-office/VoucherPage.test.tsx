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
  ...{ expiresOn: null, state: 'valid', order: null, email: null, isInLetter: false, entries: [] },
  may: { block: true, unblock: false, print: true, mail: false, topUp: false },
  ...changes,
})
const blocked = aVoucher({ state: 'blocked', may: { block: false, unblock: true, print: false, mail: false, topUp: false } })

async function open(path: string, staffVouchers: NonNullable<Answers['staffVouchers']>, brand = aBrand()) {
  await initI18n(brand, 'en')
  await loadMessages('counter')
  const calls = fakeServer({ staffVouchers })
  const routes = [
    { path: '/smart/vouchers', element: <VouchersPage /> },
    { path: '/smart/vouchers/:voucher', element: <VoucherPage /> },
  ]
  await openScreen({ at: path, routes, brand })
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

it('prints a letter before it can be recorded as sent, and focuses the number of letters that remain', async () => {
  const address = { line1: '1 Stage Street', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9XY', country: 'GB' }
  const letter = { item: '01920000-0000-7000-8000-0000000000d1', order: 'POST2345', placedAt: '2031-12-01T10:00:00.000Z', quantity: 2 }
  const printedAt = '2031-12-02T10:00:00.000Z'
  let isPrinted = false
  const { giftVouchers } = aBrand()
  const brand = { ...aBrand(), giftVouchers: { ...giftVouchers!, post: { fee: money(2_50) } } }
  const letters = {
    letters: () => ({ letters: [{ ...letter, value: money(25_00), to: 'Nan', address, printedAt: isPrinted ? printedAt : null }] }),
    printLetter: () => {
      isPrinted = true
      return refuse(problem('letter-changed'))
    },
    letterSent: () => ({ letters: [] }),
  }
  const calls = await open('/smart/vouchers', letters, brand)
  const print = await screen.findByRole('button', { name: 'Print: order POST2345' })
  expect(screen.getByText('SE1 9XY')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Sent/ })).toBeNull()
  fireEvent.click(print)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as sent: order POST2345' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('There are no letters to send.'))
  expect(calls.find(({ call }) => call === 'staffVouchers.letterSent')?.body).toEqual({ printedAt })
})

it.each([
  [50_00, '£10.00 to £250.00. With it, the voucher holds at most £300.00.'],
  [120_00, '£10.00 to £180.00. With it, the voucher holds at most £300.00.'],
  [295_00, 'No money can be added: the voucher may hold at most £300.00.'],
])('states which amounts a voucher with a balance of %s may take', async (balance, text) => {
  const voucher = aVoucher({ balance: money(balance), may: { block: true, unblock: false, print: true, mail: false, topUp: true } })
  const { giftVouchers } = aBrand()
  const limits = { presets: [money(10_00), money(200_00)], least: money(10_00), most: money(250_00) }
  const topUp = { mostBalance: money(300_00), lastDay: 'stays' } as const
  await open(
    `/smart/vouchers/${voucher.id}`,
    { read: () => voucher },
    { ...aBrand(), giftVouchers: { ...giftVouchers!, ...limits, topUp } },
  )
  await screen.findByText(text)
  const isOffered = balance < 295_00
  expect(screen.queryByRole('button', { name: 'Add to the sale' }) !== null).toBe(isOffered)
  expect(screen.queryByRole('button', { name: '£200.00' }) !== null, 'a preset that does not fit').toBe(balance === 50_00)
})
