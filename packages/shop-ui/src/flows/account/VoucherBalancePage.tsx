import { type FormEvent, useState } from 'react'
import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api } from '#server-state'
import styles from './AccountPage.module.css'

/** The remaining balance of a gift voucher. */
export function VoucherBalancePage() {
  const t = useWords('profile')
  const { money } = useFormats()
  const mutation = useApiMutation()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [balance, setBalance] = useState<Money>()
  const checkBalance = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBalance(undefined)
    setMissing(code.trim() === '')
    if (code.trim() === '' || mutation.isPending) return
    await mutation.send(() => api.vouchers.balance({ body: { code } }), {
      message: t('voucher.found'),
      onSuccess: (voucher) => setBalance(voucher.balance),
    })
  }
  return (
    <>
      <PageHeading>{t('page.gift-voucher-balance')}</PageHeading>
      <form noValidate className={styles.form} onSubmit={(event) => void checkBalance(event)}>
        <MutationOutcome mutation={mutation} />
        {balance !== undefined && <p className={styles.amount}>{money(balance)}</p>}
        <TextField
          name="voucher-code"
          label={t('voucher.code')}
          hint={t('voucher.hint')}
          error={isMissing ? t('errors.voucher') : undefined}
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('voucher.ask')}
        </Button>
      </form>
    </>
  )
}
