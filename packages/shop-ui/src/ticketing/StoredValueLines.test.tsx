// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { openScreen, closeScreen } from '#testing'
import { StoredValueLines, type StoredValueLinesProps } from './StoredValueLines.tsx'

afterEach(closeScreen)

const noop = async () => undefined
const open = (props: Partial<StoredValueLinesProps> = {}) => {
  const defaultProps = { giftVouchers: [], credit: null, onVoucher: noop, onRemoveVouchers: noop, onCredit: noop, ...props }
  return openScreen({ at: '/', routes: [{ path: '/', element: <StoredValueLines {...defaultProps} /> }] })
}

describe('StoredValueLines', () => {
  it('keeps a rejected voucher code in the dialog and closes it when the code is accepted', async () => {
    const onVoucher = vi.fn(async (code: string) => (code === 'GIFT-OTHELLO' ? undefined : problem('voucher-not-recognised')))
    await open({ onVoucher })
    fireEvent.click(await screen.findByRole('button', { name: 'I have a gift voucher' }))
    const field = await screen.findByRole('textbox', { name: /Voucher code/ })
    fireEvent.change(field, { target: { value: 'GIFT-MACDUFF' } })
    fireEvent.click(screen.getByRole('button', { name: 'Use this voucher' }))
    expect(await screen.findByText('Gift voucher not recognised')).toBeTruthy()
    expect((field as HTMLInputElement).value).toBe('GIFT-MACDUFF')
    fireEvent.change(field, { target: { value: 'GIFT-OTHELLO' } })
    fireEvent.click(screen.getByRole('button', { name: 'Use this voucher' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows what each voucher pays and its remaining balance', async () => {
    await open({
      giftVouchers: [{ code: '••••-•••••LO', applied: money(25_00), remaining: money(5_00) }],
      credit: { applied: money(0), balance: money(60_00) },
    })
    expect((await screen.findByText('Pays £25.00 of this order.', { exact: false })).textContent).toContain('£5.00 stays for another time.')
    expect(screen.getByRole('button', { name: 'Use my credit of £60.00' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove the voucher' })).toBeTruthy()
  })

  it('removes the account credit', async () => {
    const onCredit = vi.fn(noop)
    await open({ credit: { applied: money(45_00), balance: money(60_00) }, onCredit })
    fireEvent.click(await screen.findByRole('button', { name: 'Don’t use my credit' }))
    await waitFor(() => expect(onCredit).toHaveBeenCalledWith(false))
  })
})
