import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { termsStep } from '@playhouse/domain/checkout'
import { noteTexts, writtenNotes } from '@playhouse/domain/notes'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { useBasket, useBrand, useSetNotes } from '#server-state'
import { NoteFields, noteRules } from './step/NoteFields.tsx'
import { TermsField, termsRules } from './step/TermsField.tsx'
import { OrderReview } from './step/OrderReview.tsx'
import { recallForm, StepForm } from './StepForm.tsx'

const summaryRules = z.object({ ...noteRules, ...termsRules })

/** The review of the order with links to change each part, the notes and the terms. */
export function SummaryPage() {
  const t = useWords('checkout')
  const { steps } = useBrand()
  const basket = useBasket()
  const setNotes = useSetNotes()
  const asksTerms = termsStep(steps) === 'summary'
  const form = useForm({
    resolver: zodResolver(asksTerms ? summaryRules : summaryRules.extend({ termsAccepted: z.boolean() })),
    shouldFocusError: false,
    defaultValues: recallForm('summary', { ...noteTexts(basket.notes), termsAccepted: basket.termsAccepted }),
  })
  return (
    <>
      <PageHeading>{t('summary.title')}</PageHeading>
      <OrderReview />
      <StepForm
        step="summary"
        form={form}
        page="ordersummary"
        save={(form) => setNotes.mutateAsync({ body: writtenNotes(form, basket.notes) })}
      >
        <NoteFields />
        {asksTerms && <TermsField />}
      </StepForm>
    </>
  )
}
