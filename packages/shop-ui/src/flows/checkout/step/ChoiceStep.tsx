import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { CheckoutStep } from '@playhouse/domain/brand'
import type { Result } from '@playhouse/domain/result'
import { RadioCards, type RadioCardsProps } from '#form/RadioCards'
import type { ApiProblem } from '#server-state'
import { PageHeading } from '#ui/PageHeading'
import { recallForm, StepForm } from '../StepForm.tsx'

type Props<Choice extends string> = {
  readonly step: CheckoutStep
  readonly title: string
  readonly lead: ReactNode
  readonly question: string
  readonly cards: RadioCardsProps<Choice>['cards']
  /** Null when the visitor has not chosen yet: nothing is preset. */
  readonly initial: Choice | null
  readonly save: (choice: Choice | null) => Promise<Result<unknown, ApiProblem>>
}

/** A step with one optional question. No choice means no. */
export function ChoiceStep<Choice extends string>({ step, title, lead, question, cards, initial, save }: Props<Choice>) {
  const form = useForm<{ choice: string | null }>({
    shouldFocusError: false,
    defaultValues: recallForm(step, { choice: initial as string | null }),
  })
  const choice = form.watch('choice') as Choice | null
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <p>{lead}</p>
      <StepForm step={step} form={form} save={(values) => save(values.choice as Choice | null)}>
        <RadioCards
          name="choice"
          label={question}
          optional
          value={choice}
          onChange={(choice) => form.setValue('choice', choice, { shouldDirty: true })}
          cards={cards}
        />
      </StepForm>
    </>
  )
}
