import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { AddressLines } from '#parts/AddressLines'
import { Checkbox } from '#parts/Checkbox'
import { stepPath } from '#parts/CheckoutSteps'
import { Link } from '#parts/Link'
import { PageHeading } from '#parts/PageHeading'
import { TextArea } from '#parts/TextArea'
import { Totals } from '#parts/Totals'
import { useBasket, useSetNotes } from '#session'
import { OrderedTickets } from './OrderAside.tsx'
import { FieldGroup, recallForm, StepForm } from './StepForm.tsx'
import styles from './SummaryPage.module.css'

/** Characters of a note, as the contract allows them. */
const noteLength = 500

const summaryRules = z.object({
  order: z.string().max(noteLength),
  access: z.string().max(noteLength),
  termsAccepted: z.boolean().refine((accepted) => accepted, 'checkout:errors.terms'),
})
type SummaryValues = z.output<typeof summaryRules>

/** Everything once more before paying, with a way back to each part of it; notes and the terms. */
export function SummaryPage() {
  const t = useWords('checkout')
  const basket = useBasket()
  const setNotes = useSetNotes()
  const form = useForm<SummaryValues>({
    resolver: zodResolver(summaryRules),
    shouldFocusError: false,
    defaultValues: recallForm('summary', { ...basket.notes, termsAccepted: basket.termsAccepted }),
  })
  const { delivery, billing } = basket

  return (
    <>
      <PageHeading>{t('summary.title')}</PageHeading>
      <div className={styles.sheet}>
        <Part title={t('summary.tickets')} edit="basket" editLabel={t('summary.editTickets')}>
          <OrderedTickets tickets={basket.tickets} />
        </Part>
        <Part title={t('summary.delivery')} edit="delivery" editLabel={t('summary.editDelivery')}>
          <p>{t(`delivery.${delivery.method}`)}</p>
          {delivery.address && <AddressLines address={delivery.address} />}
        </Part>
        {billing && (
          <Part title={t('billing.address')} edit="billing" editLabel={t('summary.editBilling')}>
            <p>
              {billing.firstName} {billing.lastName}
            </p>
            <AddressLines address={billing.address} />
          </Part>
        )}
        <Totals totals={basket.totals} />
      </div>
      <StepForm
        step="summary"
        form={form}
        save={({ order, access, termsAccepted }) => setNotes.mutateAsync({ body: { order, access, termsAccepted } })}
      >
        <FieldGroup title={t('summary.notes')}>
          {(['access', 'order'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <TextArea {...field} label={t(`summary.${name}Note`)} hint={t(`summary.${name}NoteHint`)} maxLength={noteLength} optional />
              )}
            />
          ))}
        </FieldGroup>
        <Controller
          control={form.control}
          name="termsAccepted"
          render={({ field, fieldState }) => (
            <Checkbox {...field} isRequired error={fieldState.error?.message && t(fieldState.error.message)}>
              {t('summary.terms')}
            </Checkbox>
          )}
        />
      </StepForm>
    </>
  )
}

type PartProps = { readonly title: string; readonly edit: CheckoutStep; readonly editLabel: string; readonly children: ReactNode }

const Part = ({ title, edit, editLabel, children }: PartProps) => (
  <section className={styles.part}>
    <div className={styles.head}>
      <h2>{title}</h2>
      <Link to={stepPath(edit)}>{editLabel}</Link>
    </div>
    {children}
  </section>
)
