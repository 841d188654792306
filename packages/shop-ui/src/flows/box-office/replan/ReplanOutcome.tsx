import type { ReactNode } from 'react'
import { useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { DependentList } from '../planning/DependentList.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import type { PlanningMutation } from '../planning/usePlanningMutation.ts'

type Props = {
  readonly mutation: PlanningMutation
  /** Below `changed-meanwhile`: the next step. */
  readonly changed?: ReactNode
}

/** The outcome of a preview or a change of the plan: refusals name what stands in the way, and the next step. */
export function ReplanOutcome({ mutation, changed }: Props) {
  const t = useWords('replan')
  const { problem } = mutation
  if (problem?.code === 'change-has-dependents')
    return (
      <Notice tone="error" role="alert" title={t('dependents.title')}>
        <DependentList dependents={problem.params.dependents} />
        <p>{t('dependents.detail')}</p>
      </Notice>
    )
  if (problem?.code === 'performance-fixed')
    return (
      <Notice tone="error" role="alert" title={t('fixed.title')}>
        <p>{t('fixed.detail')}</p>
      </Notice>
    )
  if (problem?.code === 'invalid-input' && problem.params.fields.includes('byHand'))
    return (
      <Notice tone="error" role="alert" title={t('handRefused.title')}>
        <p>{t('handRefused.detail')}</p>
      </Notice>
    )
  return <PlanningOutcome mutation={mutation} changed={changed} />
}
