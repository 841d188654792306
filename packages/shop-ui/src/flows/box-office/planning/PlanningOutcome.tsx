import type { ReactNode } from 'react'
import { useWords } from '#i18n'
import { MutationOutcome } from '#mutation'
import type { ApiProblem } from '#server-state'
import { Notice, NoticeActions } from '#ui/Notice'
import { useReveal } from '#ui/useReveal'
import { CodePrompt } from './CodePrompt.tsx'
import { DependentList } from './DependentList.tsx'
import type { PlanningMutation } from './usePlanningMutation.ts'

type Props = {
  readonly mutation: PlanningMutation
  /** Below `changed-meanwhile`: what changed, and the next step. */
  readonly changed?: ReactNode
}

/** The outcome of a change of the programme: its message, its problem with what it names, or the field for a fresh code. */
export function PlanningOutcome({ mutation, changed }: Props) {
  const { problem, retry } = mutation
  if (retry) return <CodePrompt onVerified={retry} />
  if (problem?.code === 'changed-meanwhile') return <ChangedMeanwhile problem={problem}>{changed}</ChangedMeanwhile>
  if (problem?.code === 'change-has-dependents') return <Dependents problem={problem} />
  // Every form of the programme marks the field of a name that is taken; its short name may be made from it.
  if (problem?.code === 'invalid-input' || problem?.code === 'id-taken') return <InvalidInput />
  return <MutationOutcome mutation={mutation} />
}

/** The form marks the fields. */
function InvalidInput() {
  const t = useWords('planning')
  return <Notice tone="error" role="alert" title={t('form.check')} />
}

type Of<Code extends ApiProblem['code']> = Extract<ApiProblem, { readonly code: Code }>

function ChangedMeanwhile({ problem, children }: { readonly problem: Of<'changed-meanwhile'>; readonly children: ReactNode }) {
  const t = useWords('planning')
  const notice = useReveal(problem)
  return (
    <Notice ref={notice} tone="warning" role="alert" title={t('changed.title', { by: problem.params.by || t('changed.other') })}>
      <p>{t('changed.detail')}</p>
      {children && <NoticeActions>{children}</NoticeActions>}
    </Notice>
  )
}

function Dependents({ problem }: { readonly problem: Of<'change-has-dependents'> }) {
  const t = useWords('planning')
  const { dependents } = problem.params
  const notice = useReveal(problem)
  return (
    <Notice ref={notice} tone="error" role="alert" title={t('dependents.title')}>
      <p>{t(dependents.every(({ kind }) => kind === 'missing') ? 'dependents.missingDetail' : 'dependents.detail')}</p>
      <DependentList dependents={dependents} />
    </Notice>
  )
}
