import type { FieldChange } from '@playhouse/domain/change'
import { leastImageSize } from '@playhouse/domain/image-size'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { useReveal } from '#ui/useReveal'
import { ChangedFields } from './ChangedFields.tsx'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import type { PlanningMutation } from './usePlanningMutation.ts'

type Props = {
  readonly mutation: PlanningMutation
  /** What another staff user changed meanwhile. */
  readonly changed: readonly FieldChange[]
  readonly onTakeOver: () => void
}

/** The outcome of an upload or of a change of images: why a file is refused, or that of a change of the programme. */
export function ImageOutcome({ mutation, changed, onTakeOver }: Props) {
  const t = useWords('planning')
  const { problem } = mutation
  const notice = useReveal(problem)
  return problem?.code === 'image-refused' ? (
    <Notice ref={notice} tone="error" role="alert" title={t('image.refused')}>
      <p>{t(`image.reason.${problem.params.reason}`, { size: t('image.leastSize', leastImageSize) })}</p>
    </Notice>
  ) : (
    <PlanningOutcome
      mutation={mutation}
      changed={
        <>
          <ChangedFields fields={changed} />
          <Button
            onPress={() => {
              onTakeOver()
              mutation.dismiss()
            }}
          >
            {t('changed.takeOver')}
          </Button>
        </>
      }
    />
  )
}
