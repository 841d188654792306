import { useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { RadioCards } from '#form/RadioCards'
import { api, householdQuery, queryClient } from '#server-state'
import { StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Chooses the booking member of the household. */
function Household() {
  const t = useWords('checkout')
  const { data } = useSuspenseQuery(householdQuery)
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { booking: data.members.find(({ isBooking }) => isBooking)?.id ?? data.members[0]?.id ?? '' },
  })
  return (
    <>
      <PageHeading>{t('household.title')}</PageHeading>
      <StepForm
        step="household"
        form={form}
        save={async (body) => {
          const result = await api.me.bookFor({ body })
          if (result.ok) queryClient.setQueryData(householdQuery.queryKey, result.value)
          return result
        }}
      >
        <RadioCards
          name="booking"
          label={t('household.question')}
          value={form.watch('booking')}
          onChange={(id) => form.setValue('booking', id)}
          cards={data.members.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))}
        />
      </StepForm>
    </>
  )
}

export const household: Step = { id: 'household', isNeeded: ({ household: people }) => people > 1, Screen: Household }
