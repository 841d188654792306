import { type FormEvent, useState } from 'react'
import { voucherMessageLength } from '@playhouse/domain/gift-voucher'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import styles from './BoxOffice.module.css'
import { useAddAtCounter } from './useAddAtCounter.ts'
import { useInvalidFocus } from './useInvalidFocus.ts'

const noTexts = { to: '', email: '', sendOn: '', from: '', message: '' }

/** Adds a gift membership: its link is mailed to the recipient. The buyer needs no account. */
export function GiftForm({ membership }: { readonly membership: string }) {
  const t = useWords('box-office')
  const { add, problem, isPending } = useAddAtCounter()
  const [texts, setTexts] = useState(noTexts)
  const [isMissing, setMissing] = useState(false)
  const { form, reject } = useInvalidFocus(problem)
  const invalidFields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const textProps = (name: keyof typeof noTexts) => ({
    name: `gift-${name}`,
    label: t(`sell.voucherField.${name}`),
    value: texts[name],
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
    autoComplete: 'off',
    error: invalidFields.includes(name) ? t('sell.fieldWrong') : undefined,
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { to, from, message, email, sendOn } = texts
    setMissing(to.trim() === '')
    if (to.trim() === '') return reject()
    await add({ kind: 'gift-membership', membership, to, from, message, email: email.trim(), sendOn: sendOn === '' ? null : sendOn })
  }
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      aria-label={t('sell.membershipFor.gift')}
      onSubmit={(event) => void submit(event)}
    >
      {problem && invalidFields.length === 0 && <ProblemNotice problem={problem} bare />}
      <TextField {...textProps('to')} maxLength={80} {...(isMissing && { error: t('sell.toWrong') })} />
      <TextField
        {...textProps('email')}
        type="email"
        maxLength={254}
        {...(invalidFields.includes('email') && { error: t('sell.emailWrong') })}
      />
      <TextField
        {...textProps('sendOn')}
        hint={t('sell.sendOnHint')}
        type="date"
        optional
        {...(invalidFields.includes('sendOn') && { error: t('sell.sendOnWrong') })}
      />
      <TextField {...textProps('from')} optional maxLength={80} />
      <TextArea {...textProps('message')} optional maxLength={voucherMessageLength} />
      <Button type="submit" look="primary" isPending={isPending}>
        {t('sell.add')}
      </Button>
    </form>
  )
}
