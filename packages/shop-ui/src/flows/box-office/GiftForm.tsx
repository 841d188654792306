import { type FormEvent, useRef, useState } from 'react'
import { voucherMessageLength } from '@playhouse/domain/gift-voucher'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import styles from './BoxOffice.module.css'
import { useAddAtCounter } from './useAddAtCounter.ts'

const noTexts = { to: '', email: '', sendOn: '', from: '', message: '' }

/** Adds a gift membership: its link is mailed to the recipient. The buyer needs no account. */
export function GiftForm({ membership }: { readonly membership: string }) {
  const t = useWords('box-office')
  const { add, problem, isPending } = useAddAtCounter()
  const [texts, setTexts] = useState(noTexts)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const invalidFields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const textProps = (name: keyof typeof noTexts) => ({
    name: `gift-${name}`,
    label: t(`sell.voucherField.${name}`),
    value: texts[name],
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
    autoComplete: 'off',
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { to, from, message, email, sendOn } = texts
    setMissing(to.trim() === '')
    if (to.trim() === '') return field.current?.focus()
    await add({ kind: 'gift-membership', membership, to, from, message, email: email.trim(), sendOn: sendOn === '' ? null : sendOn })
  }
  return (
    <form className={styles['form']} noValidate aria-label={t('sell.membershipFor.gift')} onSubmit={(event) => void submit(event)}>
      {problem && invalidFields.length === 0 && <ProblemNotice problem={problem} bare />}
      <TextField {...textProps('to')} maxLength={80} error={isMissing ? t('sell.toWrong') : undefined} ref={field} />
      <TextField
        {...textProps('email')}
        type="email"
        maxLength={254}
        error={invalidFields.includes('email') ? t('sell.emailWrong') : undefined}
      />
      <TextField
        {...textProps('sendOn')}
        hint={t('sell.sendOnHint')}
        type="date"
        optional
        error={invalidFields.includes('sendOn') ? t('sell.sendOnWrong') : undefined}
      />
      <TextField {...textProps('from')} optional maxLength={80} />
      <TextArea {...textProps('message')} optional maxLength={voucherMessageLength} />
      <Button type="submit" look="primary" isPending={isPending}>
        {t('sell.add')}
      </Button>
    </form>
  )
}
