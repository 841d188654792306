import { useState } from 'react'
import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api } from '#server-state'
import { VoucherCodeForm } from './VoucherCodeForm.tsx'
import styles from './VoucherPages.module.css'

type Balance = { readonly balance: Money; readonly expiresOn: string | null }

/** The remaining balance of a gift voucher, and its last day. */
export function BalancePage() {
  const t = useWords('voucher')
  const { money } = useFormats()
  const formatDay = useDayFormat()
  const mutation = useApiMutation()
  const [voucher, setVoucher] = useState<Balance>()
  const check = (code: string) => {
    setVoucher(undefined)
    return mutation.send(() => api.vouchers.balance({ body: { code } }), {
      message: ({ balance }) => t('balance.found', { balance: money(balance) }),
      onSuccess: setVoucher,
    })
  }
  return (
    <Page width="reading">
      <PageHeading>{t('balance.title')}</PageHeading>
      <VoucherCodeForm submitLabel={t('balance.check')} isPending={mutation.isPending} onSubmit={check}>
        <MutationOutcome mutation={mutation} />
        {voucher && (
          <div className={styles.balance}>
            <p className={styles.amount}>{money(voucher.balance)}</p>
            {voucher.expiresOn !== null && <p>{t('balance.until', { day: formatDay(voucher.expiresOn) })}</p>}
          </div>
        )}
      </VoucherCodeForm>
      <p>
        <LinkButton to="/redeem-gift-voucher">{t('use')}</LinkButton>
      </p>
    </Page>
  )
}
