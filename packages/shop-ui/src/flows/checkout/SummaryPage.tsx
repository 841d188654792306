import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { termsStep } from '@playhouse/domain/checkout'
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
    defaultValues: recallForm('summary', { ...basket.notes, termsAccepted: basket.termsAccepted }),
  })
  return (
    <>
      <PageHeading>{t('summary.title')}</PageHeading>
      <OrderReview />
      <StepForm step="summary" form={form} page="ordersummary" save={(body) => setNotes.mutateAsync({ body })}>
        <NoteFields />
        {asksTerms && <TermsField />}
      </StepForm>
    </>
  )
}
