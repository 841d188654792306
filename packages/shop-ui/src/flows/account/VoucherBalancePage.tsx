import { useState } from 'react'
import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api } from '#server-state'
import styles from './AccountPage.module.css'
import { CodeForm } from './CodeForm.tsx'

/** The remaining balance of a gift voucher. */
export function VoucherBalancePage() {
  const t = useWords('profile')
  const { money } = useFormats()
  const mutation = useApiMutation()
  const [balance, setBalance] = useState<Money>()
  const checkBalance = (code: string) => {
    setBalance(undefined)
    return mutation.send(() => api.vouchers.balance({ body: { code } }), {
      message: ({ balance }) => t('voucher.found', { balance: money(balance) }),
      onSuccess: (voucher) => setBalance(voucher.balance),
    })
  }
  return (
    <>
      <PageHeading>{t('page.gift-voucher-balance')}</PageHeading>
      <CodeForm
        name="voucher-code"
        label={t('voucher.code')}
        hint={t('voucher.hint')}
        missing={t('errors.voucher')}
        submitLabel={t('voucher.ask')}
        isPending={mutation.isPending}
        onSubmit={checkBalance}
      >
        <MutationOutcome mutation={mutation} />
        {balance !== undefined && <p className={styles.amount}>{money(balance)}</p>}
      </CodeForm>
    </>
  )
}
