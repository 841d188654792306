import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { termsStep } from '@playhouse/domain/checkout'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { useBasket, useBrand, useSetNotes } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import { isAlwaysNeeded, type Step } from './step.ts'
import { TermsField, termsRules } from './TermsField.tsx'
import { OrderReview } from './OrderReview.tsx'

/** The review of the whole order, billing included, right before the payment. */
function Review() {
  const t = useWords('checkout')
  const { steps } = useBrand()
  const { notes, termsAccepted } = useBasket()
  const setNotes = useSetNotes()
  const asksTerms = termsStep(steps) === 'review'
  const form = useForm({
    resolver: zodResolver(z.object(asksTerms ? termsRules : { termsAccepted: z.boolean() })),
    shouldFocusError: false,
    defaultValues: recallForm('review', { termsAccepted }),
  })
  return (
    <>
      <PageHeading>{t('summary.title')}</PageHeading>
      <OrderReview />
      <StepForm step="review" form={form} save={(acceptance) => setNotes.mutateAsync({ body: { ...notes, ...acceptance } })}>
        {asksTerms && <TermsField />}
      </StepForm>
    </>
  )
}

export const review: Step = { id: 'review', isNeeded: isAlwaysNeeded, Screen: Review }
