import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, FormProvider, type Resolver, useForm, useFormContext } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import { calendarDay } from '@playhouse/domain/calendar'
import { type GiftVouchers, voucherDeliveriesOf, voucherMessageLength } from '@playhouse/domain/gift-voucher'
import { money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { AddressFields } from '#form/AddressFields'
import { Form } from '#form/Form'
import { FormErrors, FormField, useFormField } from '#form/FormField'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { TextArea } from '#form/TextArea'
import { BuyButton, useApiMutation } from '#mutation'
import { useAddItem, useBrand } from '#server-state'
import { emptyVoucher, itemOf, typedValue, voucherRules, type VoucherValues } from './voucher-form.ts'
import styles from './VoucherPages.module.css'

/** Buys gift vouchers: value, number, texts, and how they are sent. */
export function PurchasePage() {
  const { giftVouchers } = useBrand()
  if (giftVouchers?.isWithdrawn) return <Navigate to={`/${giftVouchers.word}`} replace />
  return giftVouchers ? <Purchase vouchers={giftVouchers} /> : null
}

function Purchase({ vouchers }: { readonly vouchers: GiftVouchers }) {
  const t = useWords('voucher')
  const { country, registration, timeZone } = useBrand()
  const stateRequired = registration.required.includes('state')
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const form = useForm<VoucherValues>({
    // The server validates the day again, by its own clock.
    resolver: (values, context, options) => {
      const today = calendarDay(new Date().toISOString(), timeZone)
      const rules = voucherRules(vouchers, { today, isPosted: values.delivery === 'post', stateRequired })
      return (zodResolver(rules) as Resolver<VoucherValues>)(values, context, options)
    },
    shouldFocusError: false,
    defaultValues: emptyVoucher(vouchers, country),
  })
  const submit = form.handleSubmit(async (values) => {
    const result = await mutation.send(() => add.mutateAsync({ body: itemOf(values) }), { message: t('purchase.added') })
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
  })
  return (
    <Page>
      <PageHeading>{t('purchase.title')}</PageHeading>
      <FormProvider {...form}>
        <Form className={styles.purchase} onSubmit={submit}>
          <div className={styles.form}>
            <FormErrors />
            {mutation.problem && <ProblemNotice problem={mutation.problem} />}
            <ValueFields vouchers={vouchers} />
            <DeliveryFields vouchers={vouchers} stateRequired={stateRequired} />
            <TextFields />
            <p className={styles.actions}>
              <BuyButton type="submit" look="primary" large isPending={form.formState.isSubmitting}>
                {t('purchase.add')}
              </BuyButton>
            </p>
          </div>
          <Preview />
        </Form>
      </FormProvider>
    </Page>
  )
}

function ValueFields({ vouchers: { presets, least, most, mostQuantity } }: { readonly vouchers: GiftVouchers }) {
  const t = useWords('voucher')
  const { money } = useFormats()
  const { control, watch, setValue } = useFormContext<VoucherValues>()
  const chosen = watch('chosen')
  return (
    <>
      <RadioCards
        name="chosen"
        label={t('purchase.value')}
        value={chosen}
        onChange={(value) => setValue('chosen', value, { shouldDirty: true })}
        cards={[
          ...presets.map((preset) => ({ value: String(preset), label: money(preset) })),
          { value: 'other', label: t('purchase.other') },
        ]}
      />
      {chosen === 'other' && (
        <FormField
          name="other"
          label={t('purchase.otherValue')}
          hint={t('purchase.range', { least: money(least), most: money(most) })}
          inputMode="decimal"
          maxLength={10}
        />
      )}
      <Controller
        control={control}
        name="quantity"
        render={({ field: { value, onChange } }) => (
          <NumberStepper
            name="quantity"
            label={t('purchase.quantity')}
            value={value}
            onChange={onChange}
            minimum={1}
            maximum={mostQuantity}
          />
        )}
      />
    </>
  )
}

type DeliveryProps = { readonly vouchers: GiftVouchers; readonly stateRequired: boolean }

function DeliveryFields({ vouchers, stateRequired }: DeliveryProps) {
  const t = useWords('voucher')
  const { money } = useFormats()
  const { watch, setValue } = useFormContext<VoucherValues>()
  const [delivery, sending] = watch(['delivery', 'sending'])
  return (
    <>
      <RadioCards
        name="delivery"
        label={t('purchase.delivery')}
        value={delivery}
        onChange={(value) => setValue('delivery', value, { shouldDirty: true })}
        cards={voucherDeliveriesOf(vouchers).map((each) => ({
          value: each,
          label: t(`purchase.${each}`),
          hint: t(`purchase.${each}Hint`),
          detail: each === 'post' && vouchers.post?.fee ? money(vouchers.post.fee) : undefined,
        }))}
      />
      {delivery === 'email' && (
        <>
          <FormField name="recipient" type="email" label={t('purchase.recipientEmail')} autoComplete="off" maxLength={254} />
          <RadioCards
            name="sending"
            label={t('purchase.when')}
            value={sending}
            onChange={(value) => setValue('sending', value, { shouldDirty: true })}
            cards={[
              { value: 'now', label: t('purchase.now') },
              { value: 'later', label: t('purchase.later'), hint: t('purchase.laterHint') },
            ]}
          />
          {sending === 'later' && <FormField name="sendOn" type="date" label={t('purchase.day')} />}
        </>
      )}
      {delivery === 'post' && (
        <fieldset className={styles.section}>
          <legend>{t('purchase.address')}</legend>
          <AddressFields fieldPrefix="address" purpose="shipping" stateRequired={stateRequired} />
        </fieldset>
      )}
    </>
  )
}

function TextFields() {
  const t = useWords('voucher')
  const { field, error } = useFormField('message')
  const isPosted = useFormContext<VoucherValues>().watch('delivery') === 'post'
  return (
    <>
      <FormField name="to" label={t('purchase.to')} autoComplete="off" maxLength={80} optional={!isPosted} />
      <FormField name="from" label={t('purchase.from')} autoComplete="off" maxLength={80} optional />
      <TextArea
        {...field}
        value={String(field.value)}
        label={t('purchase.message')}
        error={error}
        maxLength={voucherMessageLength}
        optional
      />
    </>
  )
}

/** The voucher as it will look. Screen readers have read its texts in the fields. */
function Preview() {
  const t = useWords('voucher')
  const { money } = useFormats()
  const { name } = useBrand()
  const values = useFormContext<VoucherValues>().watch()
  const value = typedValue(values)
  return (
    <div className={styles.preview} aria-hidden="true">
      <div className={styles.field}>
        <p className={styles.brand}>{name}</p>
        <p>{t('preview')}</p>
        <p className={styles.worth}>{Number.isNaN(value) ? '–' : money(moneyOf(value))}</p>
      </div>
      <div className={styles.words}>
        {values.to !== '' && <p className={styles.brand}>{t('item:voucherTo', { name: values.to })}</p>}
        {values.message !== '' && <p className={styles.message}>{t('item:voucherMessage', { message: values.message })}</p>}
        {values.from !== '' && <p>{t('item:voucherFrom', { name: values.from })}</p>}
        <p className={styles.code}>····-·······</p>
      </div>
    </div>
  )
}
