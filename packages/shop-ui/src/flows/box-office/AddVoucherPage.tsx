import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  type GiftVouchers,
  isVoucherValue,
  voucherDeliveriesOf,
  type VoucherDelivery,
  voucherMessageLength,
} from '@playhouse/domain/gift-voucher'
import { problem as problemOf } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { useBrand } from '#server-state'
import { AmountField } from './AmountField.tsx'
import { parseAmount } from '@playhouse/domain/typed-amount'
import styles from './BoxOffice.module.css'
import { SaleLayout } from './SellPage.tsx'
import { useAddAtCounter } from './useAddAtCounter.ts'
import { useInvalidFocus } from './useInvalidFocus.ts'

/** Adds gift vouchers to print at the counter, or to send by e-mail or post. */
export function AddVoucherPage() {
  const t = useWords('box-office')
  const { giftVouchers } = useBrand()
  // The words of the address, so that choosing the post replaces no page.
  useWords('account')
  return (
    <SaleLayout title={t('add.voucher')}>
      {giftVouchers && !giftVouchers.isWithdrawn ? (
        <VoucherForm vouchers={giftVouchers} />
      ) : (
        <ProblemNotice problem={problemOf('page-not-found')} bare />
      )}
    </SaleLayout>
  )
}

/** Fields that show their error; a problem of another one is shown above the form. */
const fieldNames: readonly string[] = ['value', 'quantity', 'to', 'from', 'message', 'email', 'sendOn']
/** The usual one at a counter first. */
const deliveryOrder: readonly VoucherDelivery[] = ['print', 'email', 'post']
const noTexts = { to: '', from: '', message: '', email: '', sendOn: '' }

function VoucherForm({ vouchers }: { readonly vouchers: GiftVouchers }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { add, problem, isPending } = useAddAtCounter()
  const { country, registration } = useBrand()
  const stateRequired = registration.required.includes('state')
  const letter = useForm({
    resolver: zodResolver(z.object({ address: addressRules({ stateRequired }) })),
    defaultValues: { address: blankAddress(country) },
  })
  const [typed, setTyped] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [delivery, setDelivery] = useState<VoucherDelivery>('print')
  const [texts, setTexts] = useState(noTexts)
  const [isMissing, setMissing] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const value = parseAmount(typed)
  const isMailed = delivery === 'email'
  const isPosted = delivery === 'post'
  const invalidFields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const hasFieldErrors = invalidFields.some((name) => fieldNames.includes(name))
  const errorOf = (name: string, words: string): string | undefined => (invalidFields.includes(name) ? words : undefined)
  const { form, reject } = useInvalidFocus(problem)
  const textProps = (name: keyof typeof noTexts) => ({
    name: `voucher-${name}`,
    label: t(`sell.voucherField.${name}`),
    value: texts[name],
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
  })
  const isNameMissing = isPosted && isSubmitted && texts.to.trim() === ''
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { to, from, message, email, sendOn } = texts
    const isValid = value !== undefined && isVoucherValue(vouchers, value)
    setMissing(!isValid)
    setSubmitted(true)
    const isAddressed = !isPosted || (await letter.trigger(undefined, { shouldFocus: isValid }))
    if (!isValid) return reject()
    if (!isAddressed) return
    if (isPosted && to.trim() === '') return reject()
    await add({
      kind: 'gift-voucher',
      ...{ value, quantity, delivery, to, from, message },
      email: isMailed ? email.trim() : null,
      sendOn: isMailed && sendOn !== '' ? sendOn : null,
      ...(isPosted && { address: letter.getValues('address') }),
    })
  }
  return (
    <form ref={form} className={styles['form']} noValidate aria-label={t('add.voucher')} onSubmit={(event) => void submit(event)}>
      {problem && !hasFieldErrors && <ProblemNotice problem={problem} bare />}
      <AmountField
        name="voucher-value"
        label={t('sell.value')}
        hint={t('sell.range', { least: money(vouchers.least), most: money(vouchers.most) })}
        error={isMissing || invalidFields.includes('value') ? t('sell.amountWrong') : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setMissing(false)
        }}
        presets={vouchers.presets}
        ref={field}
      />
      <NumberStepper
        name="voucher-quantity"
        label={t('sell.quantity')}
        value={quantity}
        onChange={setQuantity}
        error={errorOf('quantity', t('sell.fieldWrong'))}
        minimum={1}
        maximum={vouchers.mostQuantity}
      />
      <RadioCards
        name="voucher-delivery"
        label={t('sell.delivery.label')}
        value={delivery}
        onChange={setDelivery}
        cards={deliveryOrder
          .filter((each) => voucherDeliveriesOf(vouchers).includes(each))
          .map((each) => ({
            value: each,
            label: t(`sell.delivery.${each}`),
            detail: each === 'post' && vouchers.post?.fee ? money(vouchers.post.fee) : undefined,
          }))}
      />
      {isMailed && (
        <>
          <TextField
            {...textProps('email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            error={errorOf('email', t('sell.emailWrong'))}
          />
          <TextField
            {...textProps('sendOn')}
            hint={t('sell.sendOnHint')}
            type="date"
            optional
            error={errorOf('sendOn', t('sell.sendOnWrong'))}
          />
        </>
      )}
      {isPosted && (
        <FormProvider {...letter}>
          <AddressFields fieldPrefix="address" purpose="off" stateRequired={stateRequired} />
        </FormProvider>
      )}
      <TextField
        {...textProps('to')}
        error={isNameMissing ? t('sell.toWrong') : errorOf('to', t('sell.fieldWrong'))}
        optional={!isPosted}
        autoComplete="off"
        maxLength={80}
      />
      <TextField {...textProps('from')} error={errorOf('from', t('sell.fieldWrong'))} optional autoComplete="off" maxLength={80} />
      <TextArea {...textProps('message')} error={errorOf('message', t('sell.fieldWrong'))} optional maxLength={voucherMessageLength} />
      <Button type="submit" look="primary" isPending={isPending}>
        {t('sell.add')}
      </Button>
    </form>
  )
}
