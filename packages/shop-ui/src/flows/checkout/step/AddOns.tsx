import { useForm } from 'react-hook-form'
import { ok } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { AddOnList, useAddOns } from '#add-ons'
import { PageHeading } from '#ui/PageHeading'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** Offers what can be bought besides the tickets. Each item is added at once; continuing adds nothing. */
function AddOns() {
  const t = useWords('order')
  const { groups, isLoading } = useAddOns()
  const form = useForm({ shouldFocusError: false })
  return (
    <>
      <PageHeading>{t('addOns.step.title')}</PageHeading>
      <p>{t('addOns.step.lead')}</p>
      {isLoading ? (
        <Loading>
          <SkeletonBlock height={16} />
        </Loading>
      ) : (
        <AddOnList groups={groups} />
      )}
      <StepForm step="add-ons" form={form} save={async () => ok(undefined)}>
        {null}
      </StepForm>
    </>
  )
}

/** The step for additional goods, where the brand sells something now. */
export const addOns: Step = {
  id: 'add-ons',
  isNeeded: ({ hasAddOns }) => hasAddOns,
  Screen: AddOns,
}
