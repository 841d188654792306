import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { GiftMemberships } from '@playhouse/domain/gift-membership'
import { giftMessageLength } from '@playhouse/domain/gift-page'
import type { Problem } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { ProblemNotice } from '#ui/ProblemNotice'
import { FormErrors, FormField, useFormField } from '#form/FormField'
import { RadioCards } from '#form/RadioCards'
import { TextArea } from '#form/TextArea'
import { BuyButton, useApiMutation } from '#mutation'
import { useAddItem } from '#server-state'
import { emptyGift, giftItemOf, giftRules, type GiftValues, isRejectedField, rejectedFields } from './gift-form.ts'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './MembershipPages.module.css'
import type { Level } from './useLevel.ts'

/** Gives a membership: the recipient, the day of sending and a message. The giver needs no account, whatever they hold. */
export function GiftForm({ level, settings }: { readonly level: Level; readonly settings: GiftMemberships }) {
  const t = useWords('membership')
  const { money } = useFormats()
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const form = useForm<GiftValues>({
    resolver: zodResolver(giftRules),
    shouldFocusError: false,
    defaultValues: emptyGift,
  })
  const submit = form.handleSubmit(async (values) => {
    const result = await mutation.send(() => add.mutateAsync({ body: giftItemOf(level.id, values) }), { message: t('gift.added') })
    if (result.ok) return navigate('/checkout/basket', { viewTransition: true })
    if (result.error.code !== 'invalid-input') return undefined
    for (const name of result.error.params.fields.filter(isRejectedField)) {
      const [field, message] = rejectedFields[name]
      form.setError(field, { message })
    }
    return undefined
  })
  const { name, ages, sold } = level
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.gift} aria-labelledby="gift" onSubmit={submit}>
        <h2 id="gift" ref={heading} tabIndex={-1}>
          {t('gift.title', { name })}
        </h2>
        <p>{t('gift.lead')}</p>
        {ages && <p>{t('gift.ages', ages)}</p>}
        <FormErrors />
        {mutation.problem && !isShownAtFields(mutation.problem) && <ProblemNotice problem={mutation.problem} />}
        <GiftFields />
        <p className={offerClasses.soft}>{t('gift.until', { count: settings.claimMonths })}</p>
        <div>
          <BuyButton type="submit" look="primary" large isPending={form.formState.isSubmitting}>
            {t('gift.add', { price: money(sold.price) })}
          </BuyButton>
        </div>
      </form>
    </FormProvider>
  )
}

const isShownAtFields = (problem: Problem): boolean => problem.code === 'invalid-input' && problem.params.fields.some(isRejectedField)

function GiftFields() {
  const t = useWords('membership')
  const { watch, setValue } = useFormContext<GiftValues>()
  const { field, error } = useFormField('message')
  const sending = watch('sending')
  return (
    <>
      <FormField name="to" label={t('gift.to')} autoComplete="off" maxLength={80} />
      <FormField name="recipient" type="email" label={t('gift.email')} autoComplete="off" maxLength={254} />
      <RadioCards
        name="sending"
        label={t('gift.when')}
        value={sending}
        onChange={(value) => setValue('sending', value, { shouldDirty: true })}
        cards={[
          { value: 'now', label: t('gift.now') },
          { value: 'later', label: t('gift.later'), hint: t('gift.laterHint') },
        ]}
      />
      {sending === 'later' && <FormField name="sendOn" type="date" label={t('gift.day')} />}
      <FormField name="from" label={t('gift.from')} autoComplete="off" maxLength={80} optional />
      <TextArea {...field} value={String(field.value)} label={t('gift.message')} error={error} maxLength={giftMessageLength} optional />
    </>
  )
}
