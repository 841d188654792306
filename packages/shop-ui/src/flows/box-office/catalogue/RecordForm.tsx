import { type FormEvent, useState } from 'react'
import { recordFields } from '@playhouse/domain/record-fields'
import { idFieldOf, type RecordKind } from '@playhouse/domain/record-kind'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import type { PlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { DaySeatTimes } from './DaySeatTimes.tsx'
import { type FieldFault, type RecordDraft, recordOf } from './record-draft.ts'
import { RecordFieldset } from './RecordFieldset.tsx'

type Props = {
  readonly kind: RecordKind
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  /** The short name, of a new record only. */
  readonly shortName?: { readonly value: string; readonly suggestion: string; readonly onChange: (value: string) => void }
  readonly mutation: PlanningMutation
  readonly onSubmit: (record: Record<string, unknown>, reason: string) => void
}

/** The form of a record, drawn from the fields of its kind. It checks what is typed; the server checks the rest, and marks the same fields. */
export function RecordForm({ kind, draft, onChange, shortName, mutation, onSubmit }: Props) {
  const t = useWords('catalogue')
  const [faults, setFaults] = useState<ReadonlyMap<string, FieldFault>>(new Map())
  const [reason, setReason] = useState('')
  const { problem } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const refused = problem?.code === 'invalid-input' ? problem.params.fields.map((field) => field.replace(/^record\./, '')) : []
  const idField = idFieldOf(kind)
  const errorOf = (path: string): string | undefined => {
    const fault = faults.get(path)
    if (path === idField && problem?.code === 'id-taken') return t(`kinds.${kind}.taken`)
    if (fault) return t(`fault.${fault.kind}`, fault)
    return refused.some((field) => field === path || field.replace(/\.\d+$/, '') === path) ? t('fault.refused') : undefined
  }
  const hasErrorIn = (path: string): boolean => [...faults.keys(), ...refused].some((field) => field.startsWith(path))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const typed = recordOf(recordFields[kind], draft)
    setFaults(typed.faults)
    if (typed.faults.size > 0) return reject()
    onSubmit(typed.record, reason.trim())
  }
  // The id of a record never changes.
  const fields = shortName
    ? recordFields[kind]
    : Object.fromEntries(Object.entries(recordFields[kind]).filter(([name]) => name !== idField))
  const isIdRefused = problem?.code === 'id-taken' || refused.includes('id')
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t(`kinds.${kind}.one`)} noValidate>
      <RecordFieldset fields={fields} path="" {...{ kind, draft, onChange, errorOf, hasErrorIn }} />
      {shortName && !idField && (
        <TextField
          name="record-id"
          label={t('id.label')}
          hint={shortName.suggestion ? t('id.hintWithSuggestion', { suggestion: shortName.suggestion }) : t('id.hint')}
          optional
          maxLength={80}
          spellCheck={false}
          value={shortName.value}
          onChange={shortName.onChange}
          error={isIdRefused ? t(problem?.code === 'id-taken' ? 'id.taken' : 'id.invalid') : undefined}
        />
      )}
      {!shortName && (
        <TextField
          name="record-reason"
          label={t('reason.label')}
          hint={t('reason.hint')}
          optional
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      )}
      {kind === 'day-seats' && <DaySeatTimes draft={draft} />}
      {faults.size > 0 && <p role="alert">{t('fault.summary', { count: faults.size })}</p>}
      <Button type="submit" look="primary" isPending={mutation.isPending}>
        {t('save')}
      </Button>
    </form>
  )
}
